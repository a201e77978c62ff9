"""Plans, clocks and counters as JSON, for whoever stores them.

Fields are read by their declared types: numbers, texts, truth values, enumerations, tuples and
other records. Anything else is a programmer's mistake.
"""

import types
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


def to_json(value: Any) -> Any:
    """The JSON of a record: objects by field name, tuples as lists, enumerations by value."""
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [to_json(item) for item in value]
    return value


def from_json(record: type[T], data: dict[str, Any]) -> T:
    """The record `to_json` wrote. Fields it did not know yet have their defaults."""
    hints: dict[str, Any] = _hints(record)
    known = {name: _read(hints[name], data[name]) for name in hints if name in data}
    return record(**known)


_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(record: Any) -> dict[str, Any]:
    """The declared types of a record's fields, looked up once."""
    if record not in _HINTS:
        _HINTS[record] = get_type_hints(record)
    return _HINTS[record]


def _read(kind: Any, value: Any) -> Any:
    if isinstance(kind, types.UnionType):
        if value is None:
            return None
        (kind,) = (option for option in get_args(kind) if option is not type(None))
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return tuple(_read(inner[0], item) for item in value)
        return tuple(_read(part, item) for part, item in zip(inner, value, strict=True))
    if isinstance(kind, type) and is_dataclass(kind):
        return from_json(kind, value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(value)
    return value
