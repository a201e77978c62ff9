"""The end of a round: who wins and the lines of the score sheet (GIN-8, GIN-9, GIN-10)."""

from games.engine.families.knock.events import RoundEnded
from games.engine.families.knock.state import KnockState
from games.engine.scoring import ScoreLine

STOCK_EXHAUSTED = RoundEnded("stock_exhausted", None, ())


def scored(state: KnockState) -> RoundEnded:
    """The end of a round in which knocker and opponent have shown their cards."""
    laws = state.laws
    knocker, opponent = state.open.shown
    points = opponent.points
    for hook in laws.hooks:
        points = hook.answer_points(state, points)
    difference = points - knocker.points
    if knocker.points == 0:
        reason, winner = "gin", knocker.seat
    elif difference > 0:
        reason, winner = "knock", knocker.seat
    else:
        reason, winner = "undercut", opponent.seat
    lines = [ScoreLine(winner, "deadwood", abs(difference)), *_own_bonuses(state, reason, winner)]
    for hook in laws.hooks:
        lines += hook.bonuses(state, reason, winner)
    return RoundEnded(reason, winner, tuple(lines))


def _own_bonuses(state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
    numbers = state.laws.numbers
    lines = []
    if reason == "gin":
        lines.append(ScoreLine(winner, "gin_bonus", numbers.gin_bonus))
    if reason == "undercut":
        lines.append(ScoreLine(winner, "undercut_bonus", numbers.undercut_bonus))
    point_limit = state.laws.rules.point_limit
    if numbers.box_bonus and point_limit is not None and point_limit > numbers.box_bonus_above:
        lines.append(ScoreLine(winner, "box_bonus", numbers.box_bonus))
    return lines
