"""Everything a client needs to build the form for a new table."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from games import wording
from games.catalogue.shapes import CatalogueShape
from games.tables.rule_sets import offered_rule_sets
from games.tables.terms import ROUNDS, TURN_SECONDS
from rummy import engine, match
from rummy.bots import BOTS
from rummy.settlement.prizes import PRIZE_TABLES
from web.api.operations import Json, answers
from web.api.payloads import With
from web.api.view import ApiView


class Presets(ApiView):
    """The rule-sets a table can be opened with: presets, their options, house rules, bots."""

    visitors_may = ("read",)
    is_tagged = True

    @answers(CatalogueShape)
    def get(self, request: Request) -> Json:
        return catalogue()


def catalogue() -> dict[str, Any]:
    """Every preset, house rule, rule-set of the house, and what is usual."""
    return CatalogueShape.of(
        presets=[
            With(
                preset,
                key=key,
                name=wording.preset_name(key),
                seats=preset.build().seats,
                house_rules=_house_rules_of(preset.family),
            )
            for key, preset in engine.PRESETS.items()
        ],
        house_rules=[
            With(
                rule,
                key=key,
                name=wording.house_rule_name(key),
                options=getattr(rule, "options", ()),
            )
            for key, rule in engine.HOUSE_RULES.items()
        ],
        rule_sets=offered_rule_sets(),
        formats=[{"key": key, "name": words[0]} for key, words in wording.FORMATS.items()],
        absence=[
            {"key": key, "name": name, "words": words}
            for key, (name, words) in wording.ABSENCES.items()
            if key in match.ABSENCE_POLICIES
        ],
        prizes=[{"key": key, "percents": percents} for key, percents in PRIZE_TABLES.items()],
        bots=list(BOTS),
        rounds=ROUNDS,
        turn_seconds=TURN_SECONDS,
    )


def _house_rules_of(family: str) -> list[str]:
    return [key for key, rule in engine.HOUSE_RULES.items() if family in rule.families]
