"""Regenbogen-Sequenzen (GIN-S7): four ranks in a row, four suits, red and black in turns."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _


class RainbowRuns(KnockHook):
    """A meld of exactly four cards: nothing lengthens it."""

    key = "rainbow_runs"
    rule = "GIN-S7"
    title = _("Rainbow runs")
    summary = _("Four cards in sequence of four suits, red and black in turn, are a meld too.")

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, melds=replace(rules.melds, rainbow_runs=True))
