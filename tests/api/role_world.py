"""One of every role, and what belongs to whom, for the table of roles."""

import json
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.clubs.keeping import found_club
from accounts.joining.players import grant_starting_chips
from accounts.models import OAuthApp, OAuthGrant, Player, Posting, PushDevice, Session
from accounts.premium.giving import issue_ticket
from accounts.programs.scopes import SCOPES
from accounts.programs.tokens.issuing import issue_token
from backoffice.corrections.acting import request_correction
from backoffice.people.sanctions import sanction_player
from backoffice.permissions import Role
from backoffice.rules.rule_sets import store_rule_set
from backoffice.running.acting import announce
from games.daily.playing import today
from games.models import ChatReport
from tests.puzzles.test_solving import a_puzzle
from tests.tournaments.club import published
from tournaments.director import Plan
from tournaments.models import Entry

from .playing import guest, person, play_moves, running_table

# `player` owns what is asked for, `other` is anybody else with an account.
WHO = ("nobody", "player", "other", "bot", *(role.value for role in Role))
UNKNOWN = 10**12
UNKNOWN_TEXT = {
    "client_id": "x" * 24,
    "token_key": "jeton_000000000",
    "session_id": "0" * 64,
    "access_id": "token-unknown",
    "delivery_id": "00000000-0000-4000-8000-000000000000",
    "code": "XXXX-XXXX",
    "day": "2020-01-01",
    "game": "unknown",
}
SMALL = {"number": 1}  # counted within something that has an id


@dataclass
class World:
    """Headers by role, and ids by parameter of what belongs to `player`, or to the house."""

    headers: dict[str, dict[str, str]]
    ids: dict[str, Any]

    def ask(
        self,
        who: str,
        method: str,
        path: str,
        ids: dict[str, Any],
        body: Any = None,
        *,
        key: str = "once",
    ) -> Any:
        named = {"Idempotency-Key": f"{who}-{key}"} if method != "GET" else {}
        return Client(headers={**self.headers[who], **named}).generic(
            method,
            path.format(**ids),
            b"" if body is None else json.dumps(body).encode(),
            "application/json",
        )


def new_world() -> World:
    owner = person("anna")
    grant_starting_chips(owner)
    table, _, _ = running_table(players=(owner, guest()), is_private=True)
    play_moves(table)
    people = {"player": owner, "other": person("bert")}
    people |= {role.value: _colleague(role) for role in Role}
    headers: dict[str, dict[str, str]] = {"nobody": {}}
    headers |= {who: _headers(one) for who, one in people.items()}
    ids = {"table_id": table.pk, "player_id": owner.pk, **SMALL, **_made(headers, owner)}
    return World(headers, ids | in_the_office(people, table.pk))


def _colleague(role: Role) -> Player:
    found = person(f"the-{role.value}")
    found.is_staff = True
    found.save()
    found.groups.add(Group.objects.get(name=role.value))
    return Player.objects.get(pk=found.pk)


def in_the_office(people: dict[str, Player], table_id: int) -> dict[str, Any]:
    """What staff have about `player`: a report, a warning, a correction that waits."""
    player, wallet = people["player"], wallet_of(people["player"])
    grant_starting_chips(player)  # once, whoever asks again
    warning = sanction_player(
        player_id=player.pk, kind="warning", hours=None, reason="once", by=people["moderator"]
    )
    former = person("former-cashier")  # whoever asks approves nothing
    waiting = request_correction(
        account=wallet, amount_chips=10**9, counter="mint", reason="once", by=former
    )
    report = ChatReport.objects.create(
        table_id=table_id,
        number=1,
        author=player,
        reporter=people["other"],
        reason="insult",
        context=[],
    )
    return {
        "other_id": people["other"].pk,
        "sanction_id": warning.pk,
        "report_id": report.pk,
        "ticket_id": issue_ticket(days=1).pk,
        "account_id": wallet.pk,
        "transfer_id": Posting.objects.filter(account=wallet).latest("account_version").transfer_id,
        "correction_id": waiting.pk,
        **_of_the_house(people["director"]),
    }


def _of_the_house(director: Player) -> dict[str, Any]:
    """What is nobody's: an announcement, rules under a name, a report, a setting."""
    told = announce(
        words_de="Heute!",
        words_en="Today!",
        hours=1,
        by=director,
    )
    rules = store_rule_set(
        name="Ours", preset="gin_palast", house_rules=[], options={}, by=director
    )
    return {
        "announcement_id": told.pk,
        "rule_set_id": rules.pk,
        "report_key": "chips",
        "setting_name": "REMATCH_SECONDS",
    }


def _headers(player: Player) -> dict[str, str]:
    _, token = issue_token(player=player, name="any", scopes=SCOPES)
    return {"Authorization": f"Token {token}"}


def _made(headers: dict[str, dict[str, str]], owner: Player) -> dict[str, Any]:
    def made(who: str, path: str, body: Any = None) -> Any:
        answer = Client(headers=headers[who]).generic(
            "POST", f"/api/v1/{path}/", json.dumps(body or {}).encode(), "application/json"
        )
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    bot = made("player", "me/bots", {"name": "helper"})
    stranger = made("other", "me/bots", {"name": "stranger"})
    headers["bot"] = {"Authorization": f"Token {stranger['token']}"}
    app = {"name": "mine", "redirect_uris": ["https://example.org/back"]}
    hook = {"url": "https://example.org/", "name": "ours", "kinds": ["player.registered"]}
    hook_id = made("owner", "webhooks", hook)["id"]
    draft = made("director", "drafts/copy", {"ready_made": "gin_turbo"})
    tournament = published(Plan(buy_in_chips=10), [owner, guest()], due=False)
    client_id = made("player", "me/apps", app)["client_id"]
    Client().force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    return {
        "bot_id": bot["player"]["id"],
        "client_id": client_id,
        "token_key": made("player", "tokens", {"name": "second"})["id"],
        "session_id": Session.objects.get(player=owner).public_id,
        "access_id": f"session-{Session.objects.get(player=owner).public_id}",
        "device_id": PushDevice.objects.create(
            player=owner,
            session=Session.objects.get(player=owner),
            endpoint="https://push.example.org/1",
        ).pk,
        "restitution_id": UNKNOWN,
        "grant_id": _granted(client_id, owner),
        "endpoint_id": hook_id,
        "delivery_id": made("owner", f"webhooks/{hook_id}/ping")["id"],
        "draft_id": draft["id"],
        "tournament_id": tournament.pk,
        "entry_id": Entry.objects.get(tournament=tournament, player=owner).pk,
        "act_id": UNKNOWN,
        "series_id": made("director", "series", {"name": "Summer"})["id"],
        "sheet_id": UNKNOWN,
        "code": UNKNOWN_TEXT["code"],
        "day": today().isoformat(),
        "game": "gin_palast",
        "puzzle_id": a_puzzle().pk,
        "club_id": found_club(player=owner, name="Ours").pk,
        "mistake_id": UNKNOWN,
    }


def _granted(client_id: str, player: Player) -> int:
    """The player's yes to an app, as it stands when the code has been exchanged."""
    return OAuthGrant.objects.create(
        app=OAuthApp.objects.get(client_id=client_id),
        player=player,
        scopes=["read"],
        redirect_uri="https://example.org/back",
        challenge="c" * 43,
        code_digest="d" * 64,
        code_until=timezone.now(),
        is_code_used=True,
    ).pk
