"""Who may call what: every operation of the API, by every kind of caller, from one table.

An operation that is not in the table fails the first test: whoever adds one says who it is for.
"""

from collections.abc import Iterator

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from accounts.programs.scopes import SCOPES
from accounts.programs.tokens.issuing import issue_token

from .client import API
from .club_rows import CLUBS_AT_THE_OFFICE, OF_CLUBS
from .playing import guest
from .test_openapi import document

PUBLIC = {
    "GET /arena/",
    "GET /certificates/{code}/",
    "GET /daily/",
    "GET /daily/{day}/{game}/",
    "GET /league/",
    "GET /league/export/",
    "GET /players/{player_id}/accuracy/",
    "GET /players/{player_id}/career/",
    "GET /players/{player_id}/reputation/",
    "GET /presets/",
    "GET /puzzles/",
    "GET /puzzles/next/",
    "GET /puzzles/{puzzle_id}/",
    "GET /tables/",
    "GET /tables/{table_id}/",
    "GET /tables/{table_id}/chat/",
    "GET /tables/{table_id}/events/",
    "GET /tables/{table_id}/log/",
    "GET /tables/{table_id}/skill/",
    "GET /tables/{table_id}/rematch/",
    "GET /tables/{table_id}/rounds/{number}/",
    "GET /tables/{table_id}/rounds/{number}/expert/",
    "GET /tables/{table_id}/rounds/{number}/review/",
    "GET /tables/{table_id}/view/",
    "GET /tournaments/",
    "GET /trust/",
    "GET /trust/links/",
    "GET /tournaments/{tournament_id}/",
    "GET /series/",
    "GET /series/{series_id}/",
    "GET /series/{series_id}/standing/",
    "GET /series/certificates/{code}/",
    "GET /tournaments/{tournament_id}/boards/",
    "GET /tournaments/{tournament_id}/boards/{number}/",
    "GET /tournaments/{tournament_id}/calendar/",
    "GET /tournaments/{tournament_id}/decisions/",
    "GET /tournaments/{tournament_id}/events/",
    "GET /tournaments/{tournament_id}/standings/",
    "GET /tournaments/{tournament_id}/proof/",
    "GET /tournaments/{tournament_id}/tables/",
    "POST /guests/",
}
SIGNED_IN = {
    *OF_CLUBS,
    "POST /puzzles/{puzzle_id}/answer/",
    "GET /me/lending/",
    "POST /me/lending/",
    "GET /me/mistakes/",
    "GET /me/mistakes/{mistake_id}/",
    "POST /me/mistakes/{mistake_id}/answer/",
    "POST /arena/",
    "POST /daily/{game}/",
    "GET /me/apps/",
    "POST /me/apps/",
    "DELETE /me/apps/{client_id}/",
    "GET /me/bots/",
    "POST /me/bots/",
    "DELETE /me/bots/{bot_id}/",
    "POST /me/bots/{bot_id}/token/",
    "GET /me/grants/",
    "DELETE /me/grants/{grant_id}/",
    "GET /me/",
    "GET /me/career/",
    "GET /me/events/",
    "GET /me/export/matches/",
    "GET /me/export/rounds/",
    "GET /me/export/skill/",
    "GET /me/export/statement/",
    "GET /me/friends/",
    "GET /me/ignored/",
    "GET /me/lines/",
    "GET /me/matches/",
    "GET /me/notices/",
    "POST /me/notices/read/",
    "GET /me/notices/wishes/",
    "POST /me/notices/wishes/",
    "GET /me/premium/",
    "POST /me/premium/",
    "POST /me/refill/",
    "GET /me/statement/",
    "GET /me/statistics/",
    "GET /me/tables/",
    "GET /me/tickets/",
    "GET /players/",
    "GET /players/{player_id}/head-to-head/",
    "POST /players/{player_id}/friend/",
    "DELETE /players/{player_id}/friend/",
    "POST /players/{player_id}/ignore/",
    "DELETE /players/{player_id}/ignore/",
    "POST /tables/",
    "POST /tables/{table_id}/actions/",
    "POST /tables/{table_id}/add-bot/",
    "POST /tables/{table_id}/chat/",
    "POST /tables/{table_id}/chat/{number}/report/",
    "POST /tables/{table_id}/chat/gallery/",
    "GET /tables/{table_id}/hint/",
    "POST /tables/{table_id}/invitations/",
    "POST /tables/{table_id}/join/",
    "POST /tables/{table_id}/leave/",
    "POST /tables/{table_id}/line/",
    "POST /tables/{table_id}/rounds/{number}/play-on/",
    "DELETE /tables/{table_id}/line/",
    "POST /tables/quick-seat/",
    "POST /tables/{table_id}/rebuy/",
    "POST /tables/{table_id}/rematch/consent/",
    "POST /tables/{table_id}/rematch/decline/",
    "POST /tables/{table_id}/rematch/offer/",
    "POST /me/confirm/",
    "GET /me/data/",
    "GET /me/erase/",
    "POST /me/erase/",
    "GET /me/sessions/",
    "DELETE /me/sessions/",
    "DELETE /me/sessions/{session_id}/",
    "GET /tokens/",
    "POST /tokens/",
    "DELETE /tokens/{token_key}/",
    "POST /tokens/{token_key}/rotate/",
    "GET /series/{series_id}/certificate/",
    "GET /tournaments/{tournament_id}/certificate/",
    "POST /tournaments/{tournament_id}/add-on/",
    "POST /tournaments/{tournament_id}/come-back/",
    "POST /tournaments/{tournament_id}/enter/",
    "GET /tournaments/{tournament_id}/me/",
    "POST /tournaments/{tournament_id}/rebuy/",
    "GET /tournaments/{tournament_id}/me/sheet/",
    "GET /tournaments/{tournament_id}/sheets/{sheet_id}/",
    "POST /tournaments/{tournament_id}/sheets/{sheet_id}/enter/",
    "POST /tournaments/{tournament_id}/sheets/{sheet_id}/confirm/",
    "POST /tournaments/{tournament_id}/sheets/{sheet_id}/object/",
    "POST /tournaments/{tournament_id}/leave/",
    "POST /tournaments/{tournament_id}/check-in/",
    "POST /tournaments/{tournament_id}/withdraw/",
}
# For tokens with a scope of its own; whoever lacks the right behind it is told so, whatever the id.
SCOPED = {
    **dict.fromkeys(CLUBS_AT_THE_OFFICE, "office"),
    "GET /webhooks/": "webhooks",
    "POST /webhooks/": "webhooks",
    "GET /webhooks/{endpoint_id}/": "webhooks",
    "PATCH /webhooks/{endpoint_id}/": "webhooks",
    "DELETE /webhooks/{endpoint_id}/": "webhooks",
    "GET /webhooks/{endpoint_id}/deliveries/": "webhooks",
    "POST /webhooks/{endpoint_id}/deliveries/{delivery_id}/again/": "webhooks",
    "POST /webhooks/{endpoint_id}/ping/": "webhooks",
    "POST /webhooks/{endpoint_id}/rotate/": "webhooks",
    "GET /office/accounts/": "office",
    "GET /office/accounts/{account_id}/": "office",
    "GET /office/accounts/{account_id}/postings/": "office",
    "GET /office/books/": "office",
    "POST /office/books/audit/": "office",
    "GET /office/corrections/": "office",
    "POST /office/corrections/": "chips:admin",
    "GET /office/corrections/{correction_id}/": "office",
    "POST /office/corrections/{correction_id}/approve/": "chips:admin",
    "POST /office/corrections/{correction_id}/reject/": "chips:admin",
    "POST /office/corrections/{correction_id}/reverse/": "chips:admin",
    "GET /office/restitutions/": "office",
    "POST /office/restitutions/": "chips:admin",
    "GET /office/restitutions/{restitution_id}/": "office",
    "POST /office/restitutions/{restitution_id}/propose/": "chips:admin",
    "POST /office/restitutions/{restitution_id}/approve/": "chips:admin",
    "POST /office/restitutions/{restitution_id}/reject/": "chips:admin",
    "POST /office/restitutions/{restitution_id}/undo/": "chips:admin",
    "GET /office/integrity/": "office",
    "GET /office/integrity/{player_id}/{other_id}/": "office",
    "GET /office/players/": "office",
    "GET /office/players/{player_id}/": "office",
    "POST /office/players/{player_id}/notes/": "office",
    "POST /office/players/{player_id}/premium/end/": "office",
    "POST /office/players/{player_id}/premium/give/": "office",
    "POST /office/players/{player_id}/sanctions/": "office",
    "POST /office/players/{player_id}/sanctions/{sanction_id}/lift/": "office",
    "GET /office/reports/": "office",
    "POST /office/reports/{report_id}/decide/": "office",
    "GET /office/transfers/{transfer_id}/": "office",
    "GET /office/tables/{table_id}/": "office",
    "GET /office/tables/{table_id}/rounds/{number}/": "office",
    "GET /office/tournaments/{tournament_id}/chips/": "office",
    "GET /office/entries/{entry_id}/": "office",
    "GET /office/home/": "office",
    "GET /office/figures/": "office",
    "GET /office/figures/{report_key}/": "office",
    "GET /office/figures/{report_key}/csv/": "office",
    "GET /office/speed/": "office",
    "GET /office/stuck/": "office",
    "POST /office/stuck/{table_id}/wake/": "office",
    "POST /office/stuck/{table_id}/cancel/": "office",
    "POST /office/tournaments/{tournament_id}/bots/": "office",
    "GET /office/settings/": "office",
    "PUT /office/settings/{setting_name}/": "office",
    "GET /office/maintenance/": "office",
    "POST /office/maintenance/": "office",
    "GET /office/announcements/": "office",
    "POST /office/announcements/": "office",
    "POST /office/announcements/{announcement_id}/withdraw/": "office",
    "GET /office/rule-sets/": "office",
    "POST /office/rule-sets/": "office",
    "GET /office/rule-sets/{rule_set_id}/": "office",
    "POST /office/rule-sets/{rule_set_id}/retire/": "office",
    "POST /office/house-tables/": "office",
    "POST /office/what-if/": "office",
    "GET /office/rights/": "office",
    "GET /office/team/": "office",
    "POST /office/team/{player_id}/": "office",
    "GET /office/conflicts/": "office",
    "GET /office/consents/": "office",
    "POST /office/consents/": "office",
    "GET /office/log/": "office",
    "POST /players/import/": "people:import",
    "POST /tournaments/{tournament_id}/entries/import/": "people:import",
    "GET /tournaments/{tournament_id}/entries/": "tournament:direct",
    "POST /series/": "tournament:direct",
    "PUT /series/{series_id}/": "tournament:direct",
    "POST /series/{series_id}/tournaments/": "tournament:direct",
    "DELETE /series/{series_id}/tournaments/{tournament_id}/": "tournament:direct",
    "POST /series/{series_id}/close/": "tournament:direct",
    "GET /tournaments/{tournament_id}/sheets/": "tournament:direct",
    "GET /drafts/": "tournament:direct",
    "POST /drafts/": "tournament:direct",
    "POST /drafts/copy/": "tournament:direct",
    "GET /drafts/{draft_id}/": "tournament:direct",
    "PUT /drafts/{draft_id}/": "tournament:direct",
    "DELETE /drafts/{draft_id}/": "tournament:direct",
    "GET /drafts/{draft_id}/forecast/": "tournament:direct",
    "POST /drafts/{draft_id}/forecast/": "tournament:direct",
    "POST /drafts/{draft_id}/publish/": "tournament:direct",
    "POST /tournaments/publish/": "tournament:direct",
    "GET /tournaments/{tournament_id}/orders/": "tournament:direct",
    "POST /tournaments/{tournament_id}/aim/": "tournament:direct",
    "POST /tournaments/{tournament_id}/orders/": "tournament:direct",
    "POST /tournaments/{tournament_id}/orders/{act_id}/undo/": "tournament:direct",
}
# What stands in an address where the document has a name: all of it unknown.
UNKNOWN = {
    "player_id": 10**15,
    "other_id": 10**15,
    "club_id": 10**15,
    "puzzle_id": 10**15,
    "mistake_id": 10**15,
    "sanction_id": 10**15,
    "report_id": 10**15,
    "account_id": 10**15,
    "entry_id": 10**15,
    "transfer_id": 10**15,
    "correction_id": 10**15,
    "announcement_id": 10**15,
    "rule_set_id": 10**15,
    "report_key": "unknown",
    "setting_name": "unknown",
    "day": "2020-01-01",
    "game": "unknown",
    "table_id": 10**15,
    "tournament_id": 10**15,
    "number": 1,
    "act_id": 10**15,
    "sheet_id": 10**15,
    "draft_id": 10**15,
    "series_id": 10**15,
    "code": "1-unknown",
    "bot_id": 10**15,
    "grant_id": 10**15,
    "client_id": "app_unknown",
    "endpoint_id": 10**15,
    "delivery_id": "00000000-0000-4000-8000-000000000000",
    "token_key": "jeton_000000000",
    "session_id": "0" * 64,
    "restitution_id": 10**15,
}
# By kind of caller: what stops them at (public reads, public writes, other reads, other writes).
OPEN = "open"
ROLES = {
    "visitor": (OPEN, OPEN, "not_signed_in", "not_signed_in"),
    "nonsense token": ("bad_token",) * 4,
    "expired token": ("bad_token",) * 4,
    "token of a banned player": ("bad_token",) * 4,
    "token that reads": (OPEN, "scope_missing", OPEN, "scope_missing"),
    "token that plays": ("scope_missing", OPEN, "scope_missing", OPEN),
    "token that does both": (OPEN,) * 4,
    "token of staff": (OPEN,) * 4,
    "browser": (OPEN, "csrf_failed", OPEN, "csrf_failed"),
    "token of an operator": ("scope_missing",) * 4,
}
# What stops them at the operations of operators: (reads, writes).
AT_SCOPED = {
    "visitor": ("not_signed_in",) * 2,
    "nonsense token": ("bad_token",) * 2,
    "expired token": ("bad_token",) * 2,
    "token of a banned player": ("bad_token",) * 2,
    "browser": ("not_a_director", "csrf_failed"),
    "token of an operator": (OPEN, OPEN),
}
OTHERS_AT_SCOPED = ("scope_missing",) * 2
STOPS = {
    "not_signed_in": 401,
    "bad_token": 401,
    "scope_missing": 403,
    "csrf_failed": 403,
    "not_a_director": 403,
    "not_a_planner": 403,
}


def operations() -> Iterator[tuple[str, str, bool]]:
    """Method, path, and whether the document says that visitors may."""
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            yield method.upper(), path.removeprefix(API), {} in operation["security"]


def test_the_table_names_every_operation_and_the_document_agrees() -> None:
    described = {f"{method} {path}": public for method, path, public in operations()}
    assert set(described) == PUBLIC | SIGNED_IN | set(SCOPED)
    assert {name for name, public in described.items() if public} == PUBLIC


def header(player: Player, *scopes: str) -> dict[str, str]:
    _, token = issue_token(player=player, name="test", scopes=scopes)
    return {"Authorization": f"Token {token}"}


@pytest.fixture
def callers() -> dict[str, Client]:
    player, banned = guest(), guest()
    staff = Player.objects.create_superuser(username="boss", password="x" * 20)
    expired = issue_token(player=player, name="past", days=1)
    expired[0].expiry = timezone.now()
    expired[0].save()
    headers = {
        "visitor": {},
        "nonsense token": {"Authorization": "Token jeton_nonsense"},
        "expired token": {"Authorization": f"Token {expired[1]}"},
        "token of a banned player": header(banned),
        "token that reads": header(player, "read"),
        "token that plays": header(player, "play"),
        "token that does both": header(player),
        "token of staff": header(staff),
        "browser": {},
        "token of an operator": header(staff, *sorted(set(SCOPED.values()))),
    }
    Player.objects.filter(pk=banned.pk).update(is_active=False)
    found = {role: Client(enforce_csrf_checks=True, headers=kept) for role, kept in headers.items()}
    found["browser"].force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return found


@pytest.mark.drawn(4)
@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("role", ROLES)
def test_each_caller_is_stopped_where_they_should_be(role: str, callers: dict[str, Client]) -> None:
    found, expected = {}, {}
    for method, path, _ in operations():
        name = f"{method} {path}"
        with transaction.atomic():  # each asks the world as it was
            found[name] = stopped_by(callers[role], method, path)
            transaction.set_rollback(True)
        writes = method != "GET"
        if name in SCOPED:
            expected[name] = AT_SCOPED.get(role, OTHERS_AT_SCOPED)[writes]
            if role == "browser" and not writes and SCOPES[SCOPED[name]].for_staff:
                expected[name] = "scope_missing"
            elif role == "browser" and not writes and "/drafts/" in name:
                expected[name] = "not_a_planner"
        else:
            expected[name] = ROLES[role][2 * (name not in PUBLIC) + writes]
    assert found == expected


def stopped_by(client: Client, method: str, path: str) -> str:
    """The code of the refusal that is about the caller, or `open`; never a fault of ours."""
    answer = client.generic(
        method,
        API + path.format(**UNKNOWN),
        b"{}" if method in ("POST", "PATCH", "PUT") else b"",
        "application/json",
        headers={"Idempotency-Key": "once"},
    )
    assert answer.status_code < 500, path
    if answer.status_code < 400:
        return OPEN
    code = str(answer.json()["code"])
    assert STOPS.get(code, answer.status_code) == answer.status_code
    return code if code in STOPS else OPEN
