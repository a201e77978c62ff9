"""Warnings, mutes and bans: each with a reason, told to the player, ended by time or by staff."""

import datetime as dt

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.clubs.keeping import part_while_banned
from accounts.interest import concerns
from accounts.models import Player
from accounts.notices.telling import tell
from accounts.people.silence import HOURS_MAX, lift_silence, silence
from accounts.signing_in.at_the_door import Ban
from backoffice.models import PlayerNote, Sanction, SanctionKind
from backoffice.people.reading import player_of
from backoffice.team.staff_log import record, require_reason
from web.refusals import Refused

HOUR = dt.timedelta(hours=1)
MUTE_HOURS = 24  # where nobody says how many
WORDS_MAX = 1_000
# So long a club waits for its owner; organisers look after it meanwhile.
CLUBS_WAIT = dt.timedelta(days=30)


@concerns("player", "player_id")
def sanction_player(
    *, player_id: int, kind: str, reason: str, by: Player, hours: int | None = None
) -> Sanction:
    """Warn, mute or ban somebody; a ban without hours lasts until it is lifted.

    Who is banned is signed out everywhere within seconds; seats at tables are played for. Their
    clubs pass to others unless they are back within 30 days.

    Raises Refused(reason_missing | player_not_found | account_deleted | staff_member |
    not_a_person | out_of_range).
    """
    words, player = require_reason(reason), player_of(player_id)
    return impose(player=player, kind=SanctionKind(kind), hours=hours, reason=words, by=by)


def impose(
    *, player: Player, kind: SanctionKind, hours: int | None, reason: str, by: Player
) -> Sanction:
    """A part of the acts that impose one, by hand or after a report; they say whom it concerns.

    Raises Refused(account_deleted | staff_member | not_a_person | out_of_range).
    """
    if player.is_gone:
        raise Refused("account_deleted", name=player.name)
    if player.is_staff or player.is_superuser:
        raise Refused("staff_member", name=player.name)
    if player.is_bot:
        raise Refused("not_a_person", name=player.name)
    if kind is SanctionKind.MUTE and hours is None:
        hours = MUTE_HOURS
    if hours is not None and not 1 <= hours <= HOURS_MAX:
        raise Refused("out_of_range", field="hours", value=hours, least=1, most=HOURS_MAX)
    now = timezone.now()
    endless = hours is None or kind is SanctionKind.WARNING
    until = None if endless else now + dt.timedelta(hours=hours or 0)
    given = Sanction.objects.create(
        player=player, kind=kind, reason=reason, by=by, at=now, until=until
    )
    _take_effect(given, by)
    record(
        by=by,
        act=f"{kind.value}_given",
        subject=f"player:{player.pk}",
        reason=reason,
        after={"sanction": given.pk, "until": until.isoformat() if until else None},
    )
    return given


@concerns("sanction", "sanction_id")
def lift_sanction(*, sanction_id: int, reason: str, by: Player) -> Sanction:
    """End a mute or ban before its time. Raises Refused(reason_missing | sanction_over)."""
    words = require_reason(reason)
    given = Sanction.objects.select_for_update(no_key=True, of=("self",)).get(pk=sanction_id)
    if given.lifted_at is not None or given.kind == SanctionKind.WARNING:
        raise Refused("sanction_over")
    given.lifted_at = timezone.now()
    given.save(update_fields=("lifted_at",))
    if given.kind == SanctionKind.MUTE:
        lift_silence(player=given.player, until=given.until)
    else:
        _readmit(given.player_id)
    record(
        by=by,
        act=f"{given.kind}_lifted",
        subject=f"player:{given.player_id}",
        reason=words,
        before={"sanction": given.pk, "until": given.until.isoformat() if given.until else None},
    )
    return given


@transaction.atomic
def end_due_bans(*, now: dt.datetime | None = None) -> int:
    """Let in again whose ban is over; returns how many bans that ended."""
    moment = now or timezone.now()
    due = Sanction.objects.select_for_update(no_key=True, skip_locked=True, of=("self",)).filter(
        kind=SanctionKind.BAN, lifted_at=None, until__lte=moment
    )
    # Players are let in in id order, so that no two of these wait for each other.
    ended = sorted(due.order_by("until")[:200], key=lambda given: given.player_id)
    for given in ended:
        given.lifted_at = given.until
        given.save(update_fields=("lifted_at",))
        _readmit(given.player_id)
    return len(ended)


@concerns("player", "player_id")
def note_player(*, player_id: int, words: str, by: Player) -> PlayerNote:
    """Keep a remark in the player's file. Raises Refused(reason_missing | player_not_found)."""
    text, player = words.strip()[:WORDS_MAX], player_of(player_id)
    if not text:
        raise Refused("reason_missing")
    note = PlayerNote.objects.create(player=player, author=by, words=text)
    record(by=by, act="note_written", subject=f"player:{player.pk}", after={"note": note.pk})
    return note


def ban_of(player: Player) -> Ban | None:
    """What keeps somebody out the longest, as they are told when they log in."""
    holding = Sanction.objects.filter(player=player, kind=SanctionKind.BAN, lifted_at=None)
    longest = holding.order_by(F("until").desc(nulls_first=True)).first()
    return Ban(longest.reason, longest.until) if longest else None


def _take_effect(given: Sanction, by: Player) -> None:
    player = given.player
    if given.kind == SanctionKind.WARNING:
        tell(player=player, kind="warned", facts={"reason": given.reason})
    elif given.kind == SanctionKind.MUTE:
        hours = round((given.until - given.at) / HOUR) if given.until else MUTE_HOURS
        reason = given.reason[:200]
        until = silence(player=player, hours=hours, by=by, reason=reason, at=given.at).until
        tell(
            player=player,
            kind="muted",
            facts={
                "until": timezone.localtime(until).isoformat(timespec="minutes"),
                "reason": given.reason,
            },
        )
    else:
        Player.objects.filter(pk=player.pk).update(is_active=False)
        if given.until is None or given.until - given.at > CLUBS_WAIT:
            part_while_banned(player)


def _readmit(player_id: int) -> None:
    """In again, unless another ban still holds; one at a time, or two would count each other's."""
    Player.objects.select_for_update(no_key=True).only("pk").get(pk=player_id)
    others = Sanction.objects.filter(player_id=player_id, kind=SanctionKind.BAN, lifted_at=None)
    if not others.exists():
        Player.objects.filter(pk=player_id).update(is_active=True)
