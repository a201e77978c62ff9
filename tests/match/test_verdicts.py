"""When a match is over, and for whom: ties, limits and resignations (GIN-13, PLAY-10, PLAY-11)."""

from dataclasses import replace

import pytest

from games.tables.terms import TableOffer, agree_terms
from rummy.match import MatchState, MatchTerms, Phase, Resign, SitOut
from rummy.match.decision import Verdict, next_dealer, verdict
from rummy.match.events import RoundScored
from tests.match.table import Table, terms

MATCH = terms(point_limit=100)
RING = terms(rounds=2)


def after(agreed: MatchTerms, *rounds: tuple[int, int]) -> MatchState:
    """Between rounds, with these points on the sheet; a round of nobody's is (0, 0)."""
    state = Table(agreed).state
    sheet: list[RoundScored] = []
    totals = (0, 0)
    for number, points in enumerate(rounds, start=1):
        totals = (totals[0] + points[0], totals[1] + points[1])
        winner = None if points == (0, 0) else points.index(max(points))
        reason = "stock_exhausted" if winner is None else "knock"
        sheet.append(RoundScored(number, 1, winner, reason, points, (), totals))
    return replace(state, dealer=1, sheet=tuple(sheet), totals=totals)


@pytest.mark.parametrize(
    ("rounds", "decided"),
    [
        ([(99, 0)], None),
        ([(100, 0)], Verdict((0,), "point_limit")),
        ([(60, 0), (0, 120)], Verdict((1,), "point_limit")),
        ([(110, 110)], None),
        ([(110, 110), (1, 0)], Verdict((0,), "point_limit")),
    ],
)
def test_a_match_ends_at_the_limit_and_plays_on_when_tied_there_gin_13(
    rounds: list[tuple[int, int]], decided: Verdict | None
) -> None:
    assert verdict(after(MATCH, *rounds)) == decided


def test_a_match_that_nobody_wins_ends_all_the_same() -> None:
    endless = [(0, 0)] * MATCH.rounds_max
    assert verdict(after(MATCH, *endless[1:])) is None
    assert verdict(after(MATCH, *endless)) == Verdict((0, 1), "round_limit")
    assert verdict(after(MATCH, *endless[1:], (0, 3))) == Verdict((1,), "round_limit")


@pytest.mark.parametrize(
    ("rounds", "decided"),
    [
        ([(500, 0)], None),
        ([(10, 0), (0, 30)], Verdict((1,), "rounds_played")),
        ([(10, 0), (0, 10)], Verdict((0, 1), "rounds_played")),
        ([(0, 0), (0, 0)], Verdict((0, 1), "rounds_played")),
    ],
)
def test_a_ring_game_ends_after_its_rounds_whatever_they_brought_play_10(
    rounds: list[tuple[int, int]], decided: Verdict | None
) -> None:
    assert verdict(after(RING, *rounds)) == decided


def test_after_a_round_of_nobodys_the_same_dealer_deals_gin_10() -> None:
    assert next_dealer(after(RING, (20, 0))) == (0, "winner")
    assert next_dealer(after(RING, (20, 0), (0, 0))) == (1, "again")


@pytest.mark.parametrize(("preset", "seats"), [("gin_palast", 2), ("gin_team", 4)])
def test_a_loser_deals_where_that_was_agreed_on_gin_12_gin_t1(preset: str, seats: int) -> None:
    agreed = agree_terms(TableOffer(preset=preset, options={"next_dealer": "loser"}))
    points = (10,) * seats
    for dealer in range(seats):
        for winner in range(seats):
            scored = RoundScored(1, dealer, winner, "knock", points, (), points)
            state = replace(Table(agreed).state, dealer=dealer, sheet=(scored,))
            assert next_dealer(state)[0] not in agreed.rules.side_of(winner, seats)


@pytest.mark.parametrize("options", [{}, {"point_limit": 500}])
def test_no_box_bonus_at_a_ring_table_whatever_limit_is_asked_for_gin_9(
    options: dict[str, int],
) -> None:
    agreed = agree_terms(TableOffer(format="ring", rounds=5, options=options))
    assert agreed.rules.point_limit is None
    table = Table(agreed, seed=7)
    table.play_out()
    reasons = {line.reason for scored in table.state.sheet for line in scored.lines}
    assert "deadwood" in reasons
    assert "box_bonus" not in reasons


@pytest.mark.parametrize("in_play", [False, True])
def test_who_resigns_loses_the_pot_at_any_moment(in_play: bool) -> None:
    table = Table(terms(rounds=3, stake_chips=50), seed=3)
    if in_play:
        table.both_ready()
        table.act(1, SitOut())
    table.act(0, Resign())
    result = table.state.result
    assert table.state.phase is Phase.FINISHED
    assert result is not None
    assert (result.winners, result.payouts, result.reason) == ((1,), (0, 100), "resigned")
    assert table.state.clock.deadline_ms is None
