"""The end of a round: hands shown, and the lines of the score sheet (GER-10, GER-11, R500-10)."""

from rummy.engine.families.table_melding.events import HandsShown
from rummy.engine.families.table_melding.rules.numbers import Scoring
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.moves import RoundEnded
from rummy.engine.records import Event
from rummy.engine.scoring import ScoreLine, Tally


def ended(state: TableMeldingState, reason: str, out: int | None) -> list[Event]:
    """What follows when a seat has gone out, or when nobody can draw any more (`out` None)."""
    laws, hands, winner = state.laws, state.hidden.hands, out
    by_laid = laws.numbers.scoring is Scoring.LAID
    lines = _lines(state, by_laid=by_laid, doubled=reason == "hand_romme" and not by_laid)
    if by_laid:  # the highest score; nobody's when several share it
        seats = range(len(hands))
        scores = [sum(line.points for line in lines if line.seat == seat) for seat in seats]
        best = [seat for seat in seats if scores[seat] == max(scores)]
        winner = best[0] if len(best) == 1 else None
    tallies = tuple(
        Tally(points, laws.tally_of(hand), hand.bit_count())
        for points, hand in zip(state.open.laid, hands, strict=True)
    )
    return [HandsShown(hands), RoundEnded(reason, winner, tuple(lines), tallies)]


def _lines(state: TableMeldingState, *, by_laid: bool, doubled: bool) -> list[ScoreLine]:
    """Every hand counts against its owner, after a hand-rommé again (GER-10, GER-11).

    In 500 against what its owner laid; the score may be negative (R500-10).
    """
    laws, lines = state.laws, []
    for seat, (laid, hand) in enumerate(zip(state.open.laid, state.hidden.hands, strict=True)):
        if by_laid and laid:
            lines.append(ScoreLine(seat, "laid", laid))
        points = laws.penalty_of(hand)
        if points:
            lines.append(ScoreLine(seat, "hand_penalty", -points))
        if points and doubled:
            more = points * (laws.numbers.hand_romme_factor - 1)
            lines.append(ScoreLine(seat, "hand_romme", -more))
    return lines
