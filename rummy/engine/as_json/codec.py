"""JSON for records: the shape of each field is read from its type, once per class.

Knows plain numbers and words, enums, cards (`Card`, in melds `LaidCard`), sets of cards
(`CardMask`), optional values, tuples, and records inside records (frozen dataclasses and named
tuples). A field with a default is optional: it may be left out, and is not written while it is
None. Reading checks every type.
"""

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from rummy.engine.cards import CARD_TEXTS, cards_text, laid_text, parse_card, parse_laid
from rummy.engine.errors import UnreadableRecord

Json = dict[str, Any]
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of value is written to JSON and read back."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


def _read_card(value: Any) -> int:
    try:
        return parse_card(value)
    except ValueError:
        raise UnreadableRecord("not_a_card", found=value) from None


def _read_laid(value: Any) -> int:
    if not isinstance(value, str) or "=" not in value:
        return _read_card(value)
    held, _, face = value.partition("=")
    _read_card(held), _read_card(face)
    try:
        return parse_laid(value)
    except ValueError:
        raise UnreadableRecord("no_joker_for_a_card", found=value) from None


def _read_mask(value: Any) -> int:
    mask = 0
    for text in _list(value):
        bit = 1 << _read_card(text)
        if mask & bit:
            raise UnreadableRecord("twice", found=text)
        mask |= bit
    return mask


Card = Annotated[int, Shape(CARD_TEXTS.__getitem__, _read_card)]
LaidCard = Annotated[int, Shape(laid_text, _read_laid)]  # `7h`, or a joker in a meld: `X1=8h`
CardMask = Annotated[int, Shape(cards_text, _read_mask)]


def letter_of(letters: str) -> Shape:
    """A whole number written as the letter at its place."""

    def read(value: Any) -> int:
        if not isinstance(value, str) or len(value) != 1 or value not in letters:
            raise UnreadableRecord("unknown_word", found=value)
        return letters.index(value)

    return Shape(letters.__getitem__, read)


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise UnreadableRecord("not_a_list", found=value)
    return value


_NOT_PLAIN = {int: "not_a_number", str: "not_a_text", bool: "not_yes_or_no"}


def _plain(kind: type) -> Shape:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise UnreadableRecord(_NOT_PLAIN[kind], found=value)
        return value

    return Shape(lambda value: value, read)


def _optional(inner: Shape) -> Shape:
    return Shape(
        lambda value: None if value is None else inner.write(value),
        lambda value: None if value is None else inner.read(value),
    )


def _sequence(inner: Shape) -> Shape:
    write, read = inner.write, inner.read
    return Shape(
        lambda values: [write(value) for value in values],
        lambda values: tuple(read(value) for value in _list(values)),
    )


def _word_of(kind: type[Enum]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        try:
            return kind(value)
        except ValueError:
            raise UnreadableRecord("unknown_word", found=value) from None

    return read


def _shape_of(hint: Any) -> Shape:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated:
        found: Shape = arguments[1]
        return found
    if origin in (Union, types.UnionType):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        return _optional(_shape_of(inner))
    if origin is tuple:
        return _sequence(_shape_of(arguments[0]))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Shape(lambda value: value.value, _word_of(hint))
    if hint in (int, str, bool):
        return _plain(hint)
    if isinstance(hint, type):
        return Shape(write_record, lambda value: read_record(hint, value))
    raise TypeError(f"no JSON shape for {hint!r}")


_SHAPES: dict[Any, tuple[tuple[str, Shape, bool], ...]] = {}


def _shapes(cls: type[Any]) -> tuple[tuple[str, Shape, bool], ...]:
    """(name, shape, whether it must be given) of each field of a record."""
    if cls not in _SHAPES:
        _SHAPES[cls] = _work_out_shapes(cls)
    return _SHAPES[cls]


def _work_out_shapes(cls: type[Any]) -> tuple[tuple[str, Shape, bool], ...]:
    hints = get_type_hints(cls, include_extras=True)
    if is_dataclass(cls):
        required = {field.name: field.default is MISSING for field in fields(cls)}
    else:
        defaults: Mapping[str, Any] = getattr(cls, "_field_defaults")  # noqa: B009
        required = {name: name not in defaults for name in getattr(cls, "_fields")}  # noqa: B009
    return tuple((name, _shape_of(hints[name]), must) for name, must in required.items())


def write_record(record: Any) -> Json:
    """A record as a JSON object; an optional field that is None is left out."""
    data: Json = {}
    for name, shape, required in _shapes(type(record)):
        value = getattr(record, name)
        if value is not None or required:
            data[name] = shape.write(value)
    return data


def read_record(cls: type[R], data: Any) -> R:
    """The record in a JSON object; UnreadableRecord names the field that cannot be read."""
    if not isinstance(data, dict):
        raise UnreadableRecord("not_an_object", found=data)
    values: Json = {}
    for name, shape, required in _shapes(cls):
        if name not in data:
            if required:
                raise UnreadableRecord("missing", field=name)
            continue
        try:
            values[name] = shape.read(data[name])
        except UnreadableRecord as error:
            field = f"{name}.{error.field}" if error.field else name
            raise UnreadableRecord(error.why, field=field, found=error.found) from error
    return cls(**values)
