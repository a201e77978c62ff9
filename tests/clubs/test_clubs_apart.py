"""Members of one club do not meet in the first stage of a tournament for all (PLAY-42)."""

from typing import Any

import pytest

from accounts.clubs.keeping import found_club
from accounts.joining.players import create_player
from accounts.models import Club, Player
from tests.clubs.conftest import belongs
from tests.tournaments.club import fresh, published
from tournaments import director
from tournaments.director import EntryRules, InvalidPlan, Plan
from tournaments.models import Tournament
from tournaments.running.directing import look_after

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def people(count: int) -> list[Player]:
    return [create_player(name=f"Person {n}", password="rummy-evening") for n in range(count)]


def started(players: list[Player], **plan: Any) -> Tournament:
    """One for these players that keeps clubs apart, with its first stage paired."""
    entries = EntryRules(least=2, most=len(players))
    tournament = published(Plan(clubs_apart=True, entries=entries, **plan), players)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def clubs_of(players: list[Player], members: int) -> list[Club]:
    """Neighbours in this list are of one club."""
    found = []
    for first in range(0, len(players), members):
        owner, *others = players[first : first + members]
        club = found_club(player=owner, name=f"Club {first}")
        for player in others:
            belongs(club, player)
        found.append(club)
    return found


def tables(tournament: Tournament) -> list[set[int]]:
    """Who sits together, by players."""
    found: dict[int | None, set[int]] = {}
    for table, player in tournament.entries.values_list("table_number", "player_id"):
        found.setdefault(table, set()).add(player)
    return list(found.values())


def met(tournament: Tournament, clubs: list[Club]) -> int:
    """How many tables have two and more of one club."""
    members = [set(club.members.values_list("player_id", flat=True)) for club in clubs]
    return sum(len(here & club) > 1 for here in tables(tournament) for club in members)


@pytest.mark.parametrize(
    ("format_", "players", "seats", "members"),
    [
        *(("swiss", 12, 2, 6), ("swiss", 12, 3, 4), ("swiss", 16, 4, 4)),
        *(("round_robin", 12, 3, 4), ("round_robin", 16, 4, 4)),
    ],
)
def test_nobody_begins_against_their_own_club(
    format_: str, players: int, seats: int, members: int
) -> None:
    here = people(players)
    clubs = clubs_of(here, members)
    assert met(started(here, format=format_, seats=seats), clubs) == 0


@pytest.mark.parametrize(
    "plan", [{"format": "freezeout"}, {"format": "knockout"}, {"format": "round_robin", "seats": 2}]
)
def test_where_no_stage_is_paired_anew_it_is_refused(plan: dict[str, Any]) -> None:
    with pytest.raises(InvalidPlan) as refused:
        director.check(Plan(**plan, clubs_apart=True))
    assert refused.value.code == "no_clubs_apart_in_format"
