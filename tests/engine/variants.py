"""The rule-sets every invariant is proved for: each preset for two alone and with all house rules
together, and each house rule alone. Team gin has tests of its own, and playthroughs like the rest.
"""

from rummy.engine import HOUSE_RULES, PRESETS, build_rules
from rummy.engine.rules import RuleSet

DUELS = tuple(
    key
    for key, preset in PRESETS.items()
    if preset.family == "knock" and preset.build().seats == (2,)
)


def name_of(rules: RuleSet) -> str:
    """`gin_palast+oklahoma`; `gin_palast+all` with every house rule there is."""
    if len(rules.house_rules) == len(HOUSE_RULES):
        return f"{rules.key}+all"
    return "+".join((rules.key, *rules.house_rules))


ALL = tuple(HOUSE_RULES)
VARIANTS = [
    *(build_rules(preset) for preset in DUELS),
    *(build_rules("gin_palast", house_rules=[key]) for key in ALL),
    *(build_rules(preset, house_rules=ALL) for preset in DUELS),
]
TEAMS = [build_rules("gin_team"), build_rules("gin_team", house_rules=ALL)]

# Gin Pro and Training change the match alone: their rounds are those of the preset.
_OF_THE_MATCH = {("gin_pro",), ("training",)}
PLAYED_APART = [rules for rules in VARIANTS if rules.house_rules not in _OF_THE_MATCH]
