"""The OpenAPI document is complete, current, and true of what the server does."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.urls import URLPattern, URLResolver
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.validation import validate_schema
from rest_framework.response import Response

from config.api import Document, urlpatterns
from tournaments.desk.orders import ORDERS
from web.refusals import sentences

from .client import Caller

SNAPSHOT = Path("docs/openapi.yaml")


@cache
def document() -> dict[str, Any]:
    with override("en"):
        generated: dict[str, Any] = SchemaGenerator().get_schema(  # type: ignore[no-untyped-call]
            request=None, public=True
        )
    return generated


def test_the_committed_document_is_current() -> None:
    """If not: manage.py spectacular --file docs/openapi.yaml"""
    current = OpenApiYamlRenderer().render(document(), renderer_context={})  # type: ignore[no-untyped-call]
    assert SNAPSHOT.read_bytes() == current


def test_it_is_valid_openapi_3_1() -> None:
    generated = document()
    validate_schema(generated)  # type: ignore[no-untyped-call]
    assert generated["openapi"].startswith("3.1")


def _routes(patterns: list[Any]) -> int:
    return sum(
        _routes(one.url_patterns) if isinstance(one, URLResolver) else 1
        for one in patterns
        if isinstance(one, URLPattern | URLResolver)
    )


def test_every_address_is_described() -> None:
    """All but the document itself, its page, the page of problems, and the 404 for the rest."""
    assert len(document()["paths"]) == _routes(urlpatterns) - 4


def test_a_record_is_described_in_its_own_words_with_what_stands_when_left_out() -> None:
    schemas = document()["components"]["schemas"]
    rules, schedule = schemas["EntryRulesForm"], schemas["ScheduleForm"]
    assert "`bot_accounts` lets other people's programs enter." in rules["description"]
    assert "the other is null" in schedule["description"]
    assert (rules["properties"]["least"]["default"], rules.get("required")) == (2, None)
    assert schedule["properties"]["growth"]["default"] == [3, 2]
    assert schemas["PlanForm"]["properties"]["pace"]["default"] == "independent"
    assert "default" not in schemas["PlanForm"]["properties"]["entries"]


def test_what_each_order_takes_is_said() -> None:
    words = document()["components"]["schemas"]["OrderForm"]["description"]
    assert [kind for kind in ORDERS if f"`{kind}`" not in words] == []


def formats_in(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("format"), str) and "type" in part:
            yield part["format"]
        part = list(part.values())
    if isinstance(part, list):
        yield from chain.from_iterable(map(formats_in, part))


def test_a_format_is_named_only_where_it_is_kept_to() -> None:
    """`time` is of RFC 3339, with seconds and an offset; a time of day here is like 22:00."""
    quiet = document()["components"]["schemas"]["QuietForm"]["properties"]["begins"]
    assert re.search(quiet["pattern"], "22:00")
    assert not re.search(quiet["pattern"], "24:00")
    assert set(formats_in(document())) <= {"date", "date-time", "uuid", "double", "int64"}


def test_every_error_code_is_listed_with_its_sentence() -> None:
    problem = document()["components"]["schemas"]["Problem"]
    assert set(problem["properties"]["code"]["enum"]) == set(sentences())
    assert all(problem["x-codes"].values())


REFUSALS = {
    "Refused",
    "RefillRefused",
    "NotFound",
    "NotAllowed",
    "Conflict",
    "StaleAction",
    "KeyReused",
    "Busy",
    "IllegalAction",
    "InvalidAction",
    "InvalidRules",
    "InvalidTerms",
    "UnreadableJson",
}
# Raised at our own faults only; no caller can bring them about.
INTERNAL = {
    "deck_incomplete",
    "dealer_not_seated",
    "reshuffles_incomplete",
    "no_finite_actions",
}


def raised_codes() -> set[str]:
    """Every code that is written next to a refusal anywhere in the source."""
    found = set()
    sources = (Path(room).rglob("*.py") for room in ("rummy", "games", "accounts", "web"))
    for path in chain.from_iterable(sources):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            code = node.args[0]
            if name in REFUSALS and isinstance(code, ast.Constant) and isinstance(code.value, str):
                found.add(code.value)
    return found


def test_every_code_that_the_source_raises_has_a_sentence() -> None:
    assert raised_codes() - INTERNAL - set(sentences()) == set()


@pytest.mark.django_db(databases=["default", "owner"])
def test_the_document_is_written_once_however_many_ask_for_it(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """It takes a second of a processor, and anybody may ask."""
    written: list[str] = []
    write = Document._get_schema_response

    def count(self: Document, request: Any) -> Any:
        written.append(settings.HOUSE_NAME)
        if settings.HOUSE_NAME == "Elsewhere":  # what it says there is not looked at
            return Response({})
        return write(self, request)  # type: ignore[no-untyped-call]

    monkeypatch.setattr(Document, "_kept", {})
    monkeypatch.setattr(Document, "_get_schema_response", count)
    for _time in range(2):
        in_german = Caller().get("/schema/?lang=de", Accept_Language="de")
        as_yaml, as_json = Caller().get("/schema/"), Caller().get("/schema/?format=json")
    assert len(written) == 2
    assert in_german.content == as_yaml.content
    assert as_json.json()["info"] == yaml.load(as_yaml.content, yaml.CSafeLoader)["info"]
    assert as_json["Content-Type"] == "application/vnd.oai.openapi+json"
    settings.HOUSE_NAME = "Elsewhere"
    Caller().get("/schema/")
    assert len(Document._kept) == 1
    monkeypatch.setattr(Document, "kept_seconds", 0.0)
    Caller().get("/schema/")
    assert written == ["Jeton", "Jeton", "Elsewhere", "Elsewhere"]


@pytest.mark.django_db(databases=["default", "owner"])
def test_documentation_is_served_without_help_from_elsewhere() -> None:
    page = Caller().get("/docs/").content.decode()
    assert "swagger-ui" in page
    assert "//cdn" not in page
    assert "https://" not in page
    assert Caller().get("/schema/?format=json").json()["info"]["title"] == "Jeton"
    problems = Caller().get("/problems/", Accept_Language="de").content.decode()
    assert 'id="stale_version"' in problems
    assert 'lang="de"' in problems
