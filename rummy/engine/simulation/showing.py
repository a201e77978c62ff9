"""What a knock is worth when both hands are shown at their best: the points alone (GIN-6 … 9)."""

from rummy.engine.families.knock.answering import layoff_choices
from rummy.engine.families.knock.knocking import least_exposed
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.rules.numbers import LayOff
from rummy.engine.families.knock.showdown import core_lines, verdict
from rummy.engine.scoring import RoundScore, round_score


def knock_score(
    laws: KnockLaws, knocker: int, knocking: int, answering: int, elsewhere: int
) -> RoundScore:
    """The score of a knock with these ten cards against these (masks), without house rules.

    `elsewhere`: the cards the knocker cannot see, by which the arrangement is chosen.
    """
    own_points = laws.knocking.points(knocking)
    points = laws.answering.points(answering)
    if own_points and points and laws.numbers.lay_off is LayOff.ON_KNOCK:
        laid = least_exposed(laws, laws.knocking.arrangements(knocking, 0, elsewhere), elsewhere)
        choices = layoff_choices(laws.answering, answering, laid.melds)
        least = laws.answering.points
        points = min(least(answering ^ cards) for cards in choices)
    is_gin = own_points == 0
    reason, winner = verdict(knocker, 1 - knocker, own_points, points, is_gin=is_gin)
    lines = tuple(core_lines(laws, reason, winner, own_points, points))
    return round_score(reason=reason, winner=winner, seats=2, lines=lines)
