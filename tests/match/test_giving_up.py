"""Who has given up is dealt to no more, at tables where others play on (PLAY-10, TABLE-2)."""

from typing import Any

import pytest

from rummy.engine.rules import RuleSet
from rummy.match import Phase, Resign, fold, view
from rummy.match.events import MatchFinished, PlayersReseated, RoundStarted
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN
from tests.match.storing import restored
from tests.match.test_table_melding import Roster, agreed


class Deserted(Roster):
    """For whoever has given up the table moves when it is time."""

    def bot_move(self, bot: str = "") -> None:
        turn, due_ms = self.state.clock.turn, self.state.clock.deadline_ms
        if turn is not None and self.state.resigned[turn] and due_ms is not None:
            self.wait(max(0, due_ms - self.now_ms))
        else:
            super().bot_move(bot)


def company(rules: RuleSet, seats: int, **given: Any) -> Deserted:
    return Deserted(agreed(rules, seats, **given), seed=1, robots=(False,) * seats)


def dealt_to(table: Roster) -> list[int]:
    """To how many seats each round was dealt."""
    started = [event for event, _ in table.log if isinstance(event, RoundStarted)]
    return [event.seats or table.terms.seats for event in started]


def seat_of(table: Roster, player: int) -> int:
    seat = table.state.seat_of(player)
    assert seat is not None
    return seat


def finish(table: Roster) -> MatchFinished:
    table.play_out()
    assert table.state.result is not None
    assert fold(table.terms, table.log) == table.state
    assert restored(table.state) == table.state
    return table.state.result


def test_at_a_table_of_six_who_gave_up_in_a_round_is_dealt_to_no_more() -> None:
    table = company(GERMAN, 6, stake_chips=10)
    table.both_ready()
    gone = table.state.players[2]
    table.act(2, Resign())
    assert table.state.roster.playing == 6  # the round goes on with their hand
    result = finish(table)
    assert dealt_to(table) == [6, 5, 5, 5, 5, 5]
    told = [event for event, _ in table.log if isinstance(event, PlayersReseated)]
    assert [(one.playing, one.reason) for one in told] == [(5, "resigned")]
    seat = seat_of(table, gone)
    assert seat == 5
    assert result.payouts[seat] == 0
    assert sum(result.payouts) == 60
    assert seat not in result.winners
    assert result.places is not None
    assert result.places[-1] == (seat,)
    assert [line.points[seat] for line in table.state.sheet[1:]] == [0] * 5
    shown = view(table.state, seat)["seats"][seat]
    assert (shown["resigned"], shown["out"]) == (True, True)


@pytest.mark.parametrize("leaves", range(4))
def test_who_gives_up_in_the_pause_is_not_dealt_to_in_the_next_round(leaves: int) -> None:
    """Whoever of them was to deal: then the next one does, as everybody sees."""
    table = company(GERMAN, 4, stake_chips=10)
    table.both_ready()
    table.play_round()
    assert table.state.phase is Phase.BETWEEN
    dealer, deals = table.state.dealer, table.state.players[table.state.dealer]
    after = table.state.players[(dealer + 1) % 4]
    gone = table.state.players[leaves]
    table.act(leaves, Resign())
    assert table.state.players[table.state.dealer] == (after if gone == deals else deals)
    finish(table)
    assert dealt_to(table) == [4, 3, 3, 3]


def test_one_after_the_other_gives_up_until_one_is_left() -> None:
    table = company(FIVE_HUNDRED, 4, stake_chips=10, rounds=3)
    table.both_ready()
    gone = []
    for _ in range(2):
        gone.append(table.state.players[0])
        table.act(0, Resign())
        table.play_round()
        table.both_ready()
    assert dealt_to(table) == [4, 3, 2]
    last = table.state.players[1]
    table.act(0, Resign())
    assert table.state.result is not None
    assert table.state.result.reason == "resigned"
    assert table.state.result.payouts[seat_of(table, last)] == 40


def test_no_prize_falls_to_who_gave_up_play_44() -> None:
    table = company(FIVE_HUNDRED, 3, stake_chips=10, rounds=1, prizes=(50, 30, 20))
    table.both_ready()
    gone = table.state.players[0]
    table.act(0, Resign())
    result = finish(table)
    assert result.payouts[seat_of(table, gone)] == 0
    assert sum(result.payouts) == 30


def test_before_the_first_round_all_are_dealt_to_since_the_lot_fell_among_all() -> None:
    table = company(FIVE_HUNDRED, 3, rounds=2)
    table.act(1, Resign())
    finish(table)
    assert dealt_to(table) == [3, 2]
