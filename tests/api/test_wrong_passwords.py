"""Wrong passwords: nobody locks out somebody else, and guessing stays hopeless."""

from typing import Any

import pytest
from django.test import Client

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.signing_in import at_the_door
from accounts.signing_in.at_the_door import ACCOUNT_HERE, ADDRESS, DEVICE, GUESSED_AT, STRANGER
from web.security import limits

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PASSWORD = "nine lives of a cat"
HOME, ELSEWHERE = "198.51.100.7", "203.0.113.9"


@pytest.fixture
def anna() -> Player:
    return create_player(name="Anna", password=PASSWORD, email="anna@example.org")


def tried(browser: Client, password: str, *, at: str, login: str = "Anna") -> Any:
    sent = {"login": login, "password": password}
    return browser.post("/accounts/login/", sent, REMOTE_ADDR=at)


def comes_in(browser: Client, *, at: str) -> bool:
    return bool(tried(browser, PASSWORD, at=at).status_code == 302)


def guess(times: int, *, at: str, login: str = "Anna") -> None:
    for _time in range(times):
        assert tried(Client(), "wrong", at=at, login=login).status_code == 200


def test_the_owner_comes_in_while_somebody_elsewhere_guesses(anna: Player) -> None:
    guess(3 * ACCOUNT_HERE.most, at=ELSEWHERE)
    assert not comes_in(Client(), at=ELSEWHERE)
    assert comes_in(Client(), at=HOME)


def test_other_spellings_of_one_account_share_its_tries(anna: Player) -> None:
    for login in ("anna", "ANNA", "anna@example.org", "Anna", "Anna@Example.org"):
        guess(1, at=ELSEWHERE, login=login)
    assert not comes_in(Client(), at=ELSEWHERE)


def test_a_known_device_comes_in_where_its_address_is_used_up(anna: Player) -> None:
    phone = Client()
    assert comes_in(phone, at=HOME)
    phone.post("/accounts/logout/")
    guess(ADDRESS.most + 1, at=HOME)
    assert not comes_in(Client(), at=HOME)
    assert comes_in(phone, at=HOME)


def test_who_gives_somebody_elses_address_guesses_with_no_known_device(anna: Player) -> None:
    thief = create_player(name="Thief", password="another of nine", email="anna@example.org")
    Player.objects.filter(pk=thief.pk).update(email=anna.email)
    phone = Client()
    assert tried(phone, "another of nine", at=ELSEWHERE, login="Thief").status_code == 302
    phone.post("/accounts/logout/")
    for _time in range(ACCOUNT_HERE.most):
        tried(phone, "wrong", at=ELSEWHERE, login=anna.email)
    assert tried(phone, PASSWORD, at=ELSEWHERE, login=anna.email).status_code == 200
    assert comes_in(Client(), at=HOME)


def test_a_known_device_may_not_guess_for_ever_either(anna: Player) -> None:
    phone = Client()
    assert comes_in(phone, at=HOME)
    phone.post("/accounts/logout/")
    for _time in range(DEVICE.most):
        tried(phone, "wrong", at=HOME)
    assert not comes_in(phone, at=HOME)


def test_a_forged_device_is_a_strange_one(anna: Player) -> None:
    browser = Client()
    browser.cookies[at_the_door.COOKIE] = f'["device",[{anna.pk}]]:forged'
    for _time in range(ACCOUNT_HERE.most):
        tried(browser, "wrong", at=HOME)
    assert not comes_in(browser, at=HOME)


def test_only_wrong_passwords_count(anna: Player) -> None:
    assert all(comes_in(Client(), at=HOME) for _time in range(2 * ADDRESS.most))


def test_guessed_at_from_everywhere_a_strange_address_has_three_tries_a_day(anna: Player) -> None:
    for number in range(GUESSED_AT.most // ACCOUNT_HERE.most):
        guess(ACCOUNT_HERE.most, at=f"192.0.2.{number}")
    assert limits.count(GUESSED_AT, str(anna.pk)) == GUESSED_AT.most
    guess(STRANGER.most, at=ELSEWHERE)
    assert not comes_in(Client(), at=ELSEWHERE)
    assert comes_in(Client(), at=HOME)


def test_whoever_owns_a_whole_network_is_one_stranger() -> None:
    assert at_the_door.widely("2001:db8:1:2::/64") == "2001:db8:1::/48"
    assert at_the_door.widely(HOME) == HOME


def test_the_plain_administration_has_no_door_of_its_own(anna: Player) -> None:
    Player.objects.filter(pk=anna.pk).update(is_staff=True, is_superuser=True)
    guess(ACCOUNT_HERE.most, at=ELSEWHERE)
    sent = {"username": "Anna", "password": PASSWORD, "next": "/admin/"}
    browser = Client()
    browser.post("/admin/login/", sent, REMOTE_ADDR=ELSEWHERE)
    assert "_auth_user_id" not in browser.session
