"""Tedesco (GIN-S8): the opponent's aces are dear, and a taken card must be melded to knock."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.cards import BIT
from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.families.knock.rules.numbers import numbers_of
from rummy.engine.families.knock.state import Sight
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _

ACE_POINTS = 15


class Tedesco(KnockHook):
    """Aces count 15 in the deadwood of the knocker's opponent; the knocker's own stay 1."""

    key = "tedesco"
    rule = "GIN-S8"
    title = _("Tedesco")
    summary = _(
        "When you knock, aces in the opponent's deadwood count 15. With a card from the "
        "discard pile you may knock only if it lies in one of your melds."
    )

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        numbers = numbers_of(rules)
        values = (ACE_POINTS, *numbers.defender_rank_values[1:])
        return replace(rules, play=replace(numbers, defender_rank_values=values))

    def must_meld(self, sight: Sight) -> int:
        return 0 if sight.open.taken is None else BIT[sight.open.taken]
