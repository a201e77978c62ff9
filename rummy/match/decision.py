"""When a match is decided and who deals next.

GIN-12, GIN-13, GIN-S3, GER-13, R500-11, PLAY-10, PLAY-11.
"""

from dataclasses import dataclass

from rummy.fairness.dealing import first_in_turn, reason_after
from rummy.match.roster import Cut
from rummy.match.state import MatchState
from rummy.match.terms import MatchFormat

# PLAY-12 plays until one is ahead; rounds in which nobody scores could go on for ever.
TIE_BREAKERS_MAX = 20


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who won and why: `point_limit`, `penalty_limit`, `rounds_played`, `resigned`,
    `last_one_in`, `tie_breaker` or `round_limit`."""

    winners: tuple[int, ...]
    reason: str


def verdict(state: MatchState) -> Verdict | None:
    """The end of the match, if it has come; only asked between rounds and after a resignation."""
    staying = state.staying
    if _one_side(state, staying):
        return Verdict(tuple(staying), "resigned")
    found = _decided(state, staying)
    return None if found is None or _is_tie_to_break(state, found) else found


def next_cut(state: MatchState) -> Cut | None:
    """Who plays on where not everybody does: the others are eliminated, or not level at the top.

    Only asked after a round that has not decided the match.
    """
    found = _decided(state, state.staying)
    if found is not None:
        return Cut(found.winners, "tie_break")
    if state.terms.format is MatchFormat.ELIMINATION and not state.roster.tie_break_from:
        staying = tuple(_survivors(state, state.staying))
        if len(staying) < state.roster.playing:
            return Cut(staying, "eliminated")
    return without_resigned(state)


def without_resigned(state: MatchState) -> Cut | None:
    """Who plays on without those who have given up; None where nobody has, or all hands are needed.

    Partners play on for one who has gone (GIN-T1). Before the first round everybody is dealt to:
    the lot for the deal fell among all of them.
    """
    staying = tuple(state.staying)
    fewer = len(staying) < state.roster.playing and len(staying) in state.terms.rules.seats
    return Cut(staying, "resigned") if fewer and state.sheet else None


def _decided(state: MatchState, staying: list[int]) -> Verdict | None:
    """Who is at the top at the end of the match, or of a tie-breaker round."""
    if state.roster.tie_break_from:
        return _tie_breaker(state, staying)
    if state.terms.format is MatchFormat.ELIMINATION:
        return _last_one_in(state, staying)
    return _by_points(state, staying)


def _by_points(state: MatchState, staying: list[int]) -> Verdict | None:
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
    if _one_side(state, list(ahead)) or (ahead and state.terms.tie_breakers):
        return Verdict(ahead, "point_limit")
    # Rounds without scoring could go on for ever; a match may not.
    return Verdict(leaders, "round_limit") if played >= state.terms.rounds_max else None


def _last_one_in(state: MatchState, staying: list[int]) -> Verdict | None:
    """Elimination: one is left, or all drop out at once and the fewest penalty points win."""
    survivors = _survivors(state, staying)
    if len(survivors) == 1:
        return Verdict(tuple(survivors), "last_one_in")
    if not survivors:
        return Verdict(_leaders(state, staying), "last_one_in")
    over = len(state.sheet) >= state.terms.rounds_max
    return Verdict(_leaders(state, survivors), "round_limit") if over else None


def _survivors(state: MatchState, staying: list[int]) -> list[int]:
    limit = state.terms.rules.penalty_limit or 0
    return [seat for seat in staying if state.totals[seat] > -limit]


def _tie_breaker(state: MatchState, staying: list[int]) -> Verdict | None:
    """PLAY-12: each tie-breaker round decides by its own score."""
    if state.sheet[-1].number < state.roster.tie_break_from:
        return None
    points = state.sheet[-1].points
    best = max(points[seat] for seat in staying)
    return Verdict(tuple(seat for seat in staying if points[seat] == best), "tie_breaker")


def _is_tie_to_break(state: MatchState, found: Verdict) -> bool:
    """Whether those level at the top play on among themselves rather than share."""
    if not state.terms.tie_breakers or _one_side(state, list(found.winners)):
        return False
    first = state.roster.tie_break_from
    return not first or len(state.sheet) - first + 1 < TIE_BREAKERS_MAX


def ranking(state: MatchState, winners: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """All seats by places, level ones together: winners, those who stayed, who dropped out last.

    Whoever gave up comes last, behind everybody else.
    """

    def worse(seat: int) -> tuple[bool, bool, int, int]:
        if seat in winners:
            return (False, False, 0, 0)
        out_after = state.roster.out_after[seat]
        # Out in a later round is better (PLAY-43); whoever is in never dropped out at all.
        return (
            True,
            state.resigned[seat],
            -(10**9) if state.is_in(seat) else -out_after,
            -state.totals[seat],
        )

    levels: dict[tuple[bool, bool, int, int], list[int]] = {}
    for seat in range(state.terms.seats):
        levels.setdefault(worse(seat), []).append(seat)
    return tuple(tuple(levels[key]) for key in sorted(levels))


def next_dealer(state: MatchState) -> tuple[int, str]:
    """The seat that deals next, and why (GIN-10, GIN-12, GIN-T1, GER-2, R500-12).

    In teams the seat on the winner's left is one of the losers, too.
    """
    winner = state.sheet[-1].winner if state.sheet else None
    reason = reason_after(state.terms.rules.next_dealer, winner)
    seats = state.roster.playing
    return first_in_turn(reason, dealer=state.dealer, winner=winner, seats=seats), reason


def trophy_holders(state: MatchState) -> tuple[int, ...] | None:
    """Who holds most Jetons, one for each round won (GER-V5); None where none are given."""
    if not state.terms.rules.jeton_per_round:
        return None
    most = max(state.rounds_won)
    return tuple(seat for seat, won in enumerate(state.rounds_won) if won == most > 0)


def _has_won(state: MatchState, seat: int) -> bool:
    """Whether the seat has the points and, with Gin Pro, the rounds won (GIN-S3)."""
    limit = state.terms.rules.point_limit
    enough_points = limit is not None and state.totals[seat] >= limit
    return enough_points and state.rounds_won[seat] >= state.terms.rules.min_rounds_won


def _one_side(state: MatchState, seats: list[int]) -> bool:
    """Whether these seats are those of one player, or of one team (GIN-T1)."""
    terms = state.terms
    return len({min(terms.rules.side_of(seat, terms.seats)) for seat in seats}) == 1


def _leaders(state: MatchState, seats: list[int]) -> tuple[int, ...]:
    best = max((state.totals[seat] for seat in seats), default=0)
    return tuple(seat for seat in seats if state.totals[seat] == best)
