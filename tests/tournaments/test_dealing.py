"""Who deals at tables in the database, where a table's players change between rounds."""

from __future__ import annotations

import pytest

from tests.tournaments.club import fresh, ordered, playing, report, started
from tournaments.director import Plan, Schedule
from tournaments.models import Tournament, TournamentTable
from tournaments.services.directing import look_after

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PLAN = Plan(stack_chips=1_000, schedule=Schedule(1, (101, 100), rounds=50))


def at_the_table(tournament: Tournament) -> tuple[TournamentTable, int]:
    """The table, and who deals there."""
    look_after(tournament_id=tournament.pk)
    (table,) = playing(fresh(tournament))
    return table, table.dealt[table.rounds % len(table.dealt)]


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
@pytest.mark.parametrize("out", range(4))
def test_ger_2_the_deal_passes_to_the_left_past_who_is_out(rounds: int, out: int) -> None:
    tournament = started(PLAN, 4)
    for _ in range(rounds - 1):
        report(tournament, at_the_table(tournament)[0], 0, 0, 0, 0)
    table, dealer = at_the_table(tournament)
    circle, place = table.dealt, table.dealt.index(dealer)
    after = [
        entry for entry in (*circle[place + 1 :], *circle[: place + 1]) if entry != circle[out]
    ]
    report(tournament, table, *(-1_000 * (place == out) for place in range(4)))
    found = []
    for paused in (False, True, False, False):
        table, dealer = at_the_table(tournament)
        found.append(dealer)
        if paused:
            ordered(tournament, "pause_table", table=table.number)
        report(tournament, table, 0, 0, 0)
        if paused:
            look_after(tournament_id=tournament.pk)
            ordered(tournament, "resume_table", table=table.number)
    assert found == [*after, after[0]]
    assert table.stacks == [table.tournament.entries.get(pk=e).stack_chips for e in table.dealt]
