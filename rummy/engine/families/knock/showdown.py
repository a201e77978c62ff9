"""The end of a round: who wins and the lines of the score sheet (GIN-8 … GIN-10, GIN-T4)."""

from typing import Final

from rummy.engine.families.knock.events import RoundEnded
from rummy.engine.families.knock.rules.laws import KnockLaws
from rummy.engine.families.knock.state import KnockState
from rummy.engine.scoring import ScoreLine

STOCK_EXHAUSTED: Final = RoundEnded("stock_exhausted", None, ())


def scored(state: KnockState) -> RoundEnded:
    """The end of a round in which everyone has shown: the knocker's side first."""
    laws, shown = state.laws, state.open.shown
    side = len(laws.rules.side_of(0, state.seats))
    knocker, opponent = shown[0], shown[side]
    own_points = sum(hand.points for hand in shown[:side])
    points = sum(hand.points for hand in shown[side:])
    for hook in laws.hooks:
        points = hook.answer_points(state, points)
    reason, winner = verdict(
        knocker.seat, opponent.seat, own_points, points, is_gin=knocker.points == 0
    )
    lines = core_lines(laws, reason, winner, own_points, points)
    for hook in laws.hooks:
        lines += hook.bonuses(state, reason, winner)
    shared = tuple(  # partners are credited alike (GIN-T1)
        line._replace(seat=seat)
        for line in lines
        for seat in state.rules.side_of(line.seat, state.seats)
    )
    return RoundEnded(reason, winner, shared)


def verdict(
    knocker: int, opponent: int, own_points: int, points: int, *, is_gin: bool
) -> tuple[str, int]:
    """(reason, winner) of a knock by the points of both sides (GIN-8); equal is an undercut."""
    if own_points == 0 or (is_gin and points > own_points):
        return "gin", knocker
    return ("knock", knocker) if points > own_points else ("undercut", opponent)


def core_lines(
    laws: KnockLaws, reason: str, winner: int, own_points: int, points: int
) -> list[ScoreLine]:
    """The lines of a knock that no house rule adds, to the winning seat (GIN-8, GIN-9, GIN-T4)."""
    numbers, rules = laws.numbers, laws.rules
    lines = [ScoreLine(winner, "deadwood", abs(points - own_points))]
    if reason == "gin":
        is_big = rules.teams and own_points == 0
        bonus = numbers.big_gin_bonus if is_big else numbers.gin_bonus
        lines.append(ScoreLine(winner, "big_gin_bonus" if is_big else "gin_bonus", bonus))
    if reason == "undercut":
        lines.append(ScoreLine(winner, "undercut_bonus", numbers.undercut_bonus))
    point_limit = rules.point_limit
    if numbers.box_bonus and point_limit is not None and point_limit > numbers.box_bonus_above:
        lines.append(ScoreLine(winner, "box_bonus", numbers.box_bonus))
    return lines
