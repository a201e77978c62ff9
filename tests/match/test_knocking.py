"""GER-V4: people have time to knock for the discard before the next seat draws from the stock."""

from typing import Any

import pytest

from rummy import engine
from rummy.engine.families.table_melding.actions import CLAIM_DISCARD, TakeDiscard
from rummy.engine.moves import DRAW_STOCK
from rummy.match import MatchTerms, SitOut, compensate, fold, view
from tests.engine.table_melding.rules import german
from tests.match.storing import restored
from tests.match.table import Table

KNOCK_MS = 4_000


def discarded(*, seats: int = 3, robots: tuple[bool, ...] = (), **given: Any) -> Table:
    """The dealer, seat 0, has discarded just now; seat 1 is to draw."""
    given.setdefault("knock_ms", KNOCK_MS)
    agreed = MatchTerms(rules=german(knock_for_discard=True), seats=seats, **given)
    table = Table(agreed, robots=robots or (False,) * seats)
    table.both_ready()
    cards = table.state.round
    assert cards is not None
    dealer = cards.turn
    assert dealer is not None
    discards = [one for one in engine.legal_actions(cards, dealer) if one.type == "discard"]
    table.act(dealer, discards[0])
    return table


def others(table: Table) -> tuple[int, int]:
    """The seat on turn, and the one after it."""
    turn = table.state.clock.turn
    assert turn is not None
    return turn, (turn + 1) % table.terms.seats


def drawn(table: Table) -> bool:
    seat, _ = others(table)
    table.act(seat, DRAW_STOCK)
    assert table.state.round is not None
    return table.state.round.phase == "play"


def test_nobody_draws_from_the_stock_while_people_may_knock() -> None:
    table = discarded()
    table.now_ms += KNOCK_MS - 1
    with pytest.raises(engine.IllegalAction) as refused:
        drawn(table)
    assert (refused.value.code, refused.value.rule) == ("others_may_knock", "GER-V4")
    assert refused.value.facts == {"wait_ms": 1}
    table.now_ms += 1
    assert drawn(table)


def test_the_time_to_knock_costs_the_seat_on_turn_nothing() -> None:
    table = discarded()
    clock = table.state.clock
    assert clock.started_ms == clock.knock_until_ms == table.now_ms + KNOCK_MS
    terms = table.terms
    assert clock.deadline_ms == clock.started_ms + terms.turn_ms + terms.bank_ms


def test_whoever_wants_the_discard_takes_it_at_once() -> None:
    table = discarded()
    seat, _ = others(table)
    table.act(seat, TakeDiscard())
    assert view(table.state, seat)["knock_until"] is None


def test_where_all_who_may_have_knocked_nobody_waits_any_longer() -> None:
    table = discarded()
    _, knocker = others(table)
    assert view(table.state, None)["knock_until"] == table.now_ms + KNOCK_MS
    table.act(knocker, CLAIM_DISCARD)
    assert view(table.state, None)["knock_until"] is None
    assert drawn(table)


@pytest.mark.parametrize("seats", [2, 3])
def test_nobody_waits_for_bots_nor_for_who_has_discarded(seats: int) -> None:
    robots = (False,) * 2 if seats == 2 else (False, False, True)
    table = discarded(seats=seats, robots=robots)
    turn, _ = others(table)
    if seats == 3 and table.state.robots[turn]:
        pytest.fail("the bot is to be the seat that might knock")
    assert table.state.clock.knock_until_ms == 0
    assert drawn(table)


def test_nobody_waits_for_who_has_gone_away_meanwhile() -> None:
    table = discarded()
    _, knocker = others(table)
    table.act(knocker, SitOut())
    assert drawn(table)


def test_who_goes_away_on_turn_is_moved_for_after_the_time_to_knock() -> None:
    table = discarded()
    turn, _ = others(table)
    table.act(turn, SitOut())
    assert (
        table.state.clock.deadline_ms == table.now_ms + KNOCK_MS + table.terms.absence.automatic_ms
    )


def test_an_outage_gives_the_time_to_knock_back() -> None:
    """And where it came after that time, the window does not open again."""
    table = discarded()
    until_ms, ends_ms = table.state.clock.knock_until_ms, table.state.clock.deadline_ms
    assert ends_ms is not None
    lost_ms = 60_000
    span = {"from_ms": table.now_ms + 1_000, "until_ms": table.now_ms + 1_000 + lost_ms}
    table.now_ms = span["until_ms"]
    table._take(compensate(table.state, **span, now_ms=table.now_ms, shuffler=table.shuffler))
    assert table.state.clock.knock_until_ms == until_ms + lost_ms > table.now_ms
    assert table.state.clock.deadline_ms == ends_ms + lost_ms
    assert fold(table.terms, table.log) == table.state
    table.now_ms = table.state.clock.knock_until_ms + 10_000
    late = {"from_ms": table.now_ms - 5_000, "until_ms": table.now_ms}
    table._take(compensate(table.state, **late, now_ms=table.now_ms, shuffler=table.shuffler))
    assert drawn(table)


def test_other_games_leave_no_time_to_knock() -> None:
    table = discarded(knock_ms=0)
    assert table.state.clock.started_ms == table.now_ms
    assert drawn(table)


def test_the_log_and_the_snapshot_know_the_time_to_knock() -> None:
    table = discarded()
    assert fold(table.terms, table.log) == table.state
    assert restored(table.state) == table.state
