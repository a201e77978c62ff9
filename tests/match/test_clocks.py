"""Turn clocks, time banks and automatic moves (PLAY-45): time is told, nobody sleeps."""

import pytest

from rummy import engine
from rummy.match import Phase, Ready, Return, SitOut
from tests.match.table import Table, terms


def playing() -> Table:
    table = Table(terms(rounds=2, turn_ms=30_000, bank_ms=60_000), seed=2)
    table.both_ready()
    return table


def test_a_turn_may_last_its_time_and_the_whole_bank() -> None:
    table = playing()
    turn = table.state.clock.turn
    assert table.state.clock.deadline_ms == table.now_ms + 90_000
    assert not table.wait(89_999).events
    events = table.wait(1).events
    assert [event.type for event in events][:1] == ["timed_out"]
    assert table.state.clock.turn != turn


def test_only_time_beyond_the_turn_comes_out_of_the_bank() -> None:
    table = playing()
    seat = table.state.clock.turn
    assert seat is not None
    table.now_ms += 29_000
    table.bot_move()
    table.now_ms += 11_000
    while table.state.clock.turn == seat:
        table.bot_move()
    assert table.state.clock.banks_ms[seat] == 50_000
    assert table.state.clock.banks_ms[1 - seat] == 60_000


def test_a_missed_turn_is_played_safely_and_empties_the_bank() -> None:
    table = playing()
    seat = table.state.clock.turn
    assert seat is not None
    assert table.state.round is not None
    before = engine.view(table.state.round, seat).to_json()["hand"]
    table.wait(90_000)
    assert table.state.clock.banks_ms[seat] == 0
    assert engine.view(table.state.round, seat).to_json()["hand"] == before
    assert table.state.misses[seat] == 1
    assert not table.state.automatic[seat]


def test_a_player_who_misses_twice_sits_out_until_he_returns() -> None:
    table = playing()
    seat = table.state.clock.turn
    assert seat is not None
    table.wait(90_000)
    while table.state.clock.turn != seat:
        table.bot_move("safe")
    table.wait(30_000)
    assert table.state.automatic[seat]
    while table.state.clock.turn != seat:
        table.bot_move("safe")
    assert table.state.clock.deadline_ms == table.now_ms + table.terms.absence.automatic_ms
    table.act(seat, Return())
    assert not table.state.automatic[seat]
    assert table.state.misses[seat] == 0
    assert table.state.clock.deadline_ms == table.now_ms + 30_000


def test_playing_a_card_brings_an_absent_player_back() -> None:
    table = playing()
    seat = table.state.clock.turn
    assert seat is not None
    table.act(seat, SitOut())
    table.bot_move("safe")
    assert not table.state.automatic[seat]


def test_leaving_and_returning_buys_no_time() -> None:
    table = playing()
    seat = table.state.clock.turn
    assert seat is not None
    ends_at = table.state.clock.deadline_ms
    table.now_ms += 89_500
    table.act(seat, SitOut())
    assert table.state.clock.deadline_ms == ends_at
    table.act(seat, Return())
    assert table.state.clock.deadline_ms == ends_at
    assert table.wait(500).events[0].type == "timed_out"


def test_sitting_out_before_a_late_move_spares_no_bank() -> None:
    table = playing()
    seat = table.state.clock.turn
    assert seat is not None
    table.now_ms += 80_000
    table.act(seat, SitOut())
    while table.state.clock.turn == seat:
        table.bot_move("safe")
    assert table.state.clock.banks_ms[seat] == 10_000


def test_the_round_starts_when_all_are_ready_or_the_pause_is_over() -> None:
    table = Table(terms(rounds=1, pause_ms=20_000))
    waiting = table.act(0, Ready("a"))
    assert waiting.state.phase is Phase.BETWEEN
    assert not table.wait(19_999).events
    dealt = table.wait(1)
    assert dealt.state.phase is Phase.PLAYING
    assert table.state.seeds == ("a", "")


def test_getting_ready_twice_is_refused() -> None:
    table = Table(terms(rounds=1))
    table.act(0, Ready())
    with pytest.raises(engine.IllegalAction) as refusal:
        table.act(0, Ready())
    assert refusal.value.code == "already_ready"


def test_a_table_of_absent_players_ends_all_the_same() -> None:
    table = Table(terms(rounds=2, stake_chips=10), seed=4)
    for seat in (0, 1):
        table.act(seat, SitOut())
    for _ in range(500):
        if table.state.phase is Phase.FINISHED:
            break
        assert table.state.clock.deadline_ms is not None
        table.wait(table.state.clock.deadline_ms - table.now_ms)
    assert table.state.phase is Phase.FINISHED


def test_a_table_of_bots_waits_for_nobody_between_rounds() -> None:
    table = Table(terms(rounds=2), robots=(True, True))
    assert table.state.ready == (True, True)
    assert table.state.clock.deadline_ms is not None
    assert table.state.clock.deadline_ms - table.now_ms < table.terms.pause_ms
