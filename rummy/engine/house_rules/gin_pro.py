"""Gin Pro (GIN-S3): to win the match takes the point limit and a number of rounds won."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.options import Option
from rummy.engine.rules import RuleSet
from rummy.words import gettext_noop as _


class GinPro(KnockHook):
    """Nothing changes in a round; the match layer reads `min_rounds_won`."""

    key = "gin_pro"
    rule = "GIN-S3"
    title = _("Gin Pro")
    summary = _("To win the match you need the point limit and a number of rounds won.")
    options = (
        Option(
            "min_rounds_won",
            3,
            lowest=1,
            highest=20,
            rule="GIN-S3",
            title=_("Rounds won needed"),
            badge=_("%(value)s rounds won needed"),
        ),
    )
    rests_in_play = True

    def configure(self, rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
        return replace(rules, min_rounds_won=options["min_rounds_won"])
