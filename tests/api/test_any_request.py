"""Whatever is sent, by whomever: never a 5xx, and always an answer as the document describes it.

Requests are generated from the document, some valid and some not, as a player, as an operator,
as nobody and with a forged token. In the default run a few of each operation that the seed draws;
the soak run sends more than 20,000, among them each limit of each field, and all answers are held
against the document.
"""

import json
import os
import sys
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client

from accounts.models import Player
from accounts.programs.scopes import SCOPES
from accounts.programs.tokens.issuing import issue_token
from accounts.programs.webhooks.kinds import WANTED
from tests.promises.tally import sized, tell
from tests.tournaments.club import published
from tournaments.director import Plan

from .attacking import CHECKS, UNKNOWN_CALLER_CHECKS, Attack
from .playing import guest, person, running_table
from .role_world import in_the_office

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
ROLES = ("player", "operator", "nobody", "forger")
# Of so many operations, valid and again invalid, so many requests.
FEW = {"player": (18, 2), "operator": (18, 1), "nobody": (18, 1), "forger": (18, 1)}
ONLY = os.environ.get("API_SOAK_ROLES", " ".join(ROLES)).split()
MANY = int(os.environ.get("API_SOAK_EXAMPLES", sized(20, small=20, full=1_000)))
REQUESTS = 20_000
FORGED = "jeton_" + "0" * 64


@pytest.mark.parametrize("role", ROLES)
def test_a_few_requests_of_every_kind_find_no_fault(role: str) -> None:
    attack = attack_as(role)
    most, examples = FEW[role]
    attack.send_some(examples, most=most, drawn_as=role)
    tell("requests", tried=attack.sent, lost=len(attack.faults))
    assert attack.faults == {}, told(role, attack)
    if role == "player":
        statuses = {status for told in attack.reached.values() for status in told}
        assert 200 in statuses
        assert any(400 <= status < 500 for status in statuses)


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_twenty_thousand_requests_find_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    sent = dict.fromkeys(ROLES, 0)
    faults = []
    for role in ONLY:
        with transaction.atomic():
            with connection.cursor() as cursor:  # making up requests takes its time
                cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
            attack = attack_as(role)
            attack.send_edges()
            if MANY:
                attack.send_some(MANY)
            transaction.set_rollback(True)
        sent[role] = attack.sent
        tell("requests", tried=attack.sent, lost=len(attack.faults))
        faults += [told(role, attack)] if attack.faults else []
        with capsys.disabled():
            sys.stdout.write(f"\n{role}: {attack.sent} requests, {len(attack.faults)} faults\n")
    assert not faults, "\n".join(faults)
    assert sum(sent.values()) >= REQUESTS or MANY < 20 or len(ONLY) < len(ROLES), sent


def told(role: str, attack: Attack) -> str:
    return "\n".join(f"{role}: {name}\n{text}\n" for name, text in attack.faults.items())


def attack_as(role: str) -> Attack:
    table, host, _ = running_table(players=(person("anna"), guest()))
    tournament = published(Plan(buy_in_chips=10), [guest(), guest()], due=False)
    ids = {"table_id": table.pk, "tournament_id": tournament.pk, "player_id": host.pk}
    ids |= {"entry_id": tournament.entries.order_by("pk")[0].pk, "number": 1}
    if role == "nobody":
        return Attack({}, ids, UNKNOWN_CALLER_CHECKS)
    if role == "forger":
        return Attack({"Authorization": f"Token {FORGED}"}, ids, UNKNOWN_CALLER_CHECKS)
    player = host if role == "player" else Player.objects.create_superuser(username="boss")
    if role == "operator":
        people = {"player": host, "other": guest(), "moderator": player, "director": player}
        ids |= in_the_office(people, table.pk)
    _, token = issue_token(player=player, name="any", scopes=tuple(SCOPES))
    headers = {"Authorization": f"Token {token}"}
    return Attack(headers, ids | _own(headers, role), CHECKS)


def _own(headers: dict[str, str], role: str) -> dict[str, Any]:
    """What the caller has made, by the parameters that name it."""
    client = Client(headers=headers)

    def made(path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = client.post(f"/api/v1/{path}/", json.dumps(body), "application/json")
        assert answer.status_code == 201, answer.content
        return dict(answer.json())

    app = {"name": "mine", "redirect_uris": ["https://example.org/back"]}
    ids = {
        "client_id": made("me/apps", app)["client_id"],
        "bot_id": made("me/bots", {"name": f"{role}s_helper"})["player"]["id"],
    }
    if role == "operator":
        hook = {"url": "https://example.org/", "name": "ours", "kinds": [next(iter(WANTED))]}
        ids["endpoint_id"] = made("webhooks", hook)["id"]
        ids |= {"setting_name": "REMATCH_SECONDS", "report_key": "chips"}
    return ids
