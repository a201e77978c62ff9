"""The rule-sets every invariant is proved for: each preset alone, with each of its house rules, and
with all of them together."""

from games.engine import HOUSE_RULES, PRESETS, build_rules
from games.engine.presets import Preset
from games.engine.rules import RuleSet


def name_of(rules: RuleSet) -> str:
    """`gin_palast+oklahoma`"""
    return "+".join((rules.key, *rules.house_rules))


def _choices(preset: Preset) -> list[tuple[str, ...]]:
    keys = tuple(key for key, own in HOUSE_RULES.items() if preset.family in own.families)
    return list(dict.fromkeys([(), *((key,) for key in keys), keys]))


VARIANTS = [
    build_rules(preset.key, house_rules=keys)
    for preset in PRESETS.values()
    for keys in _choices(preset)
]
