"""Presets: the variants a table can be opened with, and the options each leaves open."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from games.engine.errors import InvalidRules
from games.engine.house_rules.base import HOUSE_RULES
from games.engine.registry import Registry
from games.engine.rules import RuleSet

Value = int | str | bool | None


@dataclass(frozen=True, slots=True)
class Option:
    """A number or word a table may choose: one of `choices`, or a whole number in a span.

    `rule` is the id of the rule it belongs to.
    """

    name: str
    default: Value
    choices: tuple[Value, ...] = ()
    lowest: int = 0
    highest: int = 0
    rule: str = ""

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


@dataclass(frozen=True, slots=True)
class Preset:
    """A named variant: its options and how their values become a rule-set."""

    key: str
    family: str
    options: tuple[Option, ...]
    make: Callable[[Mapping[str, Any]], RuleSet]

    def build(self, **given: object) -> RuleSet:
        """The rule-set with these options; InvalidRules for unknown names or values."""
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise InvalidRules("option_unknown", option=name, preset=self.key)
        values = {
            name: option.check(given.get(name, option.default)) for name, option in known.items()
        }
        return self.make(values)


PRESETS: Registry[Preset] = Registry("preset")


def build_rules(preset: str, *, house_rules: Sequence[str] = (), **options: object) -> RuleSet:
    """A preset's rule-set with these house rules and options; InvalidRules says what is wrong.

    The order in which house rules are named does not matter.
    """
    if preset not in PRESETS:
        raise InvalidRules("preset_unknown", preset=preset)
    rules = PRESETS[preset].build(**options)
    for key in house_rules:
        if key not in HOUSE_RULES:
            raise InvalidRules("house_rule_unknown", house_rule=key)
    for key, house_rule in HOUSE_RULES.items():
        if key not in house_rules:
            continue
        if rules.family not in house_rule.families:
            raise InvalidRules("house_rule_of_another_family", house_rule=key, preset=preset)
        rules = house_rule.configure(rules)
    return replace(rules, house_rules=tuple(key for key in HOUSE_RULES if key in house_rules))
