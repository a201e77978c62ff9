"""Refusals: a stable code, the facts behind it, and the rule that refuses.

Codes are translated by whoever shows them; facts hold the numbers and cards, ready for JSON.
"""


class Refusal(Exception):
    """The common shape; catch one of the kinds below."""

    def __init__(self, code: str, *, rule: str = "", **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.code}{rule}: {facts}" if facts else f"{self.code}{rule}"


class InvalidAction(Refusal):
    """The action cannot be read at all: unknown type, missing field, no such card."""


class IllegalAction(Refusal):
    """The action is readable and the rules forbid it now."""


class InvalidRules(Refusal):
    """No rule-set can be built like this, or the round does not fit it."""


class UnreadableRecord(ValueError):
    """Stored JSON that this version of the engine cannot read."""
