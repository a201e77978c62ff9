"""What the director refuses: a stable code, the rule behind it, the facts for the sentence."""


class Refused(Exception):
    """A request that the plan or the hour does not allow; nothing changes."""

    def __init__(self, code: str, *, rule: str = "", **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.facts = facts

    def __str__(self) -> str:
        return f"{self.code} {self.facts}" if self.facts else self.code


class InvalidPlan(Refused):
    """A plan that contradicts itself, or a tournament that would not end."""
