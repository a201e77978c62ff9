"""The document says of what may be sent exactly what `web.api.reading` takes, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rest_framework import serializers

from web.api.reading import Lines

_REF = "#/components/schemas/"


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
