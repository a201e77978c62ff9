"""The Python client's types say what the OpenAPI document says, field by field."""

from __future__ import annotations

import inspect
from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import pytest
from jeton_client import calls, shapes
from jeton_client.office import (
    chip_shapes,
    chips,
    house,
    house_shapes,
    inspector_shapes,
    people,
    people_shapes,
)

from tests.api.test_openapi import document

SHAPES = (shapes, chip_shapes, inspector_shapes, people_shapes, house_shapes)
CALLS = (calls, chips, people, house)
NO_CALLS = ("new_key", "given")
# Everything else is named after its schema: `Table` is `TableShape`.
NAMED_DIFFERENTLY = {
    "NewTable": "TableForm",
    "Action": "Action",
    "Event": "Event",
    "RoundView": "RoundView",
}
# Parts of a schema that have no name of their own in the document.
INLINE = {
    *("LayOff", "Arrangement", "Knockable", "Shown", "Lent", "LaidMeld", "FirstMeld", "Step"),
    "Outcome",
}
# How one of a few words or null is described.
NULL = {"$ref": "#/components/schemas/NullEnum"}
PLAIN = {int: "integer", str: "string", bool: "boolean", float: "number"}

Schema = dict[str, Any]


@cache
def schemas() -> dict[str, Schema]:
    found: dict[str, Schema] = document()["components"]["schemas"]
    return found


def typed_dicts() -> dict[str, type]:
    return {
        name: one for module in SHAPES for name, one in vars(module).items() if is_typeddict(one)
    }


def schema_of(name: str) -> Schema:
    return schemas()[NAMED_DIFFERENTLY.get(name, f"{name}Shape")]


@pytest.mark.parametrize("name", sorted(set(typed_dicts()) - INLINE))
def test_a_type_has_the_fields_of_its_schema(name: str) -> None:
    shape, schema = typed_dicts()[name], schema_of(name)
    assert differences(shape, united(schema)) == []


def united(schema: Schema) -> Schema:
    """Of kinds with fields of their own, one that may have the fields of each.

    A field that may be left out need not be sent as null besides.
    """
    if "properties" in schema:
        return schema
    kinds = schema["oneOf"]
    properties: dict[str, Schema] = {}
    for kind in kinds:
        for name, field in kind["properties"].items():
            properties.setdefault(name, alternatives(field)[0][0])
    return {
        "properties": properties,
        "required": [name for name in properties if all(name in one["required"] for one in kinds)],
    }


def differences(shape: type, schema: Schema) -> list[str]:
    """What a TypedDict and an object's schema do not agree on."""
    fields = get_type_hints(shape)
    properties = schema["properties"]
    required: frozenset[str] = shape.__required_keys__  # type: ignore[attr-defined]
    found = [f"{name}: only in one of them" for name in sorted(set(fields) ^ set(properties))]
    found += [
        f"{name}: required in one of them only"
        for name in sorted(set(required) ^ set(schema.get("required", [])))
    ]
    found += [
        f"{name}: {hint} is not {properties[name]}"
        for name, hint in fields.items()
        if name in properties and not agree(hint, properties[name])
    ]
    return found


def agree(hint: Any, schema: Schema) -> bool:
    """Whether a type and a schema describe the same values."""
    if get_origin(hint) in (Required, NotRequired):
        return agree(get_args(hint)[0], schema)
    if hint is Any:
        return "type" not in schema and "$ref" not in schema
    options, can_be_null = alternatives(schema)
    hints = [one for one in union_of(hint) if one is not NoneType]
    if can_be_null != (len(hints) < len(union_of(hint))):
        return False
    return len(hints) == len(options) and all(
        any(agree_exactly(one, option) for option in options) for one in hints
    )


def union_of(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def alternatives(schema: Schema) -> tuple[list[Schema], bool]:
    """The schemas of which a value has one, without null; and whether it may be null."""
    if "oneOf" in schema:
        parts = [{"type": "null"} if one == NULL else one for one in schema["oneOf"]]
        schema = {"oneOf": parts}
    parts = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf") or [schema]
    kinds = [
        {**part, "type": kind}
        for part in parts
        for kind in (part["type"] if isinstance(part.get("type"), list) else [part.get("type")])
    ]
    return [part for part in kinds if part["type"] != "null"], any(
        part["type"] == "null" for part in kinds
    )


def agree_exactly(hint: Any, schema: Schema) -> bool:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return hint is typed_dicts().get(type_name(name)) or agree(hint, schemas()[name])
    if get_origin(hint) is Literal:
        return set(get_args(hint)) == set(schema.get("enum", ())) - {None}
    if get_origin(hint) is list:
        return bool(schema["type"] == "array") and agree(get_args(hint)[0], schema["items"])
    if get_origin(hint) is dict:
        return bool(schema["type"] == "object")
    if is_typeddict(hint):
        return bool(schema["type"] == "object") and differences(hint, schema) == []
    return bool(PLAIN.get(hint) == schema["type"])


def type_name(schema_name: str) -> str:
    by_schema = {schema: name for name, schema in NAMED_DIFFERENTLY.items()}
    return by_schema.get(schema_name, schema_name.removesuffix("Shape"))


class _Lying(shapes.Me):
    more: int


def test_the_comparison_finds_what_is_wrong() -> None:
    """A field too many, a type that differs, a null that is not expected."""
    schema = schema_of("Me")
    assert differences(_Lying, schema) == [
        "more: only in one of them",
        "more: required in one of them only",
    ]
    assert not agree(str, schema["properties"]["balance"])
    assert not agree(int | None, schema["properties"]["balance"])
    assert not agree(int, schema_of("Statement")["properties"]["next_before"])
    assert not agree(list[int], schema["properties"]["scopes"])


def test_every_operation_of_the_client_is_in_the_document() -> None:
    """Method and path of each call exist; and everything it sends is a field or parameter."""
    paths = document()["paths"]
    own = [
        one
        for module in CALLS
        for one in vars(module).values()
        if getattr(one, "__module__", "") == module.__name__
    ]
    for build in own:
        name = getattr(build, "__name__", "")
        if name.startswith("_") or name in NO_CALLS or not inspect.isfunction(build):
            continue
        given = inspect.signature(build).parameters.values()
        named = [one for one in given if one.kind is not inspect.Parameter.VAR_KEYWORD]
        call = build(**{one.name: sample(one) for one in named})
        found = [path for path in paths if matches(path, f"/api/v1/{call.path}")]
        path = min(found, key=lambda path: path.count("{"))  # the address itself before a pattern
        operation = paths[path][call.method.lower()]
        parameters = {one["name"] for one in operation.get("parameters", ())}
        assert set(call.query or ()) <= parameters, name
        assert call.key is None or "Idempotency-Key" in parameters, name
        if call.body:
            content = operation["requestBody"]["content"]["application/json"]["schema"]
            form = schemas()[content["$ref"].rpartition("/")[2]]
            assert set(call.body) <= set(form["properties"]), name


def sample(parameter: inspect.Parameter) -> Any:
    """Something to fill a parameter with, so that everything that can be sent is."""
    if parameter.name == "terms":
        return {"rounds": 1}
    if parameter.name == "what":
        return "rounds"
    if parameter.name == "action":
        return {"type": "ready"}
    if "Mapping" in str(parameter.annotation):
        return {}
    return 1 if "int" in str(parameter.annotation) else "x"


def matches(template: str, path: str) -> bool:
    parts, given = template.strip("/").split("/"), path.strip("/").split("/")
    return len(parts) == len(given) and all(
        part == one or part.startswith("{") for part, one in zip(parts, given, strict=True)
    )


def test_every_operation_of_the_office_is_in_the_client() -> None:
    """And with the key, the parameters and the fields it has."""
    offered = {
        (method.upper(), path)
        for path, methods in document()["paths"].items()
        for method in methods
        if path.startswith("/api/v1/office/")
    }
    built = [
        build(**{one.name: sample(one) for one in inspect.signature(build).parameters.values()})
        for module in (chips, people, house)
        for name, build in vars(module).items()
        if inspect.isfunction(build)
        and build.__module__ == module.__name__
        and not name.startswith("_")
    ]
    reached = {
        (call.method, path)
        for call in built
        for method, path in offered
        if method == call.method and matches(path, f"/api/v1/{call.path}")
    }
    assert reached == offered
    assert all(call.repeatable for call in built)
