"""Elimination, buying back and tie-breakers: who still plays, and what everybody is paid."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rummy import engine
from rummy.match import (
    MatchFormat,
    MatchState,
    MatchTerms,
    Phase,
    Ready,
    Resign,
    buy_back,
    fold,
    view,
)
from rummy.match.decision import Verdict, next_cut, ranking, verdict
from rummy.match.events import BoughtBack, PlayersReseated, RoundScored, RoundStarted
from rummy.match.evolve import evolve
from rummy.match.roster import Cut, may_buy_back, reseating
from tests.engine.table_melding.rules import german
from tests.match.storing import restored
from tests.match.table import terms
from tests.match.test_table_melding import Roster, company


def elimination(seats: int, limit: int = 100, **given: Any) -> MatchTerms:
    rules = german(penalty_limit=limit)
    return MatchTerms(rules=rules, seats=seats, format=MatchFormat.ELIMINATION, **given)


def table_of(agreed: MatchTerms, seed: int = 1) -> Roster:
    return Roster(agreed, seed=seed, robots=(False,) * agreed.seats)


def scored(state: MatchState, *rounds: Sequence[int]) -> MatchState:
    """The state after rounds of these points; what follows from them is left to the test."""
    for points in rounds:
        line = RoundScored(
            number=len(state.sheet) + 1,
            dealer=0,
            winner=0,
            reason="out",
            points=tuple(points),
            lines=(),
            totals=tuple(a + b for a, b in zip(state.totals, points, strict=True)),
        )
        state = evolve(state, line, 1_000)
    return state


def begun(agreed: MatchTerms) -> MatchState:
    return table_of(agreed).state


@pytest.mark.parametrize("seed", range(4))
def test_an_elimination_ends_with_one_left_and_folds_from_its_log(seed: int) -> None:
    agreed = elimination(4, stake_chips=25, prizes=(50, 30, 20))
    table = table_of(agreed, seed)
    people = set(table.state.players)
    while table.state.phase is not Phase.FINISHED:
        table.play_round()
        assert fold(agreed, table.log) == table.state
        assert restored(table.state) == table.state
        assert set(table.state.players) == people
    result = table.state.result
    assert result is not None
    assert result.places is not None
    assert result.reason == "last_one_in"
    assert sum(result.payouts) == 100
    paid = [sum(result.payouts[seat] for seat in level) for level in result.places]
    assert paid == sorted(paid, reverse=True)
    assert paid[0] >= 50
    limit = agreed.rules.penalty_limit
    assert limit is not None
    out = [seat for seat in range(4) if seat not in result.winners]
    assert all(table.state.totals[seat] <= -limit for seat in out)


def test_who_drops_out_moves_behind_those_who_play_on_with_all_that_is_theirs() -> None:
    state = scored(begun(elimination(4)), (0, -100, -20, -30))
    cut = next_cut(state)
    assert cut == Cut((0, 2, 3), "eliminated")
    assert verdict(state) is None
    moved = evolve(state, reseating(state, cut), 2_000)
    assert moved.players == tuple(state.players[seat] for seat in (0, 2, 3, 1))
    assert moved.totals == (0, -20, -30, -100)
    assert moved.sheet[0].points == (0, -20, -30, -100)
    assert (moved.roster.playing, moved.roster.out_after) == (3, (0, 0, 0, 1))
    assert [moved.is_in(seat) for seat in range(4)] == [True, True, True, False]


def test_rounds_are_dealt_to_those_who_are_in_and_the_others_see_no_hand() -> None:
    table = table_of(elimination(3, limit=40), seed=3)
    while table.state.roster.playing == 3 and table.state.phase is not Phase.FINISHED:
        table.play_round()
    assert table.state.roster.playing == 2
    table.both_ready()
    started = [event for event, _ in table.log if isinstance(event, RoundStarted)]
    assert started[-1].seats == 2
    assert started[0].seats is None
    out = view(table.state, 2)
    assert out["round"]["hand"] is None
    assert (out["legal"], out["controls"]) == ([], [])
    assert out["seats"][2]["out"]
    with pytest.raises(engine.IllegalAction, match="eliminated"):
        table.act(2, Resign())


def test_the_last_to_drop_out_comes_second_and_level_ones_share() -> None:
    state = scored(begun(elimination(4)), (0, -100, -20, -30))
    state = evolve(state, reseating(state, Cut((0, 2, 3), "eliminated")), 2_000)
    state = scored(state, (0, -90, -80, 0))
    assert verdict(state) == Verdict((0,), "last_one_in")
    assert ranking(state, (0,)) == ((0,), (1, 2), (3,))


def test_when_all_drop_out_at_once_the_fewest_penalty_points_win() -> None:
    state = scored(begun(elimination(3)), (-110, -100, -130))
    assert verdict(state) == Verdict((1,), "last_one_in")


@pytest.mark.parametrize(
    ("points", "level"),
    [((-100, -100, -130), (0, 1)), ((-100, -100, -100), (0, 1, 2))],
)
def test_who_is_level_at_the_top_shares_or_plays_tie_breakers_play_12(
    points: tuple[int, ...], level: tuple[int, ...]
) -> None:
    shared = scored(begun(elimination(3)), points)
    assert verdict(shared) == Verdict(level, "last_one_in")
    state = scored(begun(elimination(3, tie_breakers=True)), points)
    assert verdict(state) is None
    assert next_cut(state) == Cut(level, "tie_break")


def tied(seats: int = 3) -> MatchState:
    """Three are level after the last round of a quick game with tie-breakers."""
    agreed = MatchTerms(
        rules=german(penalty_limit=None),
        seats=seats,
        format=MatchFormat.QUICK,
        rounds=1,
        stake_chips=11,
        tie_breakers=True,
    )
    state = scored(begun(agreed), (-10,) * 3 + (-50,) * (seats - 3))
    cut = next_cut(state)
    assert cut == Cut((0, 1, 2), "tie_break")
    return evolve(state, reseating(state, cut), 2_000)


def test_a_tie_breaker_decides_by_its_own_score_and_two_left_tied_go_on_play_12() -> None:
    state = tied(4)
    state = scored(state, (-5, -5, -60, 0))
    assert verdict(state) is None
    cut = next_cut(state)
    assert cut == Cut((0, 1), "tie_break")
    state = evolve(state, reseating(state, cut), 3_000)
    assert state.roster.playing == 2
    state = scored(state, (-30, -20, 0, 0))
    assert verdict(state) == Verdict((1,), "tie_breaker")
    assert ranking(state, (1,)) == ((1,), (0,), (2,), (3,))


def test_tie_breakers_that_decide_nothing_end_in_sharing() -> None:
    state = scored(tied(), *[(-5, -5, -5)] * 19)
    assert verdict(state) is None
    state = scored(state, (-5, -5, -5))
    assert verdict(state) == Verdict((0, 1, 2), "tie_breaker")


def test_giving_up_among_the_last_two_of_a_tie_breaker_leaves_the_other_the_pool() -> None:
    state = tied()
    state = evolve(state, reseating(state, Cut((0, 2), "tie_break")), 3_000)
    gone = replace(state, resigned=(True, False, False))
    assert verdict(gone) == Verdict((1,), "resigned")


def dropped_out(rebuys: int = 1) -> Roster:
    """Somebody has just dropped out of three, and may be bought back."""
    agreed = elimination(3, limit=40, rebuys_max=rebuys, stake_chips=10, fee_chips=2)
    for seed in range(20):
        table = table_of(agreed, seed)
        while table.state.roster.playing == 3 and table.state.phase is not Phase.FINISHED:
            table.play_round()
        if table.state.phase is Phase.BETWEEN:
            return table
    raise AssertionError("nobody drops out alone")


def test_who_drops_out_may_be_bought_back_level_with_the_worst_who_is_in() -> None:
    table = dropped_out()
    worst = min(table.state.totals[:2])
    assert may_buy_back(table.state, 2)
    assert view(table.state, 2)["rebuy"] == {"chips": 12, "total": worst}
    assert view(table.state, 0)["rebuy"] is None
    assert not table.state.ready[2]
    step = buy_back(table.state, 2, now_ms=table.now_ms, shuffler=table.shuffler)
    table._take(step)
    kinds = [type(event) for event in step.events]
    assert kinds == [BoughtBack, PlayersReseated]
    state = table.state
    assert (state.roster.playing, state.totals[2]) == (3, worst)
    assert state.pool_chips == (10, 10, 20)
    assert state.fees_chips == 8
    assert fold(table.terms, table.log) == state
    table.play_out()
    assert table.state.result is not None
    assert sum(table.state.result.payouts) == 40 + 10 * (sum(table.state.roster.rebuys) - 1)


def test_nobody_is_bought_back_more_often_than_agreed_nor_after_the_pause() -> None:
    table = dropped_out(rebuys=0)
    with pytest.raises(engine.IllegalAction, match="no_rebuy"):
        buy_back(table.state, 2, now_ms=table.now_ms, shuffler=table.shuffler)
    table = dropped_out()
    table.wait(table.terms.pause_ms)
    assert table.state.phase is Phase.PLAYING
    with pytest.raises(engine.IllegalAction, match="no_rebuy"):
        buy_back(table.state, 2, now_ms=table.now_ms, shuffler=table.shuffler)


def test_saying_no_to_buying_back_keeps_nobody_waiting() -> None:
    table = dropped_out()
    table.act(0, Ready())
    table.act(1, Ready())
    assert table.state.phase.value == "between"
    table.act(2, Ready())
    assert table.state.phase.value == "playing"
    assert table.state.roster.playing == 2


@pytest.mark.parametrize("times", [2, 3])
def test_a_quick_game_is_a_ring_game_of_up_to_three_rounds_play_11(times: int) -> None:
    table = company(
        german(penalty_limit=None), 3, format=MatchFormat.QUICK, rounds=times, stake_chips=5
    )
    table.play_out()
    assert len(table.state.sheet) == times
    assert table.state.result is not None
    assert sum(table.state.result.payouts) == 15


def test_gin_with_tie_breakers_goes_on_between_the_same_two() -> None:
    agreed = terms(rounds=1, tie_breakers=True, stake_chips=7)
    table = Roster(agreed, seed=1, robots=(False, False))
    state = scored(table.state, (0, 0))
    cut = next_cut(state)
    assert cut == Cut((0, 1), "tie_break")
    state = evolve(state, reseating(state, cut), 2_000)
    assert state.players == table.state.players
    assert verdict(scored(state, (0, 12))) == Verdict((1,), "tie_breaker")


@settings(max_examples=60, deadline=None)
@given(
    seats=st.integers(2, 6),
    prizes=st.sampled_from([(100,), (70, 30), (50, 30, 20)]),
    points=st.lists(st.integers(-120, 0), min_size=6, max_size=6),
    gone=st.sets(st.integers(0, 5), max_size=4),
    stake=st.integers(0, 1_000),
)
def test_whatever_comes_of_a_round_the_pool_is_paid_to_the_last_chip(
    seats: int, prizes: tuple[int, ...], points: list[int], gone: set[int], stake: int
) -> None:
    from rummy.match.rounds import _payouts

    agreed = elimination(seats, stake_chips=stake, prizes=prizes[:seats] if seats > 2 else (100,))
    state = scored(begun(agreed), points[:seats])
    resigned = tuple(seat in gone for seat in range(seats))
    if all(resigned):
        return
    state = replace(state, resigned=resigned)
    decided = verdict(state)
    if decided is not None:
        payouts = _payouts(state, decided)
        assert sum(payouts) == seats * stake
        assert all(not payouts[seat] for seat in range(seats) if resigned[seat])
