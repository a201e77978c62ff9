"""Refusals: a stable code, the facts behind it, and the rule that refuses.

Codes are translated by whoever shows them; facts hold the numbers and cards, ready for JSON.
Everything that is refused anywhere is one of these.
"""

from typing import Any


class Refusal(Exception):
    """Something that may not be done; nothing has changed when it is raised.

    `code` and `rule` of a kind stand where none are named.
    """

    code = "refused"
    rule = ""

    def __init__(self, code: str = "", *, rule: str = "", **facts: Any) -> None:
        self.code = code or self.code
        self.rule = rule or self.rule
        self.facts = facts
        super().__init__(self.code)

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        rule = f" ({self.rule})" if self.rule else ""
        return f"{self.code}{rule}: {facts}" if facts else f"{self.code}{rule}"
