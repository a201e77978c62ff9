"""Presets: the variants a table can be opened with, and how a table's choices become rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rummy.engine.errors import InvalidRules
from rummy.engine.house_rules.base import HOUSE_RULES, HouseRule
from rummy.engine.options import Option
from rummy.engine.registry import Registry
from rummy.engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Preset:
    """A named variant: its words, its options, and how their values become a rule-set."""

    key: str
    title: str
    summary: str
    family: str
    options: tuple[Option, ...]
    make: Callable[[Mapping[str, Any]], RuleSet]

    def build(self, **options: Any) -> RuleSet:
        """The rule-set with these options and no house rule."""
        return build_rules(self.key, **options)


PRESETS: Registry[Preset] = Registry("preset")


def build_rules(preset: str, *, house_rules: Sequence[str] = (), **options: object) -> RuleSet:
    """A preset's rule-set with these house rules and options; InvalidRules says what is wrong.

    Options are those of the preset and of the house rules; the order in which house rules are named
    does not matter.
    """
    if preset not in PRESETS:
        raise InvalidRules("preset_unknown", preset=preset)
    chosen = PRESETS[preset]
    added = _house_rules(chosen, house_rules)
    known = {option.name: option for option in options_of(preset, house_rules)}
    for name in options:
        if name not in known:
            raise InvalidRules("option_unknown", option=name, preset=preset)
    values = {name: known[name].check(options.get(name, known[name].default)) for name in known}
    rules = chosen.make(values)
    for house_rule in added:
        rules = house_rule.configure(rules, values)
    return replace(
        rules,
        house_rules=tuple(house_rule.key for house_rule in added),
        variations=tuple(
            option.name
            for option in chosen.options
            if option.variation and values[option.name] != option.default
        ),
    )


def options_of(preset: str, house_rules: Sequence[str] = ()) -> tuple[Option, ...]:
    """The options of a preset and of these house rules, all of which are known."""
    of_rules = (HOUSE_RULES[key].options for key in HOUSE_RULES if key in house_rules)
    return (*PRESETS[preset].options, *(option for some in of_rules for option in some))


def _house_rules(preset: Preset, keys: Sequence[str]) -> list[HouseRule]:
    """The house rules of these keys, in the order of the book."""
    for key in keys:
        if key not in HOUSE_RULES:
            raise InvalidRules("house_rule_unknown", house_rule=key)
        if preset.family not in HOUSE_RULES[key].families:
            raise InvalidRules("house_rule_of_another_family", house_rule=key, preset=preset.key)
    return [house_rule for key, house_rule in HOUSE_RULES.items() if key in keys]
