"""What the engine refuses, and what it cannot read."""

import json

from rummy.refusal import Refusal as Refusal


class InvalidAction(Refusal):
    """The action cannot be read at all: unknown type, missing field, no such card."""


class IllegalAction(Refusal):
    """The action is readable and the rules forbid it now."""


class InvalidRules(Refusal):
    """No rule-set can be built like this, or the round does not fit it."""


class UnreadableRecord(ValueError):
    """JSON that this version of the engine cannot read.

    `why` is a word of `UNREADABLE`, `field` names what it is about, the outermost first, with
    dots between; `found` is what stands there.
    """

    def __init__(self, why: str, *, field: str = "", found: object = None) -> None:
        self.why, self.field, self.found = why, field, found
        super().__init__(f"{field or 'record'}: {why}, found {_as_json(found)}")


def _as_json(value: object) -> str:
    """The beginning of a value as whoever sent it wrote it."""
    try:
        return json.dumps(value, ensure_ascii=False)[:80]
    except (TypeError, ValueError, RecursionError):
        return str(value)[:80]


UNREADABLE = frozenset({
    "missing", "not_a_card", "no_joker_for_a_card", "twice", "not_a_list", "not_an_object",
    "not_a_number", "not_a_text", "not_yes_or_no", "unknown_word", "another_version",
})  # fmt: skip
