"""Staff get nowhere by a password alone: no page, no form, no API call (STAFF_TWO_FACTOR)."""

from typing import Any

import pytest
from allauth.account import app_settings
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value
from allauth.mfa.totp.internal.auth import generate_totp_secret as new_secret
from allauth.mfa.totp.internal.auth import yield_hotp_counters_from_time as counters
from django.test import Client

from accounts.joining.players import create_player
from accounts.models import ApiToken, Player
from accounts.programs.tokens.issuing import issue_token
from backoffice.permissions import Role
from backoffice.team.roles import set_roles
from tests.backoffice.staff import PASSWORD, browser, colleague

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

EVERYWHERE = ("/office/", "/office/books/", "/admin/", "/", "/tournaments/plan/", "/api/v1/me/")
AWAY = "/accounts/2fa/totp/deactivate/"
SET_UP, SHOW = "/accounts/2fa/totp/activate/", "/accounts/2fa/reauthenticate/"


@pytest.fixture(autouse=True)
def _required(settings: Any) -> None:
    settings.STAFF_TWO_FACTOR = True


@pytest.fixture
def olga() -> Player:
    return colleague(Role.OWNER, name="Olga")


def with_phone(player: Player) -> str:
    """The secret of a second factor, set up some time ago."""
    secret = str(new_secret())
    TOTP.activate(player, secret)
    return secret


def code_of(secret: str) -> str:
    now = list(counters())
    return str(format_hotp_value(hotp_value(secret, now[len(now) // 2])))


def by_password(name: str = "Olga") -> Client:
    client = browser()
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    return client


def led_to(client: Client, address: str) -> str:
    return str(client.get(address).headers.get("location", "")).partition("?")[0]


def test_without_a_second_factor_every_address_leads_to_setting_it_up(olga: Player) -> None:
    client = by_password()
    for address in EVERYWHERE[:-1]:
        assert led_to(client, address) == SET_UP, address
    assert client.get(SET_UP).status_code == 200, "who has just signed in is not asked again"
    answer = client.post("/office/maintenance/set/", {"closed": "1", "reason": "mine"})
    assert answer.headers["location"].startswith(SET_UP)


def test_a_session_that_was_left_open_gives_the_password_again_before_it_sets_one_up(
    olga: Player,
) -> None:
    client = by_password()
    session = client.session
    signed_in = session[AUTHENTICATION_METHODS_SESSION_KEY][-1]
    signed_in["at"] -= app_settings.REAUTHENTICATION_TIMEOUT + 1
    session.save()
    assert led_to(client, SET_UP) == "/accounts/reauthenticate/"
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    assert client.get(SET_UP).status_code == 200


def test_the_interface_refuses_such_a_session_as_well(olga: Player) -> None:
    answer = by_password().get("/api/v1/me/")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_missing")
    german = by_password().get("/api/v1/me/", headers={"accept-language": "de"}).json()
    assert german["detail"] != answer.json()["detail"]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_who_sets_it_up_is_in_and_who_was_in_before_by_password_is_not(olga: Player) -> None:
    thief, own = by_password(), by_password()
    assert own.get(SET_UP).status_code == 200
    secret = own.session["mfa.totp.secret"]
    own.post(SET_UP, {"code": code_of(secret)})
    assert Authenticator.objects.filter(user=olga, type=Authenticator.Type.TOTP).exists()
    assert own.get("/office/").status_code == 200
    assert led_to(thief, "/office/") == SHOW
    assert thief.post(AWAY).headers["location"].startswith(SHOW)
    assert led_to(thief, "/accounts/password/change/") == SHOW
    assert Authenticator.objects.filter(user=olga, type=Authenticator.Type.TOTP).exists()


def test_the_code_opens_the_office_and_leads_back(olga: Player) -> None:
    secret = with_phone(olga)
    client = browser(olga)
    asked = client.get("/office/log/")
    assert asked.headers["location"] == f"{SHOW}?next=%2Foffice%2Flog%2F"
    wrong = client.post(f"{SHOW}?next=/office/log/", {"code": "000000"})
    assert wrong.status_code == 200
    assert led_to(client, "/office/log/") == SHOW
    right = client.post(f"{SHOW}?next=/office/log/", {"code": code_of(secret)})
    assert right.headers["location"] == "/office/log/"
    assert client.get("/office/log/").status_code == 200


def test_signing_in_stops_at_the_second_factor(olga: Player) -> None:
    with_phone(olga)
    client = by_password()
    assert "_auth_user_id" not in client.session
    assert led_to(client, "/office/") == "/accounts/login/"


def test_what_somebody_else_has_shown_counts_for_nobody(olga: Player) -> None:
    with_phone(olga)
    client = browser(olga)
    session = client.session
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [{"method": "mfa", "type": "totp"}]
    session["account_authentication_methods_user"] = str(olga.pk + 1)
    session.save()
    assert led_to(client, "/office/") == SHOW


def test_a_token_from_before_the_role_does_not_grow_with_it(olga: Player) -> None:
    """Its text was had for a password; on the staff that is not enough."""
    dora = create_player(name="Dora", password=PASSWORD)
    _stored, text = issue_token(player=dora, name="old", scopes=["read", "tournament:direct"])
    set_roles(player=dora, roles=["director"], by=olga, reason="she directs")
    assert not ApiToken.objects.filter(user=dora).exists()
    answer = browser().get("/api/v1/me/", headers={"authorization": f"Token {text}"})
    assert answer.status_code == 401


def test_players_are_not_asked_for_one(olga: Player) -> None:
    anna = create_player(name="Anna", password=PASSWORD)
    assert browser(anna).get("/").status_code == 200
