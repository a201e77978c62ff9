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
from tests.chance import some

from .client import API
from .playing import guest
from .reach_table import PUBLIC, SCOPED, SIGNED_IN
from .test_openapi import document

UNKNOWN = {
    "player_id": 10**15,
    "other_id": 10**15,
    "club_id": 10**15,
    "puzzle_id": 10**15,
    "mistake_id": 10**15,
    "sanction_id": 10**15,
    "ticket_id": 10**15,
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
    "access_id": "token-unknown",
    "device_id": 10**9,
    "restitution_id": 10**15,
}
# By kind of caller: what stops them at (public reads, public writes, other reads, other writes).
OPEN = "open"
ROLES = {
    "visitor": (OPEN, OPEN, "not_signed_in", "not_signed_in"),
    "nonsense token": ("bad_token",) * 4,
    "expired token": ("bad_token",) * 4,
    "token of a banned player": ("account_banned",) * 4,
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
    "token of a banned player": ("account_banned",) * 2,
    "browser": ("not_a_director", "csrf_failed"),
    "token of an operator": (OPEN, OPEN),
}
OTHERS_AT_SCOPED = ("scope_missing",) * 2
STOPS = {
    "not_signed_in": 401,
    "bad_token": 401,
    "account_banned": 401,
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
    """Half of the operations are asked by each, by the seed; in the soak run all."""
    found, expected = {}, {}
    asked = list(operations())
    for method, path, _ in some(asked, len(asked) // 2, f"operations of {role}"):
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
