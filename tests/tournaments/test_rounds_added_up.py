"""What a table of a tournament has scored when it played several rounds (PLAY-20, PLAY-21)."""

from dataclasses import replace

import pytest

from games.tables.reading import table_reading
from games.tables.terms import TableOffer, agree_terms
from rummy.engine.scoring import Tally
from rummy.match.events import RoundScored
from rummy.settlement import DecidedBy, SeatScore, best_seats
from tests.match.table import Table
from tests.tournaments.club import fresh, quick
from tests.tournaments.proofs import proof_of, said_of
from tests.tournaments.test_boards import begun, game_tables, wake_until_over
from tournaments.director import EntryRules, Plan
from tournaments.models import Entry
from tournaments.planner.planning import offer_of
from tournaments.running.directing import look_after
from tournaments.running.game_tables.dealing import give_up_seat
from tournaments.running.game_tables.results import scores_of


def scored(number: int, points: tuple[int, ...], tallies: tuple[Tally, ...] | None) -> RoundScored:
    return RoundScored(number, 0, None, "out", points, (), (100, 100, 0), tallies)


ROMME = agree_terms(TableOffer(preset="romme_500", format="ring", rounds=2, seats=3))
TALLIES = (
    (Tally(60, 0, 0), Tally(50, 10, 1), Tally(0, 30, 3)),
    (Tally(50, 10, 2), Tally(70, 10, 1), Tally(40, 10, 1)),
)


def test_a_tie_over_several_rounds_goes_to_more_points_in_melds_play_21() -> None:
    sheet = (scored(1, (60, 40, -30), TALLIES[0]), scored(2, (40, 60, 30), TALLIES[1]))
    state = replace(Table(ROMME).state, sheet=sheet, totals=(100, 100, 0), round_number=2)
    found = scores_of(state)
    assert found == [
        SeatScore(100, 110, 10, 2),
        SeatScore(100, 120, 20, 2),
        SeatScore(0, 40, 40, 4),
    ]
    assert best_seats(found) == ((1,), DecidedBy.MELDED)


@pytest.mark.django_db(databases=["default", "owner"])
def test_who_gives_up_moves_aside_and_everybody_keeps_their_own_points() -> None:
    """At three and more the others move together; the entries of the table stay as they sat."""
    plan = Plan(format="swiss", seats=3, stages=1, entries=EntryRules(least=3))
    tournament = begun(plan, quick("romme_500", rounds=2, seats=3), 3)
    (table,) = game_tables(tournament)
    give_up_seat(game_table_id=table.pk, seat=0)
    wake_until_over(table)
    look_after(tournament_id=tournament.pk)
    state = table_reading(table.pk).state
    assert state.roster.playing == 2, "the second round was dealt to two"
    own = dict(zip(state.players, state.totals, strict=True))
    entries = Entry.objects.filter(tournament=tournament)
    assert {one.player_id: one.score for one in entries} == own
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    said = said_of(proof_of(tournament))
    assert said.endswith(", 2 rounds"), said


def test_gin_has_no_tallies_to_add_up() -> None:
    terms = agree_terms(TableOffer(format="ring", rounds=2))
    line = RoundScored(1, 0, 0, "knock", (20, 0), (), (20, 0))
    sheet = (line, replace(line, number=2))
    state = replace(Table(terms).state, sheet=sheet, totals=(40, 0), round_number=2)
    assert scores_of(state) == [SeatScore(40), SeatScore(0)]


def test_a_copy_of_a_tournament_keeps_how_often_the_stock_is_built_ger_12() -> None:
    options = {"reshuffle_limit": 5, "discard_draw": "must_meld", "first_meld_minimum": 30}
    offer = TableOffer(preset="german_romme", options=options, format="ring", rounds=1)
    terms = agree_terms(offer)
    copied = agree_terms(offer_of(terms))
    assert copied.rules == terms.rules
    assert copied.rules.reshuffles == 5
