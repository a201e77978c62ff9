"""People, guests and bots, and the chips the house gives them."""

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import RequestFactory
from django.utils import timezone

from accounts.books.posting import open_account, post_transfer, wallet_of
from accounts.books.reading import wallet_balance
from accounts.joining.players import (
    RefillRefused,
    claim_refill,
    create_bot,
    create_guest,
    create_player,
    grant_starting_chips,
)
from accounts.models import Player
from tests.ledger.books import balance, committed, fault_codes, mint, pot

pytestmark = committed


def the_last_day_and_this() -> tuple[dt.date, dt.date]:
    """Two days the books take refills of: theirs, by UTC, and its neighbours.

    The house's day is UTC's or a day ahead of it, so the one after may be one too far; a midnight
    that passes during a test brings both only nearer.
    """
    today = timezone.localdate()
    return today - dt.timedelta(days=1), today


@pytest.fixture(autouse=True)
def amounts(settings: object) -> None:
    settings.STARTING_GRANT_CHIPS = 1000  # type: ignore[attr-defined]
    settings.BOT_GRANT_CHIPS = 5000  # type: ignore[attr-defined]
    settings.REFILL_CHIPS = 200  # type: ignore[attr-defined]
    settings.REFILL_BELOW_CHIPS = 50  # type: ignore[attr-defined]


def stake(player: Player, chips: int) -> None:
    wallet = wallet_of(player).pk
    post_transfer(key=f"stake:{chips}", kind="hold", postings=[(wallet, -chips), (pot(), chips)])


def spend(player: Player, chips: int) -> None:
    """Stake the chips and lose them."""
    stake(player, chips)
    house = open_account(kind="house").pk
    post_transfer(key=f"lose:{chips}", kind="settle", postings=[(pot(), -chips), (house, chips)])


def test_a_new_player_gets_the_starting_grant_once() -> None:
    """PLAY-33"""
    anna = create_player(name="Anna", password="nine of hearts", language="de")
    assert anna.check_password("nine of hearts")
    assert (anna.name, anna.language, wallet_balance(anna)) == ("Anna", "de", 1000)
    assert grant_starting_chips(anna).replayed
    assert wallet_balance(anna) == 1000
    assert fault_codes() == set()


def test_another_grant_setting_gives_nobody_a_second_grant(settings: object) -> None:
    anna = create_player(name="Anna", password="nine of hearts")
    settings.STARTING_GRANT_CHIPS = 5000  # type: ignore[attr-defined]
    assert grant_starting_chips(anna).replayed
    assert wallet_balance(anna) == 1000


def test_guests_get_a_name_in_their_language_chips_and_no_password() -> None:
    guests = [create_guest(language="en") for _ in range(5)]
    assert len({guest.name for guest in guests}) == 5
    for guest in guests:
        assert guest.name.startswith("Guest-")
        assert guest.is_guest
        assert not guest.has_usable_password()
        assert wallet_balance(guest) == 1000


def test_a_guest_whose_name_is_taken_draws_another(monkeypatch: pytest.MonkeyPatch) -> None:
    draws = iter([7, 7, 8])
    monkeypatch.setattr("secrets.randbelow", lambda _limit: next(draws))
    assert [create_guest().name for _ in range(2)] == ["Guest-00007", "Guest-00008"]


def test_bots_play_with_chips_of_the_house() -> None:
    bot = create_bot(name="Greta", bot_key="greedy")
    assert (bot.is_bot, bot.bot_key, wallet_balance(bot)) == (True, "greedy", 5000)
    with pytest.raises(IntegrityError):
        Player.objects.create(username="nobody", is_bot=True)


@pytest.mark.parametrize("name", ["anna", "ANNA", "Anna"])
def test_names_differ_by_more_than_case(name: str) -> None:
    Player.objects.create(username="Anna")
    with pytest.raises(ValidationError, match="taken"):
        Player(username=name, password="x").full_clean()
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create(username=name)


def test_signing_up_brings_the_grant() -> None:
    from allauth.account.signals import user_signed_up

    anna = Player.objects.create(username="Anna")
    user_signed_up.send(Player, request=RequestFactory().get("/"), user=anna)
    assert wallet_balance(anna) == 1000


def test_a_broke_player_gets_a_refill_once_a_day() -> None:
    """PLAY-33"""
    anna = create_player(name="Anna", password="nine of hearts")
    spend(anna, 951)
    yesterday, today = the_last_day_and_this()
    claim_refill(anna, today=yesterday)
    assert wallet_balance(anna) == 249
    spend(anna, 249)
    with pytest.raises(RefillRefused) as refusal:
        claim_refill(anna, today=yesterday)
    assert refusal.value.code == "already_refilled"
    claim_refill(anna, today=today)
    assert wallet_balance(anna) == 200
    assert fault_codes() == set()


def test_chips_at_stake_are_still_ones_own() -> None:
    anna = create_player(name="Anna", password="nine of hearts")
    stake(anna, 960)
    with pytest.raises(RefillRefused, match="not_broke") as refusal:
        claim_refill(anna)
    assert refusal.value.facts == {"balance": 1000, "below": 50}


def test_who_still_has_chips_gets_no_refill() -> None:
    anna = create_player(name="Anna", password="nine of hearts")
    spend(anna, 950)
    with pytest.raises(RefillRefused) as refusal:
        claim_refill(anna)
    assert refusal.value.code == "not_broke"
    assert refusal.value.facts == {"balance": 50, "below": 50}


def test_the_mint_owes_exactly_what_was_given() -> None:
    create_player(name="Anna", password="nine of hearts")
    create_bot(name="Greta", bot_key="greedy")
    assert balance(mint()) == -6000
