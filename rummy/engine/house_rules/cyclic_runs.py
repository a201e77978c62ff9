"""Zyklische Sequenzen (GIN-S2): runs go round the corner, Q K A and K A 2 are runs."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.rules import RuleSet


class CyclicRuns(KnockHook):
    """A run may start with any card; no card lies in it twice."""

    key = "cyclic_runs"
    rule = "GIN-S2"

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, melds=replace(rules.melds, cyclic_runs=True))
