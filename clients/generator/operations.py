"""The operations of the OpenAPI document as methods: one for each name in `names.yaml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from clients.generator.shapes import API, Schema, Types, docstring, type_name

HEAD = '''"""The API's operations as methods: each says what it is sent, and what it answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Literal, Unpack
from urllib.parse import quote

from jeton_client import shapes
from jeton_client.async_sending import AsyncSending
from jeton_client.calls import Call, given, new_key
'''
CLASSES = {
    "client": ("AsyncOperations", "What players may do, and programs."),
    "office": ("AsyncOfficeOperations", "What staff may do; `every_…` yields a list to its end."),
}
JSON = "application/json"
OTHER_ANSWERS = {"text/csv": "str"}
KEY = "Idempotency-Key"
NUMBER = re.compile(r"\^\[0-9]\{1,\d+}\$")  # how an address says that a part is one
CURSORS = ("before", "after")
Names = Mapping[str, Mapping[str, str]]


def operations(document: Schema, names: Names) -> str:
    """The module's text, in the order of the names; raises KeyError for what the document lacks."""
    found = {
        of["operationId"]: Operation(document, method.upper(), path.removeprefix(API), of)
        for path, methods in document["paths"].items()
        for method, of in methods.items()
    }
    parts = [HEAD]
    for kind, (name, words) in CLASSES.items():
        parts.append(f'class {name}(AsyncSending):\n    """{words}"""\n')
        for method, asked in names[kind].items():
            operation, *by_place = asked.split()
            parts.append(found[operation].method(method, by_place))
        for method, operation in names[f"{kind}_lists"].items():
            parts.append(found[operation].rows(method))
    return "\n".join(parts)


class Operation:
    """One operation of the document, and the method that calls it."""

    def __init__(self, document: Schema, verb: str, path: str, of: Schema) -> None:
        self.verb = verb
        self.schemas = document["components"]["schemas"]
        self.words = of.get("description", "")
        answers = (answer for code, answer in of["responses"].items() if code.startswith("2"))
        # The first: a second one says that the first is being thought about.
        self.answers: Schema = next(answers).get("content", {})
        content = of.get("requestBody", {}).get("content", {})
        self.form = _reference(content[JSON]["schema"]) if content else ""

        parameters = {one["name"]: one for one in of.get("parameters", ())}
        self.has_key = KEY in parameters
        self.query: dict[str, Schema] = {
            name: one["schema"]
            for name, one in parameters.items()
            # An answer in one of several formats would have several types: it is the first.
            if one["in"] == "query" and (name != "format" or len(self.answers) == 1)
        }
        self.places, self.address = [], path
        for name in re.findall(r"{(\w+)}", path):
            is_number = NUMBER.fullmatch(parameters[name]["schema"].get("pattern", ""))
            self.places.append(f"{name}: {'int' if is_number else 'str'}")
            if not is_number:
                self.address = self.address.replace(f"{{{name}}}", f"{{quote({name}, safe='')}}")

    def method(self, name: str, by_place: list[str]) -> str:
        """The method of that name; the named fields of its form may be given by place."""
        places, named, body = [*self.places], _parameters(self.query), ""
        form = []
        if by_place:
            schema = self.schemas[self.form]
            fields, required = schema["properties"], schema.get("required", ())
            hinted = _parameters(fields, required)
            places += [hinted.pop(field) for field in by_place]
            named |= hinted
            must = ", ".join(f"{field!r}: {field}" for field in fields if field in required)
            may = ", ".join(f"{field}={field}" for field in fields if field not in required)
            body = f"{{{must}{', ' if must else ''}**given({may})}}" if may else f"{{{must}}}"
        elif self.form:
            form, body = [f"**form: Unpack[shapes.{type_name(self.form)}]"], "dict(form)"
        if self.has_key:
            named["key"] = "key: str | None = None"
        answer = f"await self.send({self._call(self.query, body)})"
        return self._written(
            f"async def {name}", [*places, *_star(named), *form], self._answer(), answer
        )

    def rows(self, name: str) -> str:
        """A list to its end; its pages are as long as they may be, unless somebody wants others."""
        query = {name: schema for name, schema in self.query.items() if name not in CURSORS}
        named = _parameters(query)
        if "limit" in named:
            named["limit"] = f"limit: int = {query['limit']['maximum']}"
        page = self.schemas[_reference(self.answers[JSON]["schema"])]
        row = type_name(_reference(page["properties"]["results"]["items"]))
        answer = f"self.rows({self._call(query)})"
        return self._written(
            f"def {name}", [*self.places, *_star(named)], f"AsyncIterator[shapes.{row}]", answer
        )

    def _written(self, name: str, parameters: list[str], hint: str, answer: str) -> str:
        head = f"    {name}({', '.join(['self', *parameters])}) -> {hint}:"
        value = answer if hint == "None" else f"return {answer}"
        return "\n".join([head, *docstring(self.words, " " * 8), f"        {value}\n"])

    def _answer(self) -> str:
        if JSON in self.answers:
            return f"shapes.{type_name(_reference(self.answers[JSON]['schema']))}"
        return OTHER_ANSWERS[next(iter(self.answers))] if self.answers else "None"

    def _call(self, query: Iterable[str], body: str = "") -> str:
        sent = [repr(self.verb), f'{"f" * ("{" in self.address)}"{self.address}"']
        if body:
            sent.append(body)
        if query := ", ".join(f"{name}={name}" for name in query):
            sent.append(f"query=given({query})")
        if self.has_key:
            sent.append("key=key or new_key()")
        return f"Call({', '.join(sent)})"


def _parameters(schemas: Mapping[str, Schema], required: Iterable[str] = ()) -> dict[str, str]:
    """Each as a parameter; what may be left out is None, and is not sent then."""
    hints = {name: _hint(schema) for name, schema in schemas.items()}
    return {
        name: f"{name}: {hint}" if name in required else f"{name}: {_or_none(hint)} = None"
        for name, hint in hints.items()
    }


def _hint(schema: Schema) -> str:
    """What `shapes` has a name for is called by it."""
    return re.sub(
        r"(?<![\w'])(?!Any|Literal|None)[A-Z]\w+", r"shapes.\g<0>", Types().hint(schema, "")
    )


def _or_none(hint: str) -> str:
    return hint if hint.endswith("None") else f"{hint} | None"


def _star(named: Mapping[str, str]) -> list[str]:
    return ["*", *named.values()] if named else []


def _reference(schema: Schema) -> str:
    """The name of the schema that this one refers to."""
    name: str = schema["$ref"].rpartition("/")[2]
    return name
