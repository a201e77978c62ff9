"""By what a player gets in, or lets a program in: browsers, tokens and apps, each to be taken back.

What is shown names an access and opens nothing: of a session its digest, of a token its beginning.
"""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain

from accounts.interest import concerns
from accounts.models import Player
from accounts.notices.telling import tell
from accounts.programs.oauth.server import grants_of, take_back
from accounts.programs.tokens.issuing import own_tokens, revoke_token
from accounts.signing_in.devices import end_session, sessions_of
from accounts.signing_in.models import stored_digest
from backoffice.people.accounts import held
from backoffice.team.staff_log import record, require_reason
from web.numbers import whole
from web.refusals import Refused

SESSION, TOKEN, APP = "session", "token", "app"
KINDS = (SESSION, TOKEN, APP)
SHOWN_MAX = 50
LOGGED_CHARS = 15  # of what names it: enough to tell two apart


@dataclass(frozen=True, slots=True)
class Access:
    """`id` begins with the kind; `name` is what the browser, the player or the app calls it. Of
    a session only the day is known on which it was seen last."""

    id: str
    kind: str
    name: str
    owner: str  # of an app
    created_at: dt.datetime | None
    last_used_at: dt.datetime | None = None
    seen_on: dt.date | None = None


def access_of(player: Player) -> list[Access]:
    """Sessions, then tokens, then apps; of each kind at most `SHOWN_MAX`."""
    sessions = (
        Access(f"{SESSION}-{one.public_id}", SESSION, one.device, "", one.since, None, one.seen_on)
        for one in sessions_of(player)[:SHOWN_MAX]
    )
    tokens = (
        Access(f"{TOKEN}-{one.token_key}", TOKEN, one.name, "", one.created, one.last_used)
        for one in own_tokens(player)[:SHOWN_MAX]
    )
    apps = (
        Access(
            f"{APP}-{one.pk}",
            APP,
            one.app.name,
            one.app.owner.username,
            one.created_at,
            one.last_used_at,
        )
        for one in grants_of(player)[:SHOWN_MAX]
    )
    return list(chain(sessions, tokens, apps))


@concerns("player", "player_id")
def end_access(*, player_id: int, access_id: str, reason: str, by: Player) -> Player:
    """End one of them, at once (what streams, within a minute); the others go on.

    `access_id` as `access_of` gives it. The player is told which; its name is not written into the
    log, which nobody can change.

    Raises Refused(player_not_found | account_deleted | access_over | reason_missing).
    """
    words, player = require_reason(reason), held(player_id)
    known = {one.id: one for one in access_of(player)}
    kind, _dash, key = access_id.partition("-")
    if access_id not in known or not _ENDING[kind](player, key):
        raise Refused("access_over")
    facts = {"reason": words, "access": kind, "called": known[access_id].name or None}
    tell(player=player, kind="access_ended", facts=facts)
    record(
        by=by,
        act="access_ended",
        subject=f"player:{player.pk}",
        reason=words,
        before={"access": kind, "id": key[:LOGGED_CHARS]},
    )
    return player


def _end_app(player: Player, key: str) -> bool:
    take_back(player=player, grant_id=whole(key) or 0)
    return True


_ENDING: dict[str, Callable[[Player, str], bool]] = {
    SESSION: lambda player, key: end_session(player, stored_digest(key)),
    TOKEN: lambda player, key: revoke_token(player=player, token_key=key),
    APP: _end_app,
}
