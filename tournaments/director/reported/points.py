"""What the points of a round at a real table say, and whether they can be (PLAY-1).

Nobody has seen the cards. What a game rules out is refused, with the rule and the numbers.
"""

from collections.abc import Sequence

from rummy.engine.families.knock.rules.numbers import KnockNumbers
from rummy.engine.families.table_melding.rules.numbers import Scoring, TableMeldingNumbers
from rummy.engine.rules import RuleSet
from rummy.settlement import SeatScore
from tournaments.director.errors import Refused

SUITS = 4


def are_penalties(rules: RuleSet) -> bool:
    """Whether points are written down against whoever gets them (GER-10)."""
    play = rules.play
    return isinstance(play, TableMeldingNumbers) and play.scoring is Scoring.PENALTY


def scores_of(rules: RuleSet, points: Sequence[int]) -> tuple[SeatScore, ...]:
    """Points as people write them, as scores of which the highest is the best."""
    sign = -1 if are_penalties(rules) else 1
    return tuple(SeatScore(sign * number) for number in points)


def require_plausible(rules: RuleSet, points: Sequence[int], *, seats: int, rounds: int) -> None:
    """Points by seat after so many rounds.

    Raises:
        Refused(points_incomplete | points_out_of_range | one_side_scores | partners_share_points).
    """
    if len(points) != seats:
        raise Refused("points_incomplete", rule="PLAY-1", given=len(points), seats=seats)
    least, most = _bounds(rules, rounds)
    for seat, number in enumerate(points):
        if not least <= number <= most:
            rule = _rule_of_scores(rules)
            facts = {"seat": seat + 1, "points": number, "least": least, "most": most}
            raise Refused("points_out_of_range", rule=rule, **facts)
    _require_sides_fit(rules, points, rounds)


def _bounds(rules: RuleSet, rounds: int) -> tuple[int, int]:
    """No side has more than all cards of the game in a round, and no rule more than doubles it."""
    most = 2 * _all_cards(rules) * rounds
    play = rules.play
    if isinstance(play, TableMeldingNumbers) and play.scoring is Scoring.LAID:
        return -most, most
    return 0, most


def _all_cards(rules: RuleSet) -> int:
    match rules.play:
        case KnockNumbers() as gin:
            bonus = max(gin.gin_bonus, gin.big_gin_bonus, gin.undercut_bonus) + gin.box_bonus
            values, joker = sum(gin.rank_values), gin.joker_value
            return rules.packs * SUITS * values + rules.jokers * joker + bonus
        case TableMeldingNumbers() as romme:
            joker = max(romme.joker_held, *romme.place_values)
            values = sum(romme.held_values) + max(romme.place_values)
            return rules.packs * SUITS * values + rules.jokers * joker
        case _:
            raise TypeError(f"nobody knows what a round of {rules.family} can come to")


def _rule_of_scores(rules: RuleSet) -> str:
    play = rules.play
    if isinstance(play, TableMeldingNumbers):
        return "GER-10" if play.scoring is Scoring.PENALTY else "R500-10"
    return "GIN-8"


def _require_sides_fit(rules: RuleSet, points: Sequence[int], rounds: int) -> None:
    """In gin one side wins a round (GIN-8); partners are credited alike (GIN-T1)."""
    sides = {frozenset(rules.side_of(seat, len(points))) for seat in range(len(points))}
    for side in sides:
        written = {points[seat] for seat in side}
        if len(written) > 1:
            facts = {"one": max(written), "other": min(written)}
            raise Refused("partners_share_points", rule="GIN-T1", **facts)
    if not isinstance(rules.play, KnockNumbers) or rounds > 1 or rules.house_rules:
        return  # a house rule may credit the side that has lost
    winners = sorted(points[min(side)] for side in sides if points[min(side)])
    if len(winners) > 1:
        raise Refused("one_side_scores", rule="GIN-8", one=winners[-1], other=winners[-2])
