"""Whatever is sent, by whomever: never a 5xx, and always an answer as the document describes it.

Requests are generated from the document, some valid and some not, as a player, as an operator
and as nobody. A few of each in the default run, which asks for no 5xx and a known code; the soak
run sends more than 20,000 and holds every answer against the document.
"""

from __future__ import annotations

import copy
import os
from collections import Counter, defaultdict
from typing import Any

import pytest
import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from requests import Request
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import Player
from accounts.scopes import SCOPES
from accounts.services.tokens import issue_token
from games.api.problems import all_sentences
from tests.tournaments.club import published
from tournaments.director import Plan

from .playing import guest, running_table
from .test_openapi import document

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
KEPT = ("Idempotency-Key", "Last-Event-ID", "If-None-Match")
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ROLES = ("player", "operator", "nobody")
# Of each operation, valid and again invalid: so many requests.
FEW = {"player": 3, "operator": 1, "nobody": 1}
MANY = int(os.environ.get("API_SOAK_EXAMPLES", "50"))
# Where what there is stands in an address, it is asked for; elsewhere anything at all.
Known = dict[str, Any]


@pytest.mark.parametrize("role", ROLES)
def test_a_few_requests_of_every_kind_find_no_fault(role: str) -> None:
    attack = attacked(role, FEW[role], checks=CHECKS[:1])
    assert attack.faults == {}
    if role == "player":
        assert {200, 400} <= set(attack.reached["GET /api/v1/tables/"])
        assert 201 in attack.reached["POST /api/v1/tables/"]


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_twenty_thousand_requests_find_no_fault() -> None:
    sent = 0
    faults: dict[str, str] = {}
    for role in ROLES:
        with transaction.atomic():
            attack = attacked(role, MANY)
            transaction.set_rollback(True)
        faults |= {f"{role}: {name}": told for name, told in attack.faults.items()}
        sent += attack.sent
    assert faults == {}, "\n".join(f"{name}\n{told}" for name, told in faults.items())
    assert sent >= 20_000 or MANY < 50


class Attack:
    """What came of it: answers by operation, and faults with a request to repeat each."""

    def __init__(self, client: Client, known: Known, checks: list[Any]) -> None:
        self.client, self.known, self.checks = client, known, checks
        self.sentences = all_sentences()
        self.reached: dict[str, Counter[int]] = defaultdict(Counter)
        self.faults: dict[str, str] = {}

    @property
    def sent(self) -> int:
        return sum(sum(answers.values()) for answers in self.reached.values())

    def send(self, strategy: Any, examples: int) -> None:
        @settings(
            max_examples=examples,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=strategy)
        def one(case: Any) -> None:
            with transaction.atomic():  # each finds the world as it was
                self._judge(case)
                transaction.set_rollback(True)

        try:
            one()
        except Unsatisfiable:  # nothing can be wrong with a request that says nothing
            return

    def _judge(self, case: Any) -> None:
        for name, value in self.known.items():
            if name in case.path_parameters:
                case.path_parameters[name] = value
        asked = Request(**case.as_transport_kwargs(base_url="http://localhost")).prepare()
        answer = self.client.generic(
            asked.method or "GET",
            asked.path_url,
            asked.body or b"",
            str(asked.headers.get("Content-Type", "")),
            headers={name: str(asked.headers[name]) for name in asked.headers if name in KEPT},
        )
        label = str(case.operation.label)
        self.reached[label][answer.status_code] += 1
        if answer.status_code >= 400 and answer.json().get("code") not in self.sentences:
            self.faults[f"{label}: code"] = case.as_curl_command()
        checks = self.checks[:3] if answer.streaming else self.checks
        try:
            case.validate_response(_as_read(answer, asked), checks=checks)
        except FailureGroup as group:
            for failure in group.exceptions:
                told = f"{failure}"[:600]
                self.faults[f"{label}: {type(failure).__name__} {answer.status_code}"] = told


def _as_read(answer: Any, asked: Any) -> Response:
    return Response(
        status_code=answer.status_code,
        headers={name: [value] for name, value in answer.headers.items()},
        content=b"" if answer.streaming else answer.content,
        request=asked,
        elapsed=0.0,
        verify=False,
    )


def attacked(role: str, examples: int, checks: list[Any] = CHECKS) -> Attack:
    table, host, _ = running_table()
    tournament = published(Plan(buy_in_chips=10), [guest(), guest()], due=False)
    known = {"table_id": table.pk, "tournament_id": tournament.pk, "player_id": host.pk}
    attack = Attack(Client(headers=_headers(role, host)), known, checks)
    schema = schemathesis.openapi.from_dict(copy.deepcopy(document()))
    for operation in schema.get_all_operations():
        assert isinstance(operation, Ok)
        one = operation.ok()
        attack.send(one.as_strategy(), examples)
        if one.body or one.query:
            attack.send(one.as_strategy(generation_mode=GenerationMode.NEGATIVE), examples)
    return attack


def _headers(role: str, player: Player) -> dict[str, str]:
    if role == "nobody":
        return {}
    if role == "operator":
        player = Player.objects.create_superuser(username="boss")
    _, token = issue_token(player=player, name="any", scopes=tuple(SCOPES))
    return {"Authorization": f"Token {token}"}
