"""Frozen records as JSON, read strictly from JSON, and described for OpenAPI, by their own types.

A selector's record is what a page and a program see alike; nobody writes its fields down twice.
"""

import datetime as dt
import inspect
import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from rest_framework import serializers

from web.api.payloads import Moment, Shape
from web.api.reading import Lines
from web.refusals import Refused

T = TypeVar("T")
WHOLE_MAX = 10**15
# Plans say -1 for "never"; what else may be below zero the records themselves refuse.
NUMBER_MIN = -1
TEXT_CHARS_MAX = 200
PLAIN: dict[Any, type[serializers.Field[Any, Any, Any, Any]]] = {
    int: serializers.IntegerField,
    str: serializers.CharField,
    bool: serializers.BooleanField,
    float: serializers.FloatField,
    dt.datetime: Moment,
}


def record_json(value: Any) -> Any:
    """A record as JSON: objects by field name, moments as ISO 8601, enumerations by value."""
    if is_dataclass(value) and not isinstance(value, type):
        return {one.name: record_json(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dt.datetime):
        return value.isoformat()
    if isinstance(value, Mapping):
        return {str(key): record_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [record_json(item) for item in value]
    return value


@cache
def shape_of(record: Any, name: str = "") -> type[Shape]:
    """The shape of a record's JSON."""
    members = {one.name: _field(hint) for one, hint in _parts(record)}
    words = {"__doc__": _words(record)}
    return type(name or f"{record.__name__}Shape", (Shape,), members | words)


@cache
def form_of(record: Any) -> type[serializers.Serializer[Any]]:
    """The same for what is sent: fields with a default may be left out."""
    members = {one.name: _field(hint, form=True, **_left_out(one)) for one, hint in _parts(record)}
    words = {"__doc__": _words(record)}
    return type(f"{record.__name__}Form", (serializers.Serializer,), members | words)


def _parts(record: Any) -> list[tuple[Any, Any]]:
    """Its fields, each with its type."""
    hints = get_type_hints(record)
    return [(one, hints[one.name]) for one in fields(record)]


def _words(record: Any) -> str:
    """What a record's docstring says; a dataclass without one has its signature there."""
    words = inspect.cleandoc(record.__doc__ or "")
    return "" if words.startswith(f"{record.__name__}(") else re.sub(r"\bNone\b", "null", words)


def _has_default(one: Any) -> bool:
    return one.default is not MISSING or one.default_factory is not MISSING


def _left_out(one: Any) -> dict[str, Any]:
    """Whether a field may be left out, and what stands then."""
    if not _has_default(one):
        return {"required": True}
    usual = record_json(one.default)
    is_plain = isinstance(usual, int | str | list | NoneType)
    return {"default": usual} if is_plain else {"required": False}


def _field(kind: Any, *, form: bool = False, **options: Any) -> Any:
    if isinstance(kind, types.UnionType):
        (kind,) = (option for option in get_args(kind) if option is not type(None))
        options["allow_null"] = True
    if get_origin(kind) in (tuple, list):
        inner = get_args(kind)
        alike = len(inner) < 2 or inner[1] is Ellipsis or len(set(inner)) == 1
        child = _field(inner[0], form=form) if alike else serializers.JSONField()
        if get_origin(kind) is tuple and Ellipsis not in inner:
            options |= {"min_length": len(inner), "max_length": len(inner)}
        return serializers.ListField(child=child, **options)
    if isinstance(kind, type) and is_dataclass(kind):
        nested = form_of(kind) if form else shape_of(kind)
        return nested(**options)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return serializers.ChoiceField([one.value for one in kind], **options)
    if kind in (int, float) and form:
        options |= {"min_value": NUMBER_MIN, "max_value": WHOLE_MAX}
    if kind is str and form:
        return Lines(max_length=TEXT_CHARS_MAX, **options)
    if kind is str and not form:
        options["allow_blank"] = True
    return PLAIN.get(kind, serializers.JSONField)(**options)


def read_record(record: type[T], data: Any, *, path: str = "") -> T:
    """A record from JSON: unknown fields, other types and numbers without measure are refused.

    Raises:
        Refused(unknown_field | invalid_input): with the path; whatever the record itself refuses.
    """
    if not isinstance(data, dict):
        raise _invalid(path or "body")
    known = {one.name: one for one in fields(record)}  # type: ignore[arg-type]
    unknown = sorted(set(data) - set(known))
    if unknown:
        raise Refused("unknown_field", fields=[f"{path}{name[:60]}" for name in unknown[:5]])
    hints = get_type_hints(record)
    read = {name: _read(hints[name], value, f"{path}{name}") for name, value in data.items()}
    for name, one in known.items():
        if name not in read and not _has_default(one):
            raise _invalid(f"{path}{name}")
    return record(**read)


def _read(kind: Any, value: Any, path: str) -> Any:
    if isinstance(kind, types.UnionType):
        if value is None:
            return None
        (kind,) = (option for option in get_args(kind) if option is not type(None))
    if get_origin(kind) is tuple:
        return _read_tuple(get_args(kind), value, path)
    if isinstance(kind, type) and is_dataclass(kind):
        return read_record(kind, value, path=f"{path}.")
    if isinstance(kind, type) and issubclass(kind, Enum):
        if value not in [one.value for one in kind]:
            raise _invalid(path)
        return kind(value)
    if type(value) is not kind or not _is_measured(value):
        raise _invalid(path)
    return value


def _read_tuple(inner: tuple[Any, ...], value: Any, path: str) -> tuple[Any, ...]:
    if not isinstance(value, list) or len(value) > 1_000:
        raise _invalid(path)
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(_read(inner[0], item, path) for item in value)
    if len(value) != len(inner):
        raise _invalid(path)
    return tuple(_read(part, item, path) for part, item in zip(inner, value, strict=True))


def _is_measured(value: Any) -> bool:
    if isinstance(value, str):
        return len(value) <= TEXT_CHARS_MAX and value.isprintable()
    return not isinstance(value, int) or abs(value) <= WHOLE_MAX


def _invalid(path: str) -> Refused:
    return Refused("invalid_input", names=[path], fields={path: ["invalid"]})
