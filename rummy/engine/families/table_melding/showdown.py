"""The end of a round: hands shown, and the lines of the score sheet (GER-10, GER-11, R500-10)."""

from rummy.engine.families.table_melding.events import HandsShown
from rummy.engine.families.table_melding.rules.laws import TableMeldingLaws
from rummy.engine.families.table_melding.rules.numbers import Scoring
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.moves import RoundEnded
from rummy.engine.records import Event
from rummy.engine.scoring import ScoreLine, Tally


def ended(state: TableMeldingState, reason: str, out: int | None) -> list[Event]:
    """What follows when a seat has gone out, or when nobody can draw any more (`out` None)."""
    laws, hands = state.laws, state.hidden.hands
    if laws.numbers.scoring is Scoring.LAID:
        lines = _lines_of_laid(laws, state.open.laid, hands)
        winner = _highest(lines, state.seats)
    else:
        lines, winner = _penalties(laws, hands, doubled=reason == "hand_romme"), out
    tallies = tuple(
        Tally(points, laws.tally_of(hand), hand.bit_count())
        for points, hand in zip(state.open.laid, hands, strict=True)
    )
    return [HandsShown(hands), RoundEnded(reason, winner, tuple(lines), tallies)]


def _penalties(laws: TableMeldingLaws, hands: tuple[int, ...], *, doubled: bool) -> list[ScoreLine]:
    """Every hand counts against its owner; after a hand-rommé again (GER-10, GER-11)."""
    lines = []
    for seat, hand in enumerate(hands):
        points = laws.penalty_of(hand)
        if points:
            lines.append(ScoreLine(seat, "hand_penalty", -points))
        if points and doubled:
            more = points * (laws.numbers.hand_romme_factor - 1)
            lines.append(ScoreLine(seat, "hand_romme", -more))
    return lines


def _lines_of_laid(
    laws: TableMeldingLaws, laid: tuple[int, ...], hands: tuple[int, ...]
) -> list[ScoreLine]:
    """What each seat laid, less what it still holds; it may be negative (R500-10)."""
    lines = []
    for seat, (points, hand) in enumerate(zip(laid, hands, strict=True)):
        if points:
            lines.append(ScoreLine(seat, "laid", points))
        penalty = laws.penalty_of(hand)
        if penalty:
            lines.append(ScoreLine(seat, "hand_penalty", -penalty))
    return lines


def _highest(lines: list[ScoreLine], seats: int) -> int | None:
    """The seat with the highest score; None when several share it."""
    points = [sum(line.points for line in lines if line.seat == seat) for seat in range(seats)]
    best = [seat for seat in range(seats) if points[seat] == max(points)]
    return best[0] if len(best) == 1 else None
