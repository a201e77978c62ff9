"""Reading JSON that strangers send: everything ambiguous is refused instead of guessed.

The standard parser lets the last of two equal keys win, takes `NaN`, and dies of deep nesting;
lone surrogates and NUL cannot be stored. Here each of these is an `UnreadableJson` with a code.
"""

import json
from typing import Any, NoReturn

from rummy.refusal import Refusal

BODY_BYTES_MAX = 64 * 1024
DEPTH_MAX = 20
DIGITS_MAX = 18


class UnreadableJson(Refusal):
    """The body is no JSON that we take; `code` says why."""


def read_json_object(body: bytes) -> dict[str, Any]:
    """The JSON object in a request's body (UTF-8, no byte order mark)."""
    if len(body) > BODY_BYTES_MAX:
        raise UnreadableJson("body_too_large", bytes=len(body), most=BODY_BYTES_MAX)
    try:
        data = _DECODER.decode(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise UnreadableJson("body_not_utf8") from None
    except RecursionError:
        raise UnreadableJson("json_too_deep", most=DEPTH_MAX) from None
    except json.JSONDecodeError as error:
        raise UnreadableJson("json_syntax", position=error.pos) from None
    if not isinstance(data, dict):
        raise UnreadableJson("json_not_an_object")
    _check(data, 0)
    return data


def _check(value: Any, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise UnreadableJson("json_too_deep", most=DEPTH_MAX)
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            _check_text(key)
            _check(inner, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            _check(inner, depth + 1)


def _check_text(text: str) -> None:
    letters = "" if text.isascii() else text  # most texts need no look at each of them
    if "\x00" in text or any("\ud800" <= letter <= "\udfff" for letter in letters):
        raise UnreadableJson("text_unstorable")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise UnreadableJson("json_key_twice", key=max(keys, key=keys.count)[:60])
    return found


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS_MAX:
        raise UnreadableJson("number_too_long", most=DIGITS_MAX)
    return int(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise UnreadableJson("number_not_finite", found=name)


def _float(digits: str) -> NoReturn:
    """Nothing here is a fraction: cards, seats, points and chips are whole."""
    raise UnreadableJson("number_not_whole", found=digits[:40])


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_float,
    parse_constant=_refuse_constant,
)
