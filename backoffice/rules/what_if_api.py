"""What would a round be worth? Asked over the API, under any rules and the games as they come."""

from typing import Any

from rest_framework.request import Request

from accounts.api.operations import once
from backoffice.api.view import OfficeView
from backoffice.inspector.score_sheet import ScoredLine
from backoffice.rules.api import RulesBody, rules_of
from backoffice.rules.scoring import compared, form_for
from backoffice.rules.what_if import Outcome
from rummy import engine
from web.api.operations import Json
from web.api.payloads import Shape, Whole, Wholes, With, Word
from web.api.reading import Text
from web.refusals import Refused, words_of

MELDS_MAX = 200


class WhatIfForm(RulesBody):
    """Cards of a round for two. A knock: `knocker`, `defender`; else the other four."""

    knocker = Text(max_length=60, required=False, help_text="eleven cards, the last is discarded")
    defender = Text(max_length=60, required=False, help_text="ten cards")
    before = Text(
        max_length=MELDS_MAX,
        required=False,
        allow_blank=True,
        help_text="who goes out: melds from earlier turns, parted by `/`",
    )
    now = Text(
        max_length=MELDS_MAX,
        required=False,
        help_text="and of the last turn; at the end the card that is discarded, if there is one",
    )
    others = Text(
        max_length=MELDS_MAX,
        required=False,
        allow_blank=True,
        help_text="the opponent's melds; a joker says what it stands for: `X1=8h`",
    )
    held = Text(max_length=100, required=False, help_text="what the opponent still holds")


class OutcomeLineShape(Shape):
    seat = Whole(help_text="0 ends the round, 1 is the opponent")
    reason = Word()
    words = Word()
    points = Whole()


class OutcomeRefusalShape(Shape):
    code = Word()
    rule = Word(allow_blank=True)
    detail = Word()


class OutcomeShape(Shape):
    name = Word(help_text="of the rules")
    reason = Word(allow_blank=True, help_text="how the round ended")
    winner = Whole(allow_null=True)
    points = Wholes(help_text="by seat")
    lines = OutcomeLineShape(many=True)
    refusal = OutcomeRefusalShape(allow_null=True, help_text="why these rules do not allow it")


class WhatIfShape(Shape):
    digest = Word(help_text="of the rules asked for")
    outcomes = OutcomeShape(many=True, help_text="under these rules first, then other games")


class OfficeWhatIf(OfficeView):
    """Score a round under some rules, and under every other game of the family."""

    writing_right = "see_rules"

    @once(WhatIfForm, answers=WhatIfShape)
    def post(self, request: Request, form: Json) -> Json:
        asked = rules_of(form)
        rules = engine.build_rules(
            asked["preset"], house_rules=asked["house_rules"], **asked["options"]
        )
        outcomes = [_outcome_answer(one) for one in _outcomes(form, rules)]
        return WhatIfShape.of(digest=rules.digest, outcomes=outcomes)


def _outcomes(form: dict[str, Any], rules: engine.RuleSet) -> list[Outcome]:
    if 2 not in rules.seats:
        raise Refused("nothing_to_score")
    tried = form_for(rules)(form)
    if not tried.is_valid():
        raise Refused("cards_missing", names=sorted(tried.errors))
    return compared(tried, rules)


def _outcome_answer(one: Outcome) -> With:
    refusal = one.refusal and With(one.refusal, detail=words_of(one.refusal))
    return With(one, lines=[ScoredLine(*line) for line in one.lines], refusal=refusal)
