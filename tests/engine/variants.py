"""Every rule-set the engine offers today: each preset with each subset of its house rules."""

from collections.abc import Iterator
from itertools import combinations

from games.engine import HOUSE_RULES, PRESETS, build_rules
from games.engine.rules import RuleSet


def _subsets(keys: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(keys) + 1):
        yield from combinations(keys, size)


def name_of(rules: RuleSet) -> str:
    """`gin_palast+oklahoma`"""
    return "+".join((rules.key, *rules.house_rules))


VARIANTS = [
    build_rules(preset.key, house_rules=keys)
    for preset in PRESETS.values()
    for keys in _subsets([key for key, own in HOUSE_RULES.items() if preset.family in own.families])
]
