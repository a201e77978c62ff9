"""Options: the numbers and words that a preset or a house rule leaves to the table."""

from dataclasses import dataclass
from typing import Any

from rummy.engine.errors import InvalidRules

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of the table: one of `choices`, or a whole number from `lowest` to `highest`.

    `rule` is the id of the rule it belongs to. A `variation` is a special rule of the table unless
    it is left at its default.

    Words: `title` names it, `words` say what it does where that needs saying, `called` names
    values that are no numbers, `badge` is short for it with its `value`.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    lowest: int = 0
    highest: int = 0
    rule: str = ""
    variation: bool = False
    title: str = ""
    words: str = ""
    called: tuple[tuple[Value, str], ...] = ()
    badge: str = ""

    def check(self, value: object) -> Value:
        """The value itself; InvalidRules when the option does not allow it."""
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
            allowed: Any = {"choices": list(self.choices)}
        else:
            if type(value) is int and self.lowest <= value <= self.highest:
                return value
            allowed = {"lowest": self.lowest, "highest": self.highest}
        raise InvalidRules(
            "option_not_allowed", rule=self.rule, option=self.name, value=value, **allowed
        )
