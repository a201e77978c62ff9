"""Who is away: patience, safe moves or a bot, coming back, outages, days for a move (PLAY-45)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from rummy import engine
from rummy.bots import BOTS
from rummy.match import (
    ABSENCE_POLICIES,
    AbsencePolicy,
    InvalidTerms,
    MatchTerms,
    Phase,
    PlayingHours,
    Return,
    SitOut,
    TakeVacation,
    compensate,
    fold,
    play_for,
    view,
)
from rummy.match.time.pace import DAY_MS, MINUTE_MS, ends_at
from tests.match.table import Table, terms

HOUR_MS = 60 * MINUTE_MS


def playing(policy: AbsencePolicy, **given: Any) -> tuple[Table, int]:
    agreed = terms(rounds=2, turn_ms=30_000, bank_ms=10_000, absence=policy, **given)
    table = Table(agreed, seed=2)
    table.both_ready()
    seat = table.state.clock.turn
    assert seat is not None
    return table, seat


def kinds(table: Table, milliseconds: int) -> list[str]:
    return [event.type for event in table.wait(milliseconds).events]


GRACE = AbsencePolicy("test", grace_ms=20_000, misses_max=2)


def test_patience_comes_after_turn_and_bank_and_once_in_a_match() -> None:
    table, seat = playing(GRACE)
    assert kinds(table, 40_000) == ["grace_began"]
    assert table.state.clock.deadline_ms == table.now_ms + 20_000
    assert view(table.state, 1 - seat)["grace"]
    assert kinds(table, 19_999) == []
    assert kinds(table, 1)[0] == "timed_out"
    assert table.state.clock.graces_ms[seat] == 0
    while table.state.clock.turn != seat:
        table.bot_move("safe")
    assert kinds(table, 30_000)[0] == "timed_out"


def test_who_comes_back_in_time_keeps_the_rest_of_the_patience() -> None:
    table, seat = playing(GRACE)
    table.wait(40_000)
    table.now_ms += 5_000
    while table.state.clock.turn == seat:
        table.bot_move("safe")
    assert table.state.clock.graces_ms[seat] == 15_000
    assert table.state.misses[seat] == 0
    assert table.state.clock.grace_since_ms is None
    assert fold(table.terms, table.log) == table.state


def test_leaving_and_returning_renews_no_patience() -> None:
    table, seat = playing(GRACE)
    table.wait(40_000)
    ends = table.state.clock.deadline_ms
    table.now_ms += 1_000
    table.act(seat, SitOut())
    table.act(seat, Return())
    assert table.state.clock.deadline_ms == ends


def test_players_see_what_was_played_for_them_and_others_do_not() -> None:
    table, seat = playing(AbsencePolicy(misses_max=2))
    table.wait(40_000)
    told = view(table.state, seat)["played_for"]
    assert [move["action"] for move in told[0]["moves"]][-1] == "discard"
    assert told[0]["moves"][-1]["cards"]
    assert view(table.state, 1 - seat)["played_for"] == []
    assert view(table.state, None)["played_for"] == []
    while table.state.clock.turn != seat:
        table.bot_move("safe")
    table.bot_move("safe")
    assert len(view(table.state, seat)["played_for"]) == 1  # still there to be read


def test_a_new_absence_begins_a_new_list_and_a_long_one_is_cut() -> None:
    table, seat = playing(AbsencePolicy(misses_max=1))
    table.wait(40_000)
    first = view(table.state, seat)["played_for"]
    table.act(seat, Return())
    while table.state.clock.turn != seat:
        table.bot_move("safe")
    table.wait(30_000)
    second = view(table.state, seat)["played_for"]
    assert len(second) == 1
    assert second != first or len(first) == 1


def test_a_bot_plays_on_where_that_was_agreed_and_its_moves_are_told() -> None:
    table, seat = playing(AbsencePolicy(automatic="solid", misses_max=2))
    table.now_ms += 40_000
    turns = 0
    while table.state.clock.turn == seat and turns < 5:
        cards = table.state.round
        assert cards is not None
        legal = engine.legal_actions(cards, seat)
        action = BOTS["solid"].choose(engine.view(cards, seat), legal, random.Random(1))
        step = play_for(
            table.state, action, by="solid", now_ms=table.now_ms, shuffler=table.shuffler
        )
        table._take(step)
        turns += 1
    told = view(table.state, seat)["played_for"]
    assert {one["by"] for one in told} == {"solid"}
    assert table.state.misses[seat] == 1  # one turn, however many moves
    assert fold(table.terms, table.log) == table.state


def test_no_bot_plays_before_the_time_is_over() -> None:
    table, seat = playing(AbsencePolicy(automatic="solid"))
    cards = table.state.round
    assert cards is not None
    action = engine.legal_actions(cards, seat)[0]
    early = play_for(table.state, action, by="solid", now_ms=table.now_ms, shuffler=table.shuffler)
    assert not early.events


def test_an_outage_puts_the_clock_forward_once() -> None:
    table, seat = playing(AbsencePolicy())
    began, before = table.now_ms, table.state.clock.deadline_ms
    assert before is not None
    span = {"from_ms": began + 5_000, "until_ms": began + 65_000}
    table.now_ms = began + 66_000
    step = compensate(table.state, **span, now_ms=table.now_ms, shuffler=table.shuffler)
    table._take(step)
    assert table.state.clock.deadline_ms == before + 60_000
    again = compensate(table.state, **span, now_ms=table.now_ms, shuffler=table.shuffler)
    assert not again.events
    while table.state.clock.turn == seat:
        table.bot_move("safe")
    assert table.state.clock.banks_ms[seat] == 10_000  # six seconds of its own, no bank used
    assert fold(table.terms, table.log) == table.state


def test_an_outage_before_the_turn_began_is_nobodys_loss() -> None:
    table, _seat = playing(AbsencePolicy())
    began = table.state.clock.started_ms
    step = compensate(
        table.state,
        from_ms=began - 90_000,
        until_ms=began - 1,
        now_ms=table.now_ms,
        shuffler=table.shuffler,
    )
    assert not step.events


def test_every_policy_can_be_stored_and_read() -> None:
    for policy in ABSENCE_POLICIES.values():
        agreed = terms(rounds=1, absence=policy)
        assert MatchTerms.from_json(agreed.to_json()) == agreed


# --- Days for a move ------------------------------------------------------------------------------


def over_days(**given: Any) -> tuple[Table, int]:
    agreed = terms(
        rounds=2,
        turn_ms=2 * DAY_MS,
        bank_ms=0,
        turn_based=True,
        absence=ABSENCE_POLICIES["days"],
        **given,
    )
    table = Table(agreed, seed=2)
    table.both_ready()
    seat = table.state.clock.turn
    assert seat is not None
    return table, seat


@pytest.mark.parametrize(
    ("hour", "ends"),
    [(9, 9 + 24), (7, 8 + 24), (22, 22 + 24), (23, 8 + 48), (0, 8 + 24)],
)
def test_time_begins_and_ends_while_people_play(hour: int, ends: int) -> None:
    hours = PlayingHours(8 * 60, 22 * 60)
    assert ends_at(hours, hour * HOUR_MS, DAY_MS) == ends * HOUR_MS


def test_hours_of_play_may_go_over_midnight() -> None:
    night = PlayingHours(18 * 60, 2 * 60)
    assert night.minutes == 8 * 60
    assert night.next_open(1 * HOUR_MS) == 1 * HOUR_MS
    assert night.next_open(3 * HOUR_MS) == 18 * HOUR_MS
    assert ends_at(night, 17 * HOUR_MS, HOUR_MS) == 19 * HOUR_MS


def test_a_turn_may_take_its_days_and_then_the_patience() -> None:
    table, _seat = over_days()
    assert kinds(table, 2 * DAY_MS - 1) == []
    assert kinds(table, 1) == ["grace_began"]
    assert kinds(table, 12 * HOUR_MS)[0] == "timed_out"


def test_vacation_moves_the_end_of_the_turn_and_is_used_up() -> None:
    table, seat = over_days(vacation_days=5)
    before = table.state.clock.deadline_ms
    assert before is not None
    assert "take_vacation" in view(table.state, seat)["controls"]
    table.act(seat, TakeVacation(3))
    assert table.state.clock.deadline_ms == before + 3 * DAY_MS
    with pytest.raises(engine.IllegalAction) as refusal:
        table.act(seat, TakeVacation(3))
    assert (refusal.value.code, refusal.value.facts) == ("vacation_used_up", {"days": 3, "left": 2})
    table.act(seat, TakeVacation(2))
    assert "take_vacation" not in view(table.state, seat)["controls"]
    assert fold(table.terms, table.log) == table.state


def test_a_turn_that_comes_during_a_vacation_begins_after_it() -> None:
    table, seat = over_days(vacation_days=5)
    other = 1 - seat
    table.act(other, TakeVacation(5))
    until = table.now_ms + 5 * DAY_MS
    while table.state.clock.turn == seat:
        table.bot_move("safe")
    assert table.state.clock.turn == other
    assert table.state.clock.deadline_ms == until + 2 * DAY_MS


@pytest.mark.parametrize(
    "given",
    [
        {"hours": PlayingHours(0, 60)},
        {"vacation_days": 3},
        {"turn_based": True},
        {"turn_based": True, "turn_ms": DAY_MS, "bank_ms": 1},
        {"fee_chips": 1},
        {"prizes": (60, 60)},
        {"prizes": (30, 70)},
        {"prizes": (50, 30, 20)},
        {"rebuys_max": 1},
    ],
)
def test_terms_that_contradict_themselves_are_refused_play_1(given: dict[str, object]) -> None:
    agreed = terms(rounds=1)
    with pytest.raises(InvalidTerms):
        replace(agreed, **given)  # type: ignore[arg-type]


def test_nobody_is_stuck_when_both_are_away() -> None:
    table, _seat = playing(GRACE)
    for _ in range(2_000):
        if table.state.phase is Phase.FINISHED:
            break
        table.wait(60_000)
    assert table.state.phase is Phase.FINISHED
