"""Whoever moves chips for the house shows a moment before who they are: on pages and by token."""

import datetime as dt
import time
from typing import Any

import pytest
from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from django.test import Client
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.models import ApiToken, Player
from backoffice.models import ChipCorrection, StaffAct
from backoffice.permissions import Role
from backoffice.team.conflicts import ACTS
from tests.api.client import Caller
from tests.backoffice.staff import PASSWORD, browser, colleague
from tests.backoffice.test_second_factor import code_of, with_phone

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
SCOPES = ("office", "chips:admin", "read", "play")
CORRECTIONS, CONFIRM = "/office/corrections/", "/me/confirm/"


@pytest.fixture(autouse=True)
def _fifteen_minutes(settings: Any) -> None:
    settings.STAFF_FRESH_MINUTES = 15


@pytest.fixture
def carla() -> Player:
    return colleague(Role.CASHIER, name="Carla")


def asked(anna: Player) -> dict[str, Any]:
    account = wallet_of(anna).pk
    return {"account": account, "amount_chips": 5, "counter": "mint", "reason": "owed"}


def signed_in(minutes_ago: int) -> Client:
    client = browser()
    client.post("/accounts/login/", {"login": "Carla", "password": PASSWORD})
    session = client.session
    records = session[AUTHENTICATION_METHODS_SESSION_KEY]
    session[AUTHENTICATION_METHODS_SESSION_KEY] = [
        one | {"at": time.time() - 60 * minutes_ago} for one in records
    ]
    session.save()
    return client


def correct(client: Client, anna: Player) -> Any:
    address = f"/office/accounts/{wallet_of(anna).pk}/correct/request/"
    return client.post(address, {"amount_chips": "5", "counter": "mint", "reason": "owed"})


def test_a_token_is_confirmed_by_the_password_of_whoever_has_nothing_better(
    anna: Player, carla: Player
) -> None:
    caller = Caller(carla, scopes=SCOPES)
    answer = caller.post(CORRECTIONS, asked(anna))
    assert (answer.status_code, answer.json()["code"]) == (403, "confirmation_needed")
    assert answer.json()["facts"] == {"minutes": 15}
    wrong = caller.post(CONFIRM, {"password": "guessed"})
    assert (wrong.status_code, wrong.json()["code"]) == (403, "confirmation_wrong")
    assert caller.post(CORRECTIONS, asked(anna)).status_code == 403
    assert caller.post(CONFIRM, {"password": PASSWORD}).status_code == 204
    assert caller.post(CORRECTIONS, asked(anna)).status_code == 201
    ApiToken.objects.update(confirmed_at=timezone.now() - dt.timedelta(minutes=16))
    assert caller.post(CORRECTIONS, asked(anna)).status_code == 403, "it holds for 15 minutes"


def test_one_tokens_confirmation_is_no_others(anna: Player, carla: Player) -> None:
    Caller(carla, scopes=SCOPES).post(CONFIRM, {"password": PASSWORD})
    assert Caller(carla, scopes=SCOPES).post(CORRECTIONS, asked(anna)).status_code == 403


def test_whoever_has_a_second_factor_shows_that_one(anna: Player, carla: Player) -> None:
    caller, secret = Caller(carla, scopes=SCOPES), with_phone(carla)
    assert caller.post(CONFIRM, {"password": PASSWORD}).json()["code"] == "confirmation_wrong"
    assert caller.post(CONFIRM, {"code": code_of(secret)}).status_code == 204
    assert caller.post(CORRECTIONS, asked(anna)).status_code == 201


def test_guessing_ends_soon(carla: Player) -> None:
    caller = Caller(carla, scopes=SCOPES)
    codes = [caller.post(CONFIRM, {"password": f"{n}"}).json()["code"] for n in range(11)]
    assert codes[-1] == "rate_limited"


def test_a_form_waits_for_the_password_and_then_goes_on(anna: Player, carla: Player) -> None:
    client = signed_in(minutes_ago=16)
    led = correct(client, anna)
    assert led.headers["location"].startswith("/accounts/reauthenticate/")
    assert not ChipCorrection.objects.exists()
    done = client.post(led.headers["location"], {"password": PASSWORD})
    assert done.status_code == 302
    assert ChipCorrection.objects.get().requested_by == carla


def test_a_link_to_anothers_password_waits_as_well_and_is_shown_then(anna: Player) -> None:
    colleague(Role.OWNER, name="Carla")
    client, path = signed_in(minutes_ago=16), f"/office/players/{anna.pk}/password-link/"
    led = client.post(path, {"reason": "locked out"}).headers["location"]
    assert led.startswith("/accounts/reauthenticate/")
    assert not StaffAct.objects.exists()
    page = client.post(led, {"password": PASSWORD}, follow=True).content.decode()
    assert "/accounts/password/reset/key/" in page
    assert StaffAct.objects.get().act == "password_link_given"


def test_who_has_just_signed_in_is_not_asked(anna: Player, carla: Player) -> None:
    correct(signed_in(minutes_ago=1), anna)
    assert ChipCorrection.objects.exists()


def test_reading_and_what_moves_no_chips_asks_nobody(anna: Player, carla: Player) -> None:
    caller = Caller(carla, scopes=SCOPES)
    assert caller.get(CORRECTIONS).status_code == 200
    note = caller.post(f"/office/players/{anna.pk}/notes/", {"words": "kind"})
    assert note.status_code == 201


def test_every_act_that_moves_chips_or_opens_an_account_asks() -> None:
    assert {act.key for act in ACTS if act.fresh} == {
        "order_moving_chips",
        "undo_order",
        "cancel_stuck_table",
        "request_correction",
        "request_reversal",
        "approve_correction",
        "propose_restitution",
        "propose_correction",
        "undo_restitution",
        "approve_restitution",
        "change_guarding_setting",
        "give_consent",
        "give_password_link",
        "take_second_factor",
    }
