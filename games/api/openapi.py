"""How the API describes itself: names, security, the problem that any operation may answer.

Of what may be sent the document says exactly what `web.api.reading` takes, and no more.
"""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.utils.translation import override
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounts.programs.tokens.text import SCOPES
from games.api.round_words import ROUND_VIEW
from games.api.vocabulary import ACTION, CARD, EVENT, IMAGINED_EVENT, LAID_CARD
from web.api.document import group_of
from web.api.reading import Lines
from web.numbers import unfilled
from web.refusals import sentences

PROBLEM = "Problem"
_REF = "#/components/schemas/"
_PROBLEM_KIND = "application/problem+json"
_STATUSES = {
    "400": "The request cannot be read, or a field is not as it should be.",
    "401": "No credentials, or none that are good.",
    "403": "The token lacks the scope, or this is not yours to do.",
    "404": "No such thing, or it is private.",
    "408": "Only a part of the request arrived in time.",
    "409": "Sensible once, but the world has moved on.",
    "413": "More than 64 KiB were sent.",
    "415": "Only JSON is read here.",
    "422": "Against the rules, or an Idempotency-Key used for another request.",
    "429": "Too often; `Retry-After` says when to come back.",
    "500": "A fault of ours. With an `Idempotency-Key` the same request may be sent again.",
    "503": "Busy, or the database is away; nothing was done, send the same request again.",
}
# Said by the server before any door is reached: in plain text, and without any body.
_UNPARSED = "Or, in plain text, what came is no HTTP that can be parsed."
_BARE = {"431": "Address and headers are longer than 64 KiB together; the answer has no body."}
INTRODUCTION = """
Rummy tables, chips and rounds. Start with `POST /api/v1/guests/`: it makes you a player and gives
you a token.

* **Cards** are text: rank `A23456789TJQK`, suit `s h d c`, as in `7h` and `Td`. A card that you
  may not see is never sent.
* **Errors** are `application/problem+json`. Go by `code`; `detail` is a sentence in the language
  of `Accept-Language` (English, German). `x-codes` of the schema Problem lists them all.
* **Repeats**: send an `Idempotency-Key` with whatever changes something, and send the same
  request again whenever you are not sure that it arrived.
* **Versions**: a move names the version of the view it was chosen on; if the table has moved on
  it is refused with `stale_version`, and nothing happens.
"""
_EXAMPLE = {
    "type": "/api/v1/problems/#stale_version",
    "title": "Not possible any more",
    "status": 409,
    "code": "stale_version",
    "detail": "The table has moved on (you acted on version 37, it is 39). Look again.",
    "rule": "",
    "facts": {"expected": 37, "current": 39},
}
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="the `ETag` of the answer you have; it is not sent again while it is current",
)


class Schema(AutoSchema):
    """Operations are named after method and view: `getTables`, `postJoin`."""

    def get_operation_id(self) -> str:
        return f"{self.method.lower()}{self.view.__class__.__name__}"

    def get_tags(self) -> list[str]:
        return [group_of(type(self.view).__module__)]

    def get_override_parameters(self) -> list[Any]:
        parameters: list[Any] = super().get_override_parameters()
        return [*parameters, IF_NONE_MATCH] if self._is_tagged() else parameters

    def _map_serializer_field(
        self, field: Any, direction: Any, bypass_extensions: bool = False
    ) -> Any:
        base: Any = super()
        return sharpened(field, base._map_serializer_field(field, direction, bypass_extensions))

    def _map_basic_serializer(self, serializer: Any, direction: Any) -> Any:
        base: Any = super()
        found = base._map_basic_serializer(serializer, direction)
        return {**found, **getattr(serializer, "described", {})}

    def _get_request_body(self, direction: Any = "request") -> Any:
        base: Any = super()
        found = base._get_request_body(direction)
        if found and getattr(self.get_request_serializer(), "must_be_sent", False):
            found["required"] = True  # an object, though each of its fields may be left out
        return found

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        if self._is_tagged():
            bodies["304"] = {"description": "You have it already: the ETag is yours."}
        return bodies

    def _is_tagged(self) -> bool:
        return self.method == "GET" and getattr(self.view, "is_tagged", False)

    def get_auth(self) -> list[dict[str, list[str]]]:
        """With `{}` among them where visitors need no credentials."""
        schemes: list[dict[str, list[str]]] = super().get_auth()
        kind = "read" if self.method == "GET" else "write"
        return [*schemes, {}] if kind in getattr(self.view, "visitors_may", ()) else schemes


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.identity.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token jeton_…` (or `Bearer jeton_…`), scopes: " + ", ".join(SCOPES),
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.identity.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "cookie",
            "name": "jeton_session",
            "description": "The site's own pages: with `X-CSRFToken` on everything but GET.",
        }


def describe_problems(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Post-processing: the Problem schema with all codes, and where which status may come."""
    result["info"]["title"] = settings.HOUSE_NAME
    components = result["components"]
    components["schemas"][PROBLEM] = _problem_schema()
    components["schemas"] |= {
        "Card": CARD,
        "LaidCard": LAID_CARD,
        "Action": ACTION,
        "Event": EVENT,
        "ImaginedEvent": IMAGINED_EVENT,
        "RoundView": ROUND_VIEW,
    }
    components["responses"] = {
        f"Problem{status}": _response(text) for status, text in _STATUSES.items()
    }
    for status, text in _BARE.items():
        components["responses"][f"Problem{status}"] = {"description": text}
    unread = components["responses"]["Problem400"]
    unread["description"] += f" {_UNPARSED}"
    unread["content"]["text/plain"] = {"schema": {"type": "string"}}
    result["info"]["description"] = INTRODUCTION
    for path, operations in result["paths"].items():
        for method, operation in operations.items():
            _complete(operation, _statuses(path, method, operation))
    return result


def _statuses(path: str, method: str, operation: dict[str, Any]) -> list[str]:
    """Which problems this operation may answer with, those it declares itself among them."""
    left_out = set()
    asks = any(one.get("in") == "query" for one in operation.get("parameters", ()))
    if "{" not in path and not asks and "requestBody" not in operation:
        left_out.add("404")  # nothing is named that might not be there
    if method == "get":
        left_out |= {"409", "422"}
        if "text/event-stream" not in operation["responses"]["200"].get("content", ()):
            left_out.add("429")  # of streams a caller may hold so many
    if "requestBody" not in operation:
        left_out.add("415")
    left_out -= operation["responses"].keys()
    return [status for status in sorted({**_STATUSES, **_BARE}) if status not in left_out]


def _complete(operation: dict[str, Any], statuses: list[str]) -> None:
    responses = operation["responses"]
    for status, response in responses.items():
        response["description"] = response.get("description") or HTTPStatus(int(status)).phrase
    for status in statuses:
        declared = responses.pop(status, {})
        problem = {"$ref": f"#/components/responses/Problem{status}"}
        responses[status] = declared if "content" in declared else problem


def _response(text: str) -> dict[str, Any]:
    schema = {"$ref": f"#/components/schemas/{PROBLEM}"}
    return {"description": text, "content": {_PROBLEM_KIND: {"schema": schema}}}


def _problem_schema() -> dict[str, Any]:
    with override("en"):
        texts = {code: unfilled(text) for code, text in sorted(sentences().items())}
    return {
        "type": "object",
        "description": "RFC 9457 problem details. Programs go by `code`, people read `detail`.",
        "required": ["type", "title", "status", "code", "detail", "rule", "facts"],
        "properties": {
            "type": {"type": "string", "description": "where the code is explained"},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "code": {"type": "string", "enum": list(texts)},
            "detail": {"type": "string", "description": "a sentence, by Accept-Language"},
            "rule": {"type": "string", "description": "the rule broken, such as GIN-8, or empty"},
            "facts": {"type": "object", "description": "the numbers behind the sentence"},
        },
        "examples": [_EXAMPLE],
        "x-codes": texts,
    }


def sharpened(field: serializers.Field[Any, Any, Any, Any], found: Any) -> Any:
    """The description of a field with what the framework leaves out: that it may not be empty."""
    if isinstance(field, Lines) and not field.allow_blank:
        found.setdefault("minLength", 1)
    if isinstance(field, serializers.ListField) and not field.allow_empty:
        found.setdefault("minItems", 1)
    return found


def close_bodies(
    result: dict[str, Any], generator: Any, request: Any, public: bool
) -> dict[str, Any]:
    """Post-processing: a field that is not named is refused, in every body that may be sent."""
    schemas = result["components"]["schemas"]
    for name in _sent(result):
        schema = schemas[name]
        if "properties" in schema:
            schema.setdefault("additionalProperties", False)
    return result


def _sent(result: dict[str, Any]) -> set[str]:
    """The schemas of bodies, and those they are made of."""
    bodies = [
        operation["requestBody"]
        for operations in result["paths"].values()
        for operation in operations.values()
        if "requestBody" in operation
    ]
    found: set[str] = set()
    waiting = [name for body in bodies for name in _named(body)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _named(result["components"]["schemas"][name])
    return found


def _named(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if str(schema.get("$ref", "")).startswith(_REF):
            yield schema["$ref"].removeprefix(_REF)
        for inner in schema.values():
            yield from _named(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _named(inner)
