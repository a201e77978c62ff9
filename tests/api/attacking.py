"""Requests made from the OpenAPI document, and what is checked of each answer."""

import copy
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

import schemathesis
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from requests import Request
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.config import SchemathesisConfig
from schemathesis.core.failures import FailureGroup
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.core.transport import Response
from schemathesis.specs.openapi import checks as known

from tests.chance import some
from web.refusals import sentences

from .test_openapi import document

KEPT = ("Idempotency-Key", "Last-Event-ID", "If-None-Match")
# All that Schemathesis checks of an answer. Not among them are the three that need a chain of
# requests in one world (`use_after_free`, `ensure_resource_availability`,
# `object_level_authorization`), since here each request finds the world as it was. `test_roles`
# asks it instead: of every address who may see what of others, and of everything that can be
# deleted that it is gone.
CHECKS = [
    not_a_server_error,
    known.status_code_conformance,
    known.content_type_conformance,
    known.response_headers_conformance,
    known.response_schema_conformance,
    known.negative_data_rejection,
    known.positive_data_acceptance,
    known.missing_required_header,
    known.unsupported_method,
    known.allow_header_conformance,
]
# For callers without credentials, or with false ones.
UNKNOWN_CALLER_CHECKS = [*CHECKS, known.ignored_auth]
# 422: well said, and against the rules of the game, which no schema tells.
ACCEPTED = ["2xx", "304", "401", "403", "404", "409", "422", "429"]
CONFIG = {"checks": {"positive_data_acceptance": {"expected-statuses": ACCEPTED}}}
# Refusals, as unreadable, of what is no longer there once the text is cleaned.
UNSAYABLE = {"chat_nothing_said", "chat_too_long"}
DIGITS_MAX, DEPTH_MAX = 10**18 - 1, 12
LOCATIONS = [
    ParameterLocation.PATH,
    ParameterLocation.QUERY,
    ParameterLocation.HEADER,
    ParameterLocation.COOKIE,
    ParameterLocation.BODY,
]
MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]


class Attack:
    """What came of it: answers by operation, and faults with a request to repeat each.

    `ids` by the name of their parameter: where what there is stands in an address it is asked
    for, and elsewhere anything at all.
    """

    def __init__(
        self, headers: dict[str, str], ids: dict[str, Any], checks: list[Any] = CHECKS
    ) -> None:
        self.client, self.ids, self.checks = Client(headers=headers), ids, checks
        self.sent_headers = headers
        self.sentences = sentences()
        self.reached: dict[str, Counter[int]] = defaultdict(Counter)
        self.faults: dict[str, str] = {}
        self.schema = schemathesis.openapi.from_dict(
            copy.deepcopy(document()), config=SchemathesisConfig.from_dict(CONFIG)
        )

    @property
    def sent(self) -> int:
        return sum(sum(answers.values()) for answers in self.reached.values())

    def operations(self) -> Iterable[Any]:
        for operation in self.schema.get_all_operations():
            assert isinstance(operation, Ok)
            yield operation.ok()

    def send_some(self, examples: int, *, most: int = 10_000, drawn_as: str = "") -> None:
        """So many at random of each operation, or of those drawn, and so many that are wrong."""
        for one in some(list(self.operations()), most, f"requests {drawn_as}"):
            self._send(one.as_strategy(), examples)
            if one.body or one.query:
                self._send(one.as_strategy(generation_mode=GenerationMode.NEGATIVE), examples)

    def send_edges(self) -> None:
        """Each limit of each field from both sides, headers left out, methods not there."""
        for one in self.operations():
            config = self.schema.config.generation_for(operation=one, phase="coverage")
            for case in self.schema.iter_coverage_cases(
                one, generation_modes=MODES, generation_config=config
            ):
                self._judge_alone(case)

    def _send(self, strategy: Any, examples: int) -> None:
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
            self._judge_alone(case)

        try:
            one()
        except Unsatisfiable:  # nothing can be wrong with a request that says nothing
            return

    def _judge_alone(self, case: Any) -> None:
        with transaction.atomic():  # each finds the world as it was
            self._judge(case)
            transaction.set_rollback(True)

    def _judge(self, case: Any) -> None:
        self._make_sendable(case)
        asked = Request(**case.as_transport_kwargs(base_url="http://localhost")).prepare()
        answer = self.client.generic(
            asked.method or "GET",
            asked.path_url,
            asked.body or b"",
            str(asked.headers.get("Content-Type", "")),
            headers={name: str(asked.headers[name]) for name in asked.headers if name in KEPT},
        )
        asked.headers.update(self.sent_headers)
        label = str(case.operation.label)
        self.reached[label][answer.status_code] += 1
        code = str(answer.json().get("code")) if answer.status_code >= 400 else ""
        if code and code not in self.sentences:
            self.faults[f"{label}: code"] = case.as_curl_command()
        checks = [one for one in self.checks if _applies(one, case, code)]
        try:
            case.validate_response(_as_read(answer, asked), checks=checks)
        except FailureGroup as group:
            for failure in group.exceptions:
                told = f"{failure}\n{_short(asked)}\n{_text(answer)}"
                self.faults[f"{label}: {type(failure).__name__} {answer.status_code}"] = told

    def _make_sendable(self, case: Any) -> None:
        if not _is_wrong(case, ParameterLocation.PATH):
            known_ids = {
                name: str(self.ids[name]) for name in case.path_parameters if name in self.ids
            }
            if known_ids:
                case.path_parameters = {**case.path_parameters, **known_ids}
        if case.meta is None or case.meta.generation.mode.is_negative:
            return
        case.query = {name: _readable(value) for name, value in case.query.items()}
        if isinstance(case.body, dict):
            case.body = _readable(case.body)


def _applies(check: Any, case: Any, code: str) -> bool:
    """Some requests that were to be wrong have turned out right: what cannot be put wrongly."""
    if check is known.positive_data_acceptance:
        return code not in UNSAYABLE
    if check is not known.negative_data_rejection or case.meta is None:
        return True
    return any(_is_wrong(case, location) for location in LOCATIONS)


def _is_wrong(case: Any, location: ParameterLocation) -> bool:
    return case.meta is not None and bool(case.meta.is_negative_at(location))


def _readable(value: Any, depth: int = 0) -> Any:
    """What no schema says of valid JSON here: text is printable, numbers are whole, nesting ends.

    (The introduction of the document says it; what breaks it is in `test_bad_input`.)
    """
    if depth > DEPTH_MAX:
        return None
    if isinstance(value, str):
        kept = "".join(one if one.isprintable() else "x" for one in value)
        return kept if kept.strip() == kept else kept.replace(" ", "x")
    if isinstance(value, float):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return max(-DIGITS_MAX, min(DIGITS_MAX, value))
    if isinstance(value, list):
        return [_readable(one, depth + 1) for one in value]
    if isinstance(value, dict):
        return {
            _readable(name, depth + 1): _readable(one, depth + 1) for name, one in value.items()
        }
    return value


def _as_read(answer: Any, asked: Any) -> Response:
    return Response(
        status_code=answer.status_code,
        headers={name.lower(): [value] for name, value in answer.headers.items()},
        content=_body(answer),
        request=asked,
        elapsed=0.0,
        verify=False,
    )


def _body(answer: Any) -> bytes:
    return answer.getvalue() if answer.streaming else bytes(answer.content)


def _text(answer: Any) -> str:
    return "" if answer.streaming else answer.content[:400].decode(errors="replace")


def _short(asked: Any) -> str:
    return f"{asked.method} {asked.path_url[:300]} {asked.body!r:.600}"
