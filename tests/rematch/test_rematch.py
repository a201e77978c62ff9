"""The premium rematch: the same people, the same terms, one tap each (PLAY-4)."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.books.posting import open_account, post_transfer, wallet_of
from accounts.books.reading import wallet_balance
from accounts.ledger import InsufficientChips
from accounts.models import Player
from games.models import RematchOffer, Round, Seat, Table, TableStatus
from games.moves.errors import Conflict, NotAllowed
from games.rematch.agreeing import consent_to_rematch, decline_rematch, offer_rematch
from games.rematch.reading import rematch_view
from games.replay.rounds import finished_round
from games.replay.verification import round_faults
from games.tables.opening import create_table, join_table, seat_bot
from games.tables.terms import TableOffer
from rummy import engine
from tests.league.tables import member, seated
from tests.play.players import finish
from tests.rematch.tables import STAKE, given_up, premium_member, resign, spend
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _premium(settings: Any) -> None:
    settings.PREMIUM_RIGHTS = ["rematch"]


@pytest.fixture
def anna() -> Player:
    return premium_member("Anna")


@pytest.fixture
def bert() -> Player:
    return member("Bert")


@pytest.fixture
def table(anna: Player, bert: Player) -> Table:
    return given_up([anna, bert], turn_seconds=45)


def new_table_of(offer: RematchOffer) -> Table:
    assert offer.new_table is not None
    return offer.new_table


def test_who_was_banned_since_consenting_is_not_seated(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    Player.objects.filter(pk=anna.pk).update(is_active=False)
    offer = consent_to_rematch(table_id=table.pk, player=bert)
    assert (offer.status, offer.new_table) == ("open", None)
    assert wallet_balance(anna) == 1_000 + STAKE


def test_one_offers_the_other_taps_and_both_sit_at_a_new_table(
    table: Table, anna: Player, bert: Player
) -> None:
    offered = offer_rematch(table_id=table.pk, player=anna)
    assert offered.status == "open"
    agreed = consent_to_rematch(table_id=table.pk, player=bert)
    new = new_table_of(agreed)
    assert new.pk != table.pk
    assert new.status == TableStatus.PLAYING
    assert (new.terms, new.stake_chips, new.preset) == (table.terms, STAKE, table.preset)
    assert set(new.seats.values_list("player_id", flat=True)) == {anna.pk, bert.pk}
    assert not new.is_standing


def test_stakes_are_held_anew(table: Table, anna: Player, bert: Player) -> None:
    before = wallet_balance(anna), wallet_balance(bert)
    offer_rematch(table_id=table.pk, player=anna)
    assert (wallet_balance(anna), wallet_balance(bert)) == before  # nothing yet
    consent_to_rematch(table_id=table.pk, player=bert)
    assert (wallet_balance(anna), wallet_balance(bert)) == (before[0] - STAKE, before[1] - STAKE)


@pytest.mark.parametrize("preset", list(engine.PRESETS))
def test_seats_rotate_and_the_next_player_deals_first(preset: str) -> None:
    """In every game, at a full table: a game whose seats are drawn draws them once."""
    seats = max(engine.build_rules(preset).seats)
    names = ("Bert", "Carl", "Dora", "Emil", "Frieda")[: seats - 1]
    people = [premium_member("Anna"), *map(member, names)]
    table = given_up(people, preset=preset, seats=seats)
    dealt_first = Seat.objects.get(
        table=table, number=Round.objects.get(table=table, number=1).dealer
    )
    offer = offer_rematch(table_id=table.pk, player=people[0])
    for player in people[1:]:
        offer = consent_to_rematch(table_id=table.pk, player=player)
    new = new_table_of(offer)
    for player in people:
        before = Seat.objects.get(table=table, player=player).number
        assert Seat.objects.get(table=new, player=player).number == (before + 1) % seats
    deals_now = Seat.objects.get(table=new, number=Round.objects.get(table=new, number=1).dealer)
    on_the_left = Seat.objects.get(table=table, number=(dealt_first.number + 1) % seats)
    assert deals_now.player_id == on_the_left.player_id


def test_the_round_of_a_rematch_proves_its_cards_without_a_lot(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    new = new_table_of(consent_to_rematch(table_id=table.pk, player=bert))
    people = [seat.player for seat in new.seats.select_related("player").order_by("number")]
    finish(new, people)
    played = Round.objects.select_related("table").get(table=new, number=1)
    assert round_faults(played) == ()
    assert finished_round(new.pk, 1, anna)["dealing"]["reason"] == "rematch"


def test_only_a_premium_member_may_offer_and_anybody_may_consent(
    table: Table, anna: Player, bert: Player
) -> None:
    with pytest.raises(Refused) as refused:
        offer_rematch(table_id=table.pk, player=bert)
    assert refused.value.code == "premium_required"
    offer_rematch(table_id=table.pk, player=anna)
    assert consent_to_rematch(table_id=table.pk, player=bert).status == "seated"


def test_everybody_may_offer_where_the_right_is_switched_off(
    table: Table, bert: Player, settings: Any
) -> None:
    settings.PREMIUM_RIGHTS = ["none"]
    assert offer_rematch(table_id=table.pk, player=bert).status == "open"


def test_offering_while_an_offer_stands_is_consent_whoever_offers(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    assert offer_rematch(table_id=table.pk, player=bert).status == "seated"
    assert RematchOffer.objects.count() == 1


def test_nobody_else_may_offer_consent_or_decline(table: Table, anna: Player) -> None:
    carl = premium_member("Carl")
    offer_rematch(table_id=table.pk, player=anna)
    for act in (offer_rematch, consent_to_rematch, decline_rematch):
        with pytest.raises(NotAllowed) as refused:
            act(table_id=table.pk, player=carl)
        assert refused.value.code == "not_at_this_table"


def test_no_rematch_before_the_end(anna: Player, bert: Player) -> None:
    table = seated([anna, bert])
    with pytest.raises(Conflict) as refused:
        offer_rematch(table_id=table.pk, player=anna)
    assert refused.value.code == "rematch_not_over"


def test_one_no_ends_it_for_good(table: Table, anna: Player, bert: Player) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    assert decline_rematch(table_id=table.pk, player=bert).status == "declined"
    for act, player in ((consent_to_rematch, bert), (offer_rematch, anna)):
        with pytest.raises(Conflict) as refused:
            act(table_id=table.pk, player=player)
        assert refused.value.code == "rematch_declined"


def test_a_no_after_everybody_is_seated_comes_too_late(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    consent_to_rematch(table_id=table.pk, player=bert)
    assert decline_rematch(table_id=table.pk, player=bert).status == "seated"


def test_an_offer_lapses_and_another_may_follow(table: Table, anna: Player, bert: Player) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    earlier = timezone.now() - dt.timedelta(seconds=61)
    RematchOffer.objects.update(created_at=earlier, expires_at=earlier + dt.timedelta(seconds=60))
    assert rematch_view(table.pk, bert)["state"] == "lapsed"
    with pytest.raises(Conflict) as refused:
        consent_to_rematch(table_id=table.pk, player=bert)
    assert refused.value.code == "rematch_lapsed"
    assert offer_rematch(table_id=table.pk, player=anna).status == "open"
    assert consent_to_rematch(table_id=table.pk, player=bert).status == "seated"


def test_long_after_the_end_it_is_too_late(table: Table, anna: Player) -> None:
    Table.objects.filter(pk=table.pk).update(finished_at=timezone.now() - dt.timedelta(minutes=16))
    with pytest.raises(Conflict) as refused:
        offer_rematch(table_id=table.pk, player=anna)
    assert refused.value.code == "rematch_too_late"


def test_who_is_out_of_chips_hears_it_and_may_come_back_with_more(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    spend(bert, down_to=STAKE - 1)
    with pytest.raises(InsufficientChips):
        consent_to_rematch(table_id=table.pk, player=bert)
    assert rematch_view(table.pk, bert)["mine"] is False
    today = dt.datetime.now(dt.UTC).date()
    post_transfer(
        key=f"refill:{bert.pk}:{today}",
        kind="refill",
        postings=[(open_account(kind="mint").pk, -1), (wallet_of(bert).pk, 1)],
    )
    assert consent_to_rematch(table_id=table.pk, player=bert).status == "seated"


def test_who_spent_their_chips_after_consenting_is_asked_again(
    table: Table, anna: Player, bert: Player
) -> None:
    """Nobody's chips are held while others think; so the offerer may have lost theirs meanwhile."""
    offer_rematch(table_id=table.pk, player=anna)
    spend(anna, down_to=10)
    before = wallet_balance(bert)
    offer = consent_to_rematch(table_id=table.pk, player=bert)
    assert (offer.status, wallet_balance(bert)) == ("open", before)
    view = rematch_view(table.pk, bert)
    agreed = [one["player"].name for one in view["consents"] if one["consented"]]
    assert agreed == ["Bert"]
    assert Table.objects.count() == 1


def test_who_sat_down_elsewhere_since_consenting_is_asked_again(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    elsewhere = create_table(player=anna, offer=TableOffer())
    join_table(table_id=elsewhere.pk, player=anna)
    assert consent_to_rematch(table_id=table.pk, player=bert).status == "open"
    assert consent_to_rematch(table_id=table.pk, player=anna).status == "seated"


def test_a_bot_consents_by_itself(anna: Player) -> None:
    table = create_table(player=anna, offer=TableOffer(stake_chips=50))
    join_table(table_id=table.pk, player=anna)
    robot = seat_bot(table_id=table.pk, bot="casual").player
    resign(table, anna)
    new = new_table_of(offer_rematch(table_id=table.pk, player=anna))
    assert set(new.seats.values_list("player_id", flat=True)) == {anna.pk, robot.pk}
    assert new.status == TableStatus.PLAYING


def test_a_table_has_one_rematch_and_asking_again_leads_there(
    table: Table, anna: Player, bert: Player
) -> None:
    offer_rematch(table_id=table.pk, player=anna)
    first = consent_to_rematch(table_id=table.pk, player=bert)
    for act, player in ((consent_to_rematch, bert), (offer_rematch, anna)):
        assert act(table_id=table.pk, player=player).new_table_id == first.new_table_id
    assert Table.objects.count() == 2


def test_the_series_keeps_its_score(table: Table, anna: Player, bert: Player) -> None:
    assert rematch_view(table.pk, anna)["series"] == []
    for loser in (anna, bert):
        offer_rematch(table_id=table.pk, player=anna)
        table = new_table_of(consent_to_rematch(table_id=table.pk, player=bert))
        resign(table, loser)
        table.refresh_from_db()
    series = rematch_view(table.pk, None)["series"]
    assert [(one["player"].name, one["won"]) for one in series] == [("Anna", 2), ("Bert", 1)]


def test_the_view_says_who_may_offer(table: Table, anna: Player, bert: Player) -> None:
    told = {
        name: (view["may_offer"], view["needs_premium"])
        for name, view in (
            ("anna", rematch_view(table.pk, anna)),
            ("bert", rematch_view(table.pk, bert)),
            ("visitor", rematch_view(table.pk, None)),
        )
    }
    assert told == {"anna": (True, False), "bert": (False, True), "visitor": (False, False)}
