"""A director gives a table more time: the turn ends later, and no bank pays for it (PLAY-46)."""

from rummy.match import Phase, fold, give_time
from tests.match.table import Table, terms


def test_the_turn_ends_later_and_the_bank_is_whole() -> None:
    table = Table(terms(rounds=1, turn_ms=30_000, bank_ms=10_000), seed=2)
    table.both_ready()
    seat, before = table.state.clock.turn, table.state.clock.deadline_ms
    assert seat is not None
    assert before is not None
    table._take(give_time(table.state, ms=60_000, now_ms=table.now_ms, shuffler=table.shuffler))
    assert table.state.clock.deadline_ms == before + 60_000
    assert not table.wait(95_000).events, "thirty seconds, ten of the bank and sixty more"
    while table.state.clock.turn == seat:
        table.bot_move("safe")
    assert table.state.clock.banks_ms[seat] == 5_000, "five seconds over"
    assert fold(table.terms, table.log) == table.state


def test_between_rounds_there_is_nothing_to_give() -> None:
    table = Table(terms(rounds=1), seed=2)
    assert table.state.phase is Phase.BETWEEN
    step = give_time(table.state, ms=60_000, now_ms=table.now_ms, shuffler=table.shuffler)
    assert not step.events
