"""A rule-set made ready for play: its hooks and melders looked up once, not at every move."""

from functools import lru_cache
from typing import Any

from rummy.engine.cards import deck_of, mask_of
from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.families.knock.rules.numbers import numbers_of
from rummy.engine.house_rules.base import HOUSE_RULES
from rummy.engine.melding import CardValues, melder_for
from rummy.engine.rules import MeldLaws, RuleSet


class KnockLaws:
    """The compiled form of a knock rule-set; equal when the rule-sets are.

    Of its `hooks`, `observers` (with their place) follow events and `forbidders` forbid actions:
    those that do neither cost nothing at a move. `owners` are the hooks by the types of their own
    actions. `is_plain`: two seats, no jokers, ordinary melds, and no house rule that acts in play.
    """

    __slots__ = (
        "answering", "deck", "forbidders", "hooks", "is_plain", "knocking", "numbers", "observers",
        "owners", "rules", "stock_floor", "streak_limit", "teams",
    )  # fmt: skip

    def __init__(self, rules: RuleSet) -> None:
        numbers = numbers_of(rules)
        self.rules = rules
        self.numbers = numbers
        self.teams = rules.teams
        self.stock_floor = numbers.stock_floor
        self.streak_limit = numbers.upcard_streak_limit
        self.hooks = tuple(_hook(key) for key in rules.house_rules)
        self.observers = tuple(
            (place, hook)
            for place, hook in enumerate(self.hooks)
            if type(hook).evolve is not KnockHook.evolve
        )
        self.forbidders = tuple(
            hook for hook in self.hooks if type(hook).forbids is not KnockHook.forbids
        )
        self.owners = {action: hook for hook in self.hooks for action in hook.own_actions}
        joker = numbers.joker_value
        self.knocking = melder_for(rules.melds, CardValues(numbers.rank_values, joker))
        self.answering = melder_for(rules.melds, CardValues(numbers.defender_rank_values, joker))
        self.deck = mask_of(deck_of(rules.packs, rules.jokers))
        cards = (rules.packs, rules.jokers, rules.seats, rules.melds)
        in_play = [hook for hook in self.hooks if not hook.rests_in_play]
        self.is_plain = cards == (1, 0, (2,), MeldLaws()) and not in_play

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, KnockLaws) and self.rules == other.rules)

    def __hash__(self) -> int:
        return hash(self.rules)

    def __reduce__(self) -> tuple[Any, tuple[RuleSet]]:
        return laws_of, (self.rules,)

    def __repr__(self) -> str:
        return f"KnockLaws({self.rules.key}, {self.rules.digest})"


def _hook(key: str) -> KnockHook:
    hook = HOUSE_RULES[key]
    if not isinstance(hook, KnockHook):
        raise TypeError(f"not a house rule of knock games: {key}")
    return hook


@lru_cache(maxsize=1024)
def laws_of(rules: RuleSet) -> KnockLaws:
    """The compiled form of these rules."""
    return KnockLaws(rules)
