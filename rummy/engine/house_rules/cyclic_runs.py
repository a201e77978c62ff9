"""Zyklische Sequenzen (GIN-S2): runs go round the corner, Q K A and K A 2 are runs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _


class CyclicRuns(KnockHook):
    """A run may start with any card; no card lies in it twice."""

    key = "cyclic_runs"
    rule = "GIN-S2"
    title = _("Cyclic runs")
    summary = _("Runs go round the corner: queen, king, ace and king, ace, two are runs.")

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, melds=replace(rules.melds, cyclic_runs=True))
