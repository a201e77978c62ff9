"""What the engine refuses, and what it cannot read."""

from rummy.refusal import Refusal as Refusal


class InvalidAction(Refusal):
    """The action cannot be read at all: unknown type, missing field, no such card."""


class IllegalAction(Refusal):
    """The action is readable and the rules forbid it now."""


class InvalidRules(Refusal):
    """No rule-set can be built like this, or the round does not fit it."""


class UnreadableRecord(ValueError):
    """Stored JSON that this version of the engine cannot read."""
