"""Many at once: the last places of a field, and several who look after one tournament."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connections

from accounts.models import Player
from tests.tournaments.club import fresh, people, playing, published, report, require_sound
from tournaments.director import TURBO, EntryRules, Plan, Refused
from tournaments.models import Entry, PlayedRound
from tournaments.services.directing import look_after
from tournaments.services.entering import enter_tournament

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


def at_once(*actions: Callable[[], object]) -> list[object]:
    """Run them in threads that start together; what each returned or raised."""
    barrier = threading.Barrier(len(actions))
    found: list[object] = [None] * len(actions)

    def run(place: int) -> None:
        try:
            barrier.wait()
            found[place] = actions[place]()
        except Exception as error:
            found[place] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_eight_players_for_the_last_two_places() -> None:
    tournament = published(Plan(entries=EntryRules(most=4), buy_in_chips=100), people(2), due=False)
    rivals = people(8, first=10)

    def entering(player: Player) -> Callable[[], object]:
        return lambda: enter_tournament(tournament_id=tournament.pk, player=player)

    found = at_once(*(entering(player) for player in rivals))
    assert sum(isinstance(one, Entry) for one in found) == 2
    refused = [one for one in found if isinstance(one, Refused)]
    assert [one.code for one in refused] == ["tournament_full"] * 6
    assert fresh(tournament).field["entries"] == Entry.objects.count() == 4
    require_sound(fresh(tournament))


def test_six_processes_look_after_one_tournament_and_each_round_is_settled_once() -> None:
    tournament = published(Plan(stack_chips=100, schedule=TURBO, buy_in_chips=10), people(9))
    for played in range(1, 30):
        found = at_once(*[lambda: look_after(tournament_id=tournament.pk)] * 6)
        assert [one for one in found if isinstance(one, Exception)] == []
        if fresh(tournament).finished_at is not None:
            break
        for table in playing(tournament):
            report(tournament, table, *(50 - 9 * played * seat for seat in range(len(table.dealt))))
    assert fresh(tournament).phase == "finished"
    settled = PlayedRound.objects.values_list("table_number", "number")
    assert len(settled) == len(set(settled))
    require_sound(fresh(tournament))
