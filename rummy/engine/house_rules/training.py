"""Training (GIN-S9): the table counts neither for the league nor for the rating."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _


class Training(KnockHook):
    """Nothing changes in a round; whoever rates players reads `rated`."""

    key = "training"
    rule = "GIN-S9"
    title = _("Training")
    summary = _("The table counts neither for the league nor for the rating.")
    rests_in_play = True

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, rated=False)
