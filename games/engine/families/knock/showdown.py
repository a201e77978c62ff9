"""The end of a round: who wins and the lines of the score sheet (GIN-8 … GIN-10, GIN-T4)."""

from games.engine.families.knock.events import RoundEnded
from games.engine.families.knock.state import KnockState
from games.engine.scoring import ScoreLine

STOCK_EXHAUSTED = RoundEnded("stock_exhausted", None, ())


def scored(state: KnockState) -> RoundEnded:
    """The end of a round in which everyone has shown: the knocker's side first."""
    laws, shown = state.laws, state.open.shown
    side = len(laws.rules.side_of(0, state.seats))
    knocker, opponent = shown[0], shown[side]
    own_points = sum(hand.points for hand in shown[:side])
    points = sum(hand.points for hand in shown[side:])
    for hook in laws.hooks:
        points = hook.answer_points(state, points)
    difference = points - own_points
    if own_points == 0:
        reason, winner = "gin", knocker.seat
    elif difference > 0:
        reason, winner = "knock" if knocker.points else "gin", knocker.seat
    else:
        reason, winner = "undercut", opponent.seat
    lines = [ScoreLine(winner, "deadwood", abs(difference)), *_own_bonuses(state, reason, winner)]
    for hook in laws.hooks:
        lines += hook.bonuses(state, reason, winner)
    return RoundEnded(reason, winner, _shared(state, lines))


def _shared(state: KnockState, lines: list[ScoreLine]) -> tuple[ScoreLine, ...]:
    """Partners are credited alike (GIN-T1)."""
    return tuple(
        line._replace(seat=seat)
        for line in lines
        for seat in state.rules.side_of(line.seat, state.seats)
    )


def _own_bonuses(state: KnockState, reason: str, winner: int) -> list[ScoreLine]:
    numbers, rules = state.laws.numbers, state.rules
    lines = []
    if reason == "gin":
        is_big = rules.teams and not any(hand.points for hand in state.open.shown[:2])
        bonus = numbers.big_gin_bonus if is_big else numbers.gin_bonus
        lines.append(ScoreLine(winner, "big_gin_bonus" if is_big else "gin_bonus", bonus))
    if reason == "undercut":
        lines.append(ScoreLine(winner, "undercut_bonus", numbers.undercut_bonus))
    point_limit = rules.point_limit
    if numbers.box_bonus and point_limit is not None and point_limit > numbers.box_bonus_above:
        lines.append(ScoreLine(winner, "box_bonus", numbers.box_bonus))
    return lines
