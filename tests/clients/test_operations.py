"""The Python client's operations are in the OpenAPI document, and all of the office's are there."""

import inspect
from collections.abc import Callable
from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from jeton_client import Call, shapes
from jeton_client.operations import OfficeOperations, Operations

from clients.generator.shapes import type_name
from tests.api.test_openapi import document

API = "/api/v1/"
# How an answer that is no JSON is typed.
OTHER_ANSWERS = {"text/csv": str}

Schema = dict[str, Any]
Method = Callable[..., Any]


def methods(of: type) -> dict[str, Method]:
    """Every method that sends a call, by class and name; lists send the calls of other methods."""
    return {
        f"{of.__name__}.{name}": method
        for name, method in vars(of).items()
        if inspect.isfunction(method) and "Iterator" not in str(method.__annotations__["return"])
    }


METHODS = methods(Operations) | methods(OfficeOperations)


@cache
def paths() -> dict[str, Schema]:
    found: dict[str, Schema] = document()["paths"]
    return found


class Sending:
    """Keeps what was sent."""

    def send(self, call: Call[Any]) -> None:
        self.call = call


def sample_call(method: Method) -> Call[Any]:
    given = [*inspect.signature(method).parameters.values()][1:]
    named = {one.name: sample(one) for one in given if one.kind is not one.VAR_KEYWORD}
    for one in given:
        if one.kind is one.VAR_KEYWORD:  # the fields of a form
            for form in get_args(get_type_hints(method)[one.name]):
                named |= dict.fromkeys(form.__annotations__, "x")
    sending = Sending()
    method(sending, **named)
    return sending.call


def sample(parameter: inspect.Parameter) -> Any:
    """Something to fill a parameter with, so that everything that can be sent is."""
    return 1 if "int" in str(parameter.annotation) else "x"


def path_of(call: Call[Any]) -> str:
    found = [path for path in paths() if matches(path, API + call.path)]
    return min(found, key=lambda path: path.count("{"))  # the address itself before a pattern


def matches(template: str, path: str) -> bool:
    parts, given = template.strip("/").split("/"), path.strip("/").split("/")
    return len(parts) == len(given) and all(
        part == one or part.startswith("{") for part, one in zip(parts, given, strict=True)
    )


def schema_name(content: Schema) -> str:
    return str(content["schema"]["$ref"].rpartition("/")[2])


@pytest.mark.parametrize("name", METHODS)
def test_an_operation_of_the_client_is_in_the_document(name: str) -> None:
    """Everything it sends is a field or parameter, and its type is that of the answer."""
    call = sample_call(METHODS[name])
    operation = paths()[path_of(call)][call.method.lower()]
    parameters = {one["name"] for one in operation.get("parameters", ())}
    assert set(call.query or ()) <= parameters
    assert call.key is None or "Idempotency-Key" in parameters
    if call.body:
        form = schema_name(operation["requestBody"]["content"]["application/json"])
        assert set(call.body) <= set(document()["components"]["schemas"][form]["properties"])
    assert get_type_hints(METHODS[name])["return"] == answer_of(operation)


def answer_of(operation: Schema) -> Any:
    """The first: 202 may stand beside it for as long as it takes."""
    answer = next(one for code, one in operation["responses"].items() if code.startswith("2"))
    content = answer.get("content")
    if not content:
        return NoneType
    if "application/json" in content:
        return getattr(shapes, type_name(schema_name(content["application/json"])))
    return OTHER_ANSWERS[next(kind for kind in OTHER_ANSWERS if kind in content)]


def test_every_operation_of_the_office_is_in_the_client() -> None:
    """And whatever it writes carries a key."""
    offered = {
        (method.upper(), path)
        for path, operations in paths().items()
        for method in operations
        if path.startswith(f"{API}office/")
    }
    built = [sample_call(method) for method in methods(OfficeOperations).values()]
    assert {(call.method, path_of(call)) for call in built} == offered
    assert all(call.repeatable for call in built)
