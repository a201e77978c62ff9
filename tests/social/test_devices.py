"""Where somebody is signed in: seen, and ended from afar."""

import datetime as dt
import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Player, Session
from accounts.signing_in.models import digest_of

pytestmark = pytest.mark.django_db
PASSWORD = "cards for ever"
PHONE = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Mobile Safari/537.36"
)
DESKTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
HERE = "/settings/sessions/"
END = "/settings/sessions/end/"


@pytest.fixture
def anna() -> Player:
    return create_player(name="Anna", password=PASSWORD)


def browser(player: Player, agent: str) -> Client:
    client = Client(headers={"user-agent": agent, "accept-language": "en"})
    client.post("/accounts/login/", {"login": player.username, "password": PASSWORD})
    return client


def key_of(client: Client) -> str:
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def page(client: Client) -> str:
    return client.get(HERE).content.decode()


def is_in(client: Client) -> bool:
    return client.get(HERE).status_code == 200


def test_every_device_is_listed_with_its_browser_and_days(anna: Player) -> None:
    phone, desktop = browser(anna, PHONE), browser(anna, DESKTOP)
    told = page(phone)
    assert told.index("Chrome Mobile · Android") < told.index("this device")
    assert told.index("this device") < told.index("Firefox · Linux")
    assert len(re.findall(r"Sign out\s*<", told)) == 1, "of this device one signs out as ever"
    assert key_of(desktop) not in told


@pytest.mark.parametrize("agent", ["", "\x00", "curl", "x" * 5000, "<script>alert(1)</script>"])
def test_a_browser_that_says_nothing_sensible_is_listed_too(anna: Player, agent: str) -> None:
    told = page(browser(anna, agent))
    assert told.count("this device") == 1
    assert "<script>alert" not in told


def test_one_is_signed_out_from_afar(anna: Player) -> None:
    phone, desktop = browser(anna, PHONE), browser(anna, DESKTOP)
    phone.post(END, {"session": digest_of(key_of(desktop))})
    assert is_in(phone)
    assert not is_in(desktop)


def test_all_others_are_signed_out_at_once(anna: Player) -> None:
    phone, others = browser(anna, PHONE), [browser(anna, DESKTOP) for _ in range(3)]
    bert = browser(create_player(name="Bert", password=PASSWORD), DESKTOP)
    told = phone.post(END, follow=True).content.decode()
    assert "3 other devices are signed out." in told
    assert is_in(phone)
    assert is_in(bert)
    assert not any(is_in(other) for other in others)


def test_nobody_signs_somebody_else_out(anna: Player) -> None:
    desktop = browser(anna, DESKTOP)
    bert = browser(create_player(name="Bert", password=PASSWORD), PHONE)
    for named in (key_of(desktop), digest_of(key_of(desktop)), "=", "\x01", "x" * 10_000):
        assert bert.post(END, {"session": named}).status_code == 302
    assert is_in(desktop)
    assert is_in(bert)


def test_what_is_stored_opens_no_door(anna: Player) -> None:
    """Whoever reads the table, or a stolen backup, is not signed in by it."""
    desktop = browser(anna, DESKTOP)
    stored = Session.objects.get(player=anna)
    assert stored.session_key == digest_of(key_of(desktop))
    for taken in (stored.session_key, stored.session_key[1:], stored.session_key[1:41]):
        thief = Client()
        thief.cookies[settings.SESSION_COOKIE_NAME] = taken
        assert not is_in(thief)


def test_a_session_that_is_used_knows_the_day_and_lasts_on(anna: Player) -> None:
    desktop = browser(anna, DESKTOP)
    session, past = desktop.session, timezone.now() - dt.timedelta(days=20)
    session["seen_on"] = past.date().isoformat()
    session.save()
    Session.objects.update(expire_date=timezone.now() + dt.timedelta(days=1))
    assert is_in(desktop)
    stored = Session.objects.get(player=anna)
    assert stored.seen_on == timezone.now().date()
    assert stored.expire_date > timezone.now() + dt.timedelta(days=29)


def test_signing_out_leaves_no_row(anna: Player) -> None:
    desktop = browser(anna, DESKTOP)
    desktop.post("/accounts/logout/")
    assert not Session.objects.filter(player=anna).exists()


def test_another_password_ends_what_is_open_elsewhere(anna: Player) -> None:
    phone, desktop = browser(anna, PHONE), browser(anna, DESKTOP)
    new = {"oldpassword": PASSWORD, "password1": "new cards, new luck", "password2": ""}
    phone.post("/accounts/password/change/", new | {"password2": new["password1"]})
    assert is_in(phone)
    assert not is_in(desktop)


def test_a_guest_has_a_list_as_well() -> None:
    guest = Client(headers={"user-agent": PHONE, "accept-language": "en"})
    guest.post("/play-as-guest/")
    assert "Chrome Mobile · Android" in page(guest)
