"""Matches in a few words, as league, rating and experience see them."""

from collections.abc import Sequence

from accounts.league import MatchResult, Participant, RoundResult
from rummy.engine.scoring import ScoreLine

ANNA, BERT, CARL, DORA = 1, 2, 3, 4
NAMES = (ANNA, BERT, CARL, DORA)


def a_round(number: int = 1, *, winner: int | None = 0, **lines: int) -> RoundResult:
    """A round seat `winner` won, with its lines: `a_round(deadwood=18, box_bonus=10)`."""
    if winner is None:
        return RoundResult(number, (), "stock_exhausted")
    scored = tuple(ScoreLine(winner, reason, points) for reason, points in lines.items())
    return RoundResult(number, (winner,), "knock", scored)


def match(
    *totals: int,
    winners: Sequence[int] = (0,),
    rounds: Sequence[RoundResult] | None = None,
    training: bool = False,
    family: str = "knock",
    guests: Sequence[int] = (),
    bots: Sequence[int] = (),
    resigned: Sequence[int] = (),
    sides: Sequence[int] | None = None,
    key: str = "table:1",
) -> MatchResult:
    """A match of Anna, Bert, Carl and Dora, by seat; the first wins unless said otherwise."""
    totals = totals or (100, 60)
    return MatchResult(
        key=key,
        family=family,
        training=training,
        winners=tuple(winners),
        participants=tuple(
            Participant(
                seat=seat,
                player_id=NAMES[seat],
                side=sides[seat] if sides else seat,
                total=total,
                resigned=seat in resigned,
                is_guest=seat in guests,
                is_bot=seat in bots,
            )
            for seat, total in enumerate(totals)
        ),
        rounds=(a_round(deadwood=18),) if rounds is None else tuple(rounds),
    )
