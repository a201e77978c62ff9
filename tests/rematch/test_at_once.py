"""Everybody acts on a rematch at the same moment: one table, each stake held once, or nothing."""

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError

from accounts.books.reading import wallet_balance
from accounts.ledger import InsufficientChips
from accounts.models import Player
from games.models import RematchOffer, Seat, Table
from games.moves.errors import Conflict
from games.rematch.agreeing import consent_to_rematch, decline_rematch, offer_rematch
from games.tables.opening import create_table, join_table
from games.tables.terms import TableOffer
from rummy import engine
from tests.league.tables import member
from tests.play.test_many_at_once import at_once
from tests.rematch.tables import STAKE, assert_in_order, given_up, premium_member, resign, spend

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
Act = Callable[..., RematchOffer]
ACTS: tuple[Act, ...] = (offer_rematch, consent_to_rematch, decline_rematch)


@pytest.fixture(autouse=True)
def _premium(settings: Any) -> None:
    settings.PREMIUM_RIGHTS = ["rematch"]


@pytest.fixture
def people() -> list[Player]:
    return [premium_member("Anna"), premium_member("Bert")]


def four() -> list[Player]:
    return [premium_member("Anna"), premium_member("Bert"), member("Carl"), member("Dora")]


def team_table(people: list[Player]) -> Table:
    preset = next(key for key in engine.PRESETS if engine.build_rules(key).teams)
    return given_up(people, preset=preset, seats=4)


def only_refusals(results: list[Any]) -> list[Any]:
    """What was raised; anything but a refusal is a fault."""
    raised = [result for result in results if isinstance(result, Exception)]
    faults = [one for one in raised if not isinstance(one, Conflict | InsufficientChips)]
    assert faults == []
    return raised


def test_two_premium_players_offer_at_once_and_sit_at_one_table(people: list[Player]) -> None:
    table = given_up(people)
    results = at_once([partial(offer_rematch, table_id=table.pk, player=one) for one in people])
    assert only_refusals(results) == []
    offer = RematchOffer.objects.get()
    assert offer.status == "seated"
    assert {result.pk for result in results} == {offer.pk}
    assert_in_order(people, seated_once=True)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("acts", list(itertools.product(ACTS, repeat=2)))
def test_every_pair_of_acts_of_two_players_at_once(
    acts: tuple[Act, Act], people: list[Player]
) -> None:
    """Each does what they want twice over, while an offer of the first one stands."""
    table = given_up(people)
    offer_rematch(table_id=table.pk, player=people[0])
    jobs = [
        partial(act, table_id=table.pk, player=player)
        for act, player in zip(acts, people, strict=True)
    ]
    only_refusals(at_once(jobs * 2))
    offer = RematchOffer.objects.get()
    declined = decline_rematch in acts
    assert offer.status in (("seated", "declined") if declined else ("seated",))
    assert_in_order(people, seated_once=offer.status == "seated")


@pytest.mark.drawn(3)
@pytest.mark.parametrize("pair", list(itertools.combinations(range(4), 2)))
def test_every_pair_of_four_players_consents_at_once(pair: tuple[int, int]) -> None:
    people = four()
    table = team_table(people)
    offer_rematch(table_id=table.pk, player=people[0])
    rest = [player for seat, player in enumerate(people) if seat not in pair]
    for player in rest:
        consent_to_rematch(table_id=table.pk, player=player)
    jobs = [partial(consent_to_rematch, table_id=table.pk, player=people[seat]) for seat in pair]
    assert only_refusals(at_once(jobs * 3)) == []
    assert RematchOffer.objects.get().status == "seated"
    assert_in_order(people, seated_once=True)


def test_thirty_two_taps_of_two_people_make_one_table(people: list[Player]) -> None:
    table = given_up(people)
    jobs = [partial(offer_rematch, table_id=table.pk, player=one) for one in people * 16]
    results = at_once(jobs)
    assert all(isinstance(one, RematchOffer | OperationalError) for one in results), results
    assert Table.objects.count() == 2
    assert_in_order(people, seated_once=True)


def test_a_last_consent_racing_a_no_has_one_of_two_ends(people: list[Player]) -> None:
    seen = set()
    for _ in range(6):
        table = given_up(people)
        offer_rematch(table_id=table.pk, player=people[0])
        results = at_once(
            [
                partial(consent_to_rematch, table_id=table.pk, player=people[1]),
                partial(decline_rematch, table_id=table.pk, player=people[0]),
            ]
        )
        only_refusals(results)
        offer = RematchOffer.objects.get(table=table)
        seen.add(offer.status)
        assert (offer.new_table is None) == (offer.status == "declined")
        if offer.new_table is not None:
            resign(offer.new_table, people[0])  # who lost before has chips for the next match
    assert seen <= {"seated", "declined"}


def test_chips_for_one_stake_and_two_tables_that_want_it(people: list[Player]) -> None:
    """The rematch and another table reach for the same last chips: one of them gets them."""
    table = given_up(people)
    for player in people:
        spend(player, down_to=STAKE)
    other = create_table(player=None, offer=TableOffer(stake_chips=STAKE))
    offer_rematch(table_id=table.pk, player=people[0])
    results = at_once(
        [
            partial(consent_to_rematch, table_id=table.pk, player=people[1]),
            partial(join_table, table_id=other.pk, player=people[1]),
        ]
    )
    only_refusals(results)
    seats = Seat.objects.filter(player=people[1], table__status__in=("open", "playing"))
    assert seats.count() == 1
    assert wallet_balance(people[1]) == 0
    held_at = seats.get().table_id
    assert RematchOffer.objects.get().status == ("open" if held_at == other.pk else "seated")


def test_two_tables_with_the_same_people_are_both_played_on_without_deadlock() -> None:
    people = [premium_member("Anna"), premium_member("Bert")]
    there, back = given_up(people), given_up(people[::-1])
    jobs = [
        partial(offer_rematch, table_id=table.pk, player=player)
        for table in (there, back)
        for player in people
    ]
    results = at_once(jobs)
    # Who sat down elsewhere in between is asked again; then everybody is seated.
    only_refusals(results)
    for table in (there, back):
        for player in people:
            offer_rematch(table_id=table.pk, player=player)
    assert RematchOffer.objects.filter(status="seated").count() == 2
    for player in people:
        assert Seat.objects.filter(player=player, table__status="playing").count() == 2
