"""The rules engine: pure functions from frozen values to frozen values.

    >>> from rummy import engine
    >>> rules = engine.build_rules("gin_palast", point_limit=100)
    >>> deck = engine.deck_cards(rules)
    >>> state, events = engine.start_round(rules, 2, deck, dealer=0)
    >>> events += (drawn := engine.decide(state, 1, engine.legal_actions(state, 1)[0]))
    >>> engine.fold(rules, 2, events) == engine.evolve(state, drawn[0])
    True

The names here are all that the rest of the house may use; JSON lives in
`rummy.engine.as_json.stored`.
"""

from rummy.engine import catalogue as _catalogue  # fills the registries
from rummy.engine.door import (
    decide,
    deck_cards,
    deck_size,
    evolve,
    evolve_view,
    fold,
    legal_actions,
    redact,
    score,
    start_round,
    view,
)
from rummy.engine.errors import IllegalAction, InvalidAction, InvalidRules
from rummy.engine.family import RoundState, RoundView
from rummy.engine.house_rules.base import HOUSE_RULES
from rummy.engine.presets import PRESETS, build_rules
from rummy.engine.rules import RuleSet

__all__ = [
    "HOUSE_RULES",
    "PRESETS",
    "IllegalAction",
    "InvalidAction",
    "InvalidRules",
    "RoundState",
    "RoundView",
    "RuleSet",
    "build_rules",
    "decide",
    "deck_cards",
    "deck_size",
    "evolve",
    "evolve_view",
    "fold",
    "legal_actions",
    "redact",
    "score",
    "start_round",
    "view",
]
