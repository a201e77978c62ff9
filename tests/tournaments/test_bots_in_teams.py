"""Bots of the house in a team event: beside people, and in teams of one size."""

from collections import Counter
from typing import Any

import pytest

from accounts.models import Player
from backoffice.running.bots import enter_bots
from tests.tournaments.club import its_hour_has_come, play_to_the_end, published, require_no_faults
from tournaments.director import Plan
from tournaments.entries.asking import Wish, ask
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def teams(tournament: Tournament) -> Counter[str]:
    return Counter(tournament.entries.entered().values_list("team", flat=True))


def test_bots_fill_the_teams_of_people_and_found_one_to_play_against(
    boss: Player, anna: Player, bert: Player
) -> None:
    tournament = published(Plan(format="teams", seats=2, stages=3), [], due=False)
    wish: Any = {"tournament_id": tournament.pk, "wish": Wish.ENTER}
    ask(player=anna, team="Red Aces", **wish)
    ask(player=bert, team=tournament.entries.get().team_code, **wish)
    enter_bots(tournament_id=tournament.pk, bots=6, by=boss)
    assert sorted(teams(tournament).values()) == [4, 4]
    assert teams(tournament)["Red Aces"] == 4


@pytest.mark.parametrize(("seats", "expected"), [(2, [4, 4]), (4, [2, 2, 2, 2])])
def test_bots_alone_form_as_many_teams_as_meet_at_a_table(
    boss: Player, seats: int, expected: list[int]
) -> None:
    tournament = published(Plan(format="teams", seats=seats, stages=2), [], due=False)
    enter_bots(tournament_id=tournament.pk, bots=8, by=boss)
    assert sorted(teams(tournament).values()) == expected
    assert "" not in teams(tournament)
    its_hour_has_come(tournament)
    found = play_to_the_end(tournament).entries.values_list("team", "rank")
    ranks = {team: rank or 0 for team, rank in found}
    assert min(ranks.values()) == 1
    assert max(ranks.values()) <= len(expected), "a rank is a team's"
    require_no_faults()


def test_where_nobody_plays_for_a_team_bots_have_none(boss: Player) -> None:
    tournament = published(Plan(format="swiss", seats=2), [], due=False)
    enter_bots(tournament_id=tournament.pk, bots=2, by=boss)
    assert set(teams(tournament)) == {""}
