"""A table's score sheet as staff read it: every round's points, under whoever won them.

At some tables players move together when somebody drops out; a round's points are stored by the
seats as they were in it, and shown by the seats as they are now. Of a deal that others may still be
dealt no points are shown: staff play, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Round, Table, TableEvent
from games.wording import score_reason
from rummy.engine.scoring import ScoreLine
from rummy.match.events import PlayersReseated

ROUNDS_MAX = 50


class ScoredLine(ScoreLine):
    """One reason for points in a round: `reason` is its code."""

    __slots__ = ()

    @property
    def words(self) -> str:
        return str(score_reason(self.reason))


@dataclass(frozen=True, slots=True)
class RoundLines:
    """A round's line of the score sheet: by seat its points, and each reason with its points."""

    number: int
    points: tuple[int, ...]
    lines: tuple[ScoredLine, ...]
    ended: bool


def round_lines(played: Round) -> RoundLines:
    """The round by the seats as they were in it."""
    score = played.score or {}
    lines = tuple(
        ScoredLine(**line) if isinstance(line, dict) else ScoredLine(*line)
        for line in score.get("lines", ())
    )
    over = played.ended_at is not None and played.first_event is not None
    return RoundLines(played.number, tuple(score.get("points", ())), lines, over)


def latest_rounds(table: Table) -> tuple[RoundLines, ...]:
    """Its latest rounds by the seats as they are now; who was not dealt to has won nothing."""
    rounds = list(Round.objects.filter(table=table).order_by("-number")[:ROUNDS_MAX])
    closed = Round.objects.of_closed_deals().filter(table=table).in_bulk()
    for played in rounds:
        if played.pk in closed:
            played.score = played.ended_at = None
    moves = _moves(table)
    return tuple(_by_seats_now(round_lines(played), played, moves) for played in reversed(rounds))


def _moves(table: Table) -> list[tuple[int, list[int]]]:
    """(number of the event, from which seat each came): what moved players, the latest first."""
    if table.terms["seats"] == 2:  # two play on together, or not at all
        return []
    reseatings = TableEvent.objects.filter(table=table, kind=PlayersReseated.type).order_by("-seq")
    return [(event.seq, event.payload["came_from"]) for event in reseatings]


def _by_seats_now(
    reseatings: RoundLines, played: Round, moves: Sequence[tuple[int, list[int]]]
) -> RoundLines:
    since = [came_from for seq, came_from in moves if seq > (played.last_event or 0)]
    if not since or not reseatings.points:
        return reseatings
    then = list(range(len(since[0])))
    for came_from in since:
        then = [came_from[seat] for seat in then]
    points = [reseatings.points[seat] if seat < len(reseatings.points) else 0 for seat in then]
    lines = (ScoredLine(then.index(one.seat), one.reason, one.points) for one in reseatings.lines)
    return RoundLines(reseatings.number, tuple(points), tuple(lines), reseatings.ended)
