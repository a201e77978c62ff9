"""When a match is decided and who deals next.

GIN-12, GIN-13, GIN-S3, GER-13, R500-11, PLAY-10, PLAY-11.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.match.state import MatchState


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who won and why: `point_limit`, `penalty_limit`, `rounds_played`, `resigned` or
    `round_limit`."""

    winners: tuple[int, ...]
    reason: str


def verdict(state: MatchState) -> Verdict | None:
    """The end of the match, if it has come; only asked between rounds and after a resignation."""
    staying = [seat for seat, gone in enumerate(state.resigned) if not gone]
    if _one_side(state, staying):
        return Verdict(tuple(staying), "resigned")
    leaders = _leaders(state, staying)
    played = len(state.sheet)
    if state.terms.rounds_due is not None:
        done = played >= state.terms.rounds_due
        return Verdict(leaders, "rounds_played") if done else None
    penalty_limit = state.terms.rules.penalty_limit
    if penalty_limit and any(state.totals[seat] <= -penalty_limit for seat in staying):
        return Verdict(leaders, "penalty_limit")  # GER-13: the lowest penalty wins, ties share
    # GIN-13, GIN-S3. A tie between those who have won is played on.
    ahead = _leaders(state, [seat for seat in staying if _has_won(state, seat)])
    if _one_side(state, list(ahead)):
        return Verdict(ahead, "point_limit")
    # Rounds without scoring could go on for ever; a match may not.
    return Verdict(leaders, "round_limit") if played >= state.terms.rounds_max else None


def next_dealer(state: MatchState) -> int:
    """GIN-12: the winner of a round deals the next one; GIN-10: without a winner the same again.

    Where the deal goes round it always does (GER-2, R500-12).
    """
    seats = state.terms.seats
    if state.terms.rules.next_dealer == "clockwise":
        return (state.dealer + 1) % seats
    winner = state.sheet[-1].winner if state.sheet else None
    if winner is None:
        return state.dealer
    match state.terms.rules.next_dealer:
        case "winner":
            return winner
        case "loser" if seats == 2:
            return 1 - winner
        case _:
            return (state.dealer + 1) % seats


def trophy_holders(state: MatchState) -> tuple[int, ...] | None:
    """Who holds most Jetons, one for each round won (GER-V5); None where none are given."""
    if not state.terms.rules.jeton_per_round:
        return None
    most = max(state.rounds_won)
    return tuple(seat for seat, won in enumerate(state.rounds_won) if won == most > 0)


def _has_won(state: MatchState, seat: int) -> bool:
    """Whether the seat has the points and, with Gin Pro, the rounds won (GIN-S3)."""
    limit = state.terms.point_limit
    enough_points = limit is not None and state.totals[seat] >= limit
    return enough_points and state.rounds_won[seat] >= state.terms.rules.min_rounds_won


def _one_side(state: MatchState, seats: list[int]) -> bool:
    """Whether these seats are those of one player, or of one team (GIN-T1)."""
    terms = state.terms
    return len({min(terms.rules.side_of(seat, terms.seats)) for seat in seats}) == 1


def _leaders(state: MatchState, seats: list[int]) -> tuple[int, ...]:
    best = max((state.totals[seat] for seat in seats), default=0)
    return tuple(seat for seat in seats if state.totals[seat] == best)
