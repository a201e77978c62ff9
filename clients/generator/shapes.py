"""The schemas of the OpenAPI document as Python types: a TypedDict for each object."""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

Schema = Mapping[str, Any]

# Any other type has the name of its schema without `Shape` and `Enum`.
NAMES = {
    "TableForm": "NewTable",
    "BeforeShape": "RoundBefore",
    "AbsenceEnum": "AbsencePolicy",
    "ControlsEnum": "Control",
    "FormatEnum": "MatchFormat",
    "KindEnum": "OrderKind",
    "KindsEnum": "WebhookEvent",
    "MoveEnum": "LeagueMove",
    "OutcomeEnum": "ImportOutcome",
    "OutcomeShape": "WhatIfOutcome",
    "PhraseEnum": "PhraseKey",
    "PresetEnum": "PresetKey",
    "ReadyMadeEnum": "ReadyMadeKey",
    "ReasonEnum": "ReportReason",
    "RightsEnum": "PremiumRight",
    "RolesEnum": "RoleKey",
}
# A schema inside another has the name of its place, unless programs want a shorter one.
PARTS = {
    "Action.layoffs": "LayOff",
    "RoundView.arrangement": "Arrangement",
    "RoundView.first_meld": "FirstMeld",
    "RoundView.knockable": "Knockable",
    "RoundView.melds": "LaidMeld",
    "RoundView.score": "Outcome",
    "RoundView.shown": "Shown",
    "RoundView.steps": "Step",
    "Shown.layoffs": "LayOff",
}
# What is another and more: its fields are said once.
BASES = {
    "Hint": "Advice",
    "MyTable": "Table",
    "NewToken": "Token",
    "NewWebhook": "Webhook",
    "OfficeCorrectionFile": "OfficeCorrection",
    "OfficeEntryRounds": "OfficeEntry",
    "OfficeFilledReport": "OfficeReport",
    "OfficePlayer": "Player",
    "OfficeRestitutionFile": "OfficeRestitution",
    "SeatView": "Seat",
}
# What a list may be asked for.
PARAMETERS = {
    "CorrectionState": ("office/corrections/", "state"),
    "PlayerKind": ("office/players/", "kind"),
    "ReportState": ("office/reports/", "state"),
    "RuleSetState": ("office/rule-sets/", "state"),
    "TournamentState": ("tournaments/", "state"),
}
# The client raises problems as exceptions; nothing but null is None.
LEFT_OUT = ("Problem", "NullEnum")
API = "/api/v1/"
EXPORT = f"{API}me/export/"
PLAIN = {
    "string": "str",
    "integer": "int",
    "number": "float",
    "boolean": "bool",
    "null": "None",
    None: "Any",
}
HEAD = '''"""The JSON of the API as types, one for each schema of the OpenAPI document."""

from __future__ import annotations

from typing import Any, Generic, Literal, NotRequired, Required, TypedDict, TypeVar

R = TypeVar("R")


class Listed(TypedDict, Generic[R]):
    """All there is of it."""

    results: list[R]


class Page(TypedDict, Generic[R]):
    """Rows, newest first, and what the next page is asked for `before`; null on the last."""

    results: list[R]
    next_before: int | None


'''
LISTS = {("results",): "Listed", ("results", "next_before"): "Page"}
DOCSTRING_MAX = 250
WIDTH = 100


def shapes(document: Schema) -> str:
    """The module's text; its order is that of the names."""
    types = Types()
    for name, schema in document["components"]["schemas"].items():
        if name not in LEFT_OUT:
            types.define(type_name(name), schema)
    for name, (path, parameter) in PARAMETERS.items():
        offered = document["paths"][API + path]["get"]["parameters"]
        types.define(name, next(one["schema"] for one in offered if one["name"] == parameter))
    exports = [path.split("/")[-2] for path in document["paths"] if path.startswith(EXPORT)]
    types.define("Exported", {"enum": exports})
    return types.text()


def type_name(schema_name: str) -> str:
    return NAMES.get(schema_name, re.sub("Shape|Enum", "", schema_name))


class Types:
    """The definitions so far: aliases and classes, each the source text of one name."""

    def __init__(self) -> None:
        self.aliases: dict[str, str] = {}
        self.classes: dict[str, str] = {}
        self.lists: dict[str, str] = {}

    def text(self) -> str:
        more = {name: self.classes.pop(name) for name in BASES if name in self.classes}
        for name, whole in more.items():
            more[name] = _extending(whole, BASES[name], self.classes[BASES[name]])
        parts = (self.aliases, self.classes, more, self.lists)  # each names those before it
        return HEAD + "".join(of[name] for of in parts for name in sorted(of))

    def define(self, name: str, schema: Schema) -> str:
        """Give a schema a name of its own, and return it."""
        if _is_object(schema):
            if rows := _rows(schema):
                kind = LISTS[tuple(schema["properties"])]
                return self._keep(self.lists, name, f"{name} = {kind}[{rows}]\n")
            return self._keep(self.classes, name, self._class(name, schema))
        kinds = _alternatives(schema)
        if kinds and all(map(_is_object, kinds)):
            return self.define(name, {**schema, **_united(kinds)})
        lines = [*_comment(schema.get("description", "")), f"{name} = {self.hint(schema, name)}"]
        return self._keep(self.aliases, name, "\n".join(lines) + "\n")

    def _keep(self, of: dict[str, str], name: str, definition: str) -> str:
        known = {**self.aliases, **self.classes, **self.lists}.get(name, definition)
        if known != definition:
            raise ValueError(f"two schemas want to be {name}: give one of them a name in NAMES")
        of[name] = definition
        return name

    def _class(self, name: str, schema: Schema) -> str:
        """Fields that must be there are marked, or those that may be absent: the fewer of them."""
        fields, required = schema["properties"], set(schema.get("required", ()))
        mostly_absent = len(required) * 2 < len(fields)
        lines = [f"class {name}(TypedDict{', total=False' * mostly_absent}):"]
        if words := docstring(schema.get("description", ""), "    "):
            lines += [*words, ""]
        for field, of in fields.items():
            if keyword.iskeyword(field) or not field.isidentifier():
                raise ValueError(f"{name}.{field} cannot be written as a field of a class")
            hint = self.hint(of, f"{name}.{field}")
            if (field in required) == mostly_absent:
                hint = f"{'Required' if mostly_absent else 'NotRequired'}[{hint}]"
            lines += [*_comment(of.get("description", ""), "    "), f"    {field}: {hint}"]
        return "\n".join(lines) + "\n"

    def hint(self, schema: Schema, place: str) -> str:
        """What a value of this schema is; `place` names what has no name of its own."""
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return "None" if name == "NullEnum" else type_name(name)
        if _is_object(schema):
            return self.define(PARTS.get(place) or _joined(place), schema)
        if options := _alternatives(schema):
            return _union(self.hint(option, place) for option in options)
        if "enum" in schema:
            return f"Literal{schema['enum']}"
        kinds = schema.get("type")
        kinds = kinds if isinstance(kinds, list) else [kinds]
        return _union(self._plain(kind, schema, place) for kind in kinds)

    def _plain(self, kind: str | None, schema: Schema, place: str) -> str:
        if kind == "array":
            return f"list[{self.hint(schema.get('items', {}), place)}]"
        if kind == "object":
            values = self.hint(schema.get("additionalProperties") or {}, place)
            # A dict of numbers is no dict of numbers or words: it could not be sent.
            return f"dict[str, {'Any' if '|' in values else values}]"
        return PLAIN[kind]


def _extending(whole: str, name: str, base: str) -> str:
    """A class without what its base says; raises ValueError unless it says all of that."""
    fields = base.split("\n", 1)[1]
    if fields not in whole:
        raise ValueError(f"this does not extend {name}: {whole}")
    return whole.replace(fields, "").replace("(TypedDict):", f"({name}):")


def _is_object(schema: Schema) -> bool:
    return "properties" in schema


def _rows(schema: Schema) -> str:
    """The type of the rows of a list of which nothing else is said; "" of anything else."""
    rows = schema["properties"].get("results", {})
    is_bare = tuple(schema["properties"]) in LISTS and "description" not in {**schema, **rows}
    return type_name(rows["items"]["$ref"].rpartition("/")[2]) if is_bare else ""


def _alternatives(schema: Schema) -> list[Schema]:
    found: list[Schema] = schema.get("oneOf") or schema.get("anyOf") or schema.get("allOf") or []
    return found


def _united(kinds: list[Schema]) -> Schema:
    """Of kinds with fields of their own, one that may have the fields of each."""
    fields: dict[str, list[Schema]] = {}
    for kind in kinds:
        for name, field in kind["properties"].items():
            fields.setdefault(name, []).append(field)
    required = [name for name in fields if all(name in kind["required"] for kind in kinds)]
    return {"properties": {name: _either(fields[name]) for name in fields}, "required": required}


def _either(fields: list[Schema]) -> Schema:
    """One field for all; what may be left out need not be sent as null besides."""
    options = [option for field in fields for option in _alternatives(field) or [field]]
    options = [option for option in options if option.get("type") != "null"]
    if all("enum" in option for option in options):
        return {"enum": [value for option in options for value in option["enum"]]}
    return {"anyOf": [_without_null(option) for option in options]}


def _without_null(schema: Schema) -> Schema:
    kinds = schema.get("type")
    if not isinstance(kinds, list):
        return schema
    return {**schema, "type": [kind for kind in kinds if kind != "null"]}


def _union(hints: Iterable[str]) -> str:
    different = dict.fromkeys(hints)
    return " | ".join(sorted(different, key=lambda hint: hint == "None"))


def _joined(place: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in re.split("[._]", place))


def docstring(words: str, indent: str) -> list[str]:
    """The first paragraph, if it is short: more is in the document."""
    words = words.partition("\n\n")[0]
    if not words or len(words) > DOCSTRING_MAX:
        return []
    *before, last = textwrap.wrap(f'"""{words[0].upper()}{words[1:]}', WIDTH - len(indent))
    fits = not before and len(indent) + len(last) < WIDTH - 2
    closing = [f'{last}"""'] if fits else [last, '"""']
    return [f"{indent}{line}" for line in (*before, *closing)]


def _comment(words: str, indent: str = "") -> list[str]:
    """What is said of a value, without the list of the words that may stand there."""
    said = re.split(r"^\* `", words, maxsplit=1, flags=re.MULTILINE)[0]
    start = f"{indent}# "
    return textwrap.wrap(said, WIDTH, initial_indent=start, subsequent_indent=start)
