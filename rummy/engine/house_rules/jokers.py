"""Joker (GIN-S5): three jokers stand for any card in a meld; one thrown with a knock doubles."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.cards import is_joker
from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.families.knock.state import KnockState
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _

JOKERS = 3


class Jokers(KnockHook):
    """Melding with jokers is the melder's; here is the deck, and the doubling.

    The knock's discard lies on top of the pile when the round is scored.
    """

    key = "jokers"
    rule = "GIN-S5"
    title = _("Jokers")
    summary = _(
        "Three jokers stand for any card in a meld and count 15 as deadwood. A joker "
        "discarded with the knock doubles the opponent's deadwood."
    )

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, jokers=JOKERS, melds=replace(rules.melds, wild_jokers=True))

    def answer_points(self, state: KnockState, points: int) -> int:
        return 2 * points if is_joker(state.open.pile[-1]) else points
