"""Devices that are registered for notices: whose they are, how many, what none of them may say."""

from functools import partial

import pytest
from django.utils import timezone

from accounts.models import ApiToken, Player, PushDevice
from tests.api.client import Caller
from tests.pages.browsers import browser
from tests.social.push_service import DEVICES, PushService, registered
from tests.tournaments.test_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_a_browser_belongs_to_who_signed_in_last_and_to_nobody_who_merely_knows_its_address(
    anna: Player, bert: Player, service: PushService
) -> None:
    shared = registered(service, anna)
    wrong = {**shared.form, "auth": "A" * 22}
    answer = Caller(bert).post(DEVICES, wrong)
    assert (answer.status_code, answer.json()["code"]) == (409, "push_device_taken")
    Caller(bert).post(DEVICES, shared.form)
    assert PushDevice.objects.get().player == bert


def test_the_number_of_devices_is_bounded_and_one_session_has_one(
    anna: Player, service: PushService
) -> None:
    client = browser(anna)
    for _ in range(2):
        client.post("/settings/devices/add/", service.device().form)
    assert PushDevice.objects.count() == 1
    for _ in range(9):
        registered(service, anna)
    answer = Caller(anna).post(DEVICES, service.device().form)
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_push_devices")


def test_sent_again_it_is_one_device(anna: Player, service: PushService) -> None:
    device, caller = service.device().form, Caller(anna)
    for _twice in range(2):
        assert caller.post(DEVICES, device).status_code == 201
    client = browser(anna)
    for _twice in range(2):
        client.post("/settings/devices/add/", device)
    assert PushDevice.objects.count() == 1


def test_a_token_that_only_acts_is_told_nothing(anna: Player, service: PushService) -> None:
    answer = Caller(anna, scopes=("play",)).post(DEVICES, service.device().form)
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    assert answer.json()["facts"] == {"scope": "read"}


def test_devices_nobody_is_told_on_any_more_leave_room_for_others(
    anna: Player, service: PushService
) -> None:
    for _ in range(10):
        registered(service, anna)
    ApiToken.objects.update(expiry=timezone.now())
    assert Caller(anna).get(DEVICES).json()["results"] == []
    registered(service, anna)


@pytest.mark.django_db(databases=["default", "owner"], transaction=True)
def test_of_two_who_name_the_same_device_at_once_one_has_it_and_both_are_answered(
    anna: Player, bert: Player, service: PushService
) -> None:
    callers, form = [Caller(anna), Caller(bert)], service.device().form
    for _ in range(4):
        calls = [partial(caller.post, DEVICES, form) for caller in callers]
        assert [getattr(one, "status_code", one) for one in at_once(*calls)] == [201, 201]
        PushDevice.objects.get().delete()


@pytest.mark.parametrize(
    ("endpoint", "why"),
    [
        ("http://push.example.org/a", "scheme"),
        ("https://user:word@push.example.org/a", "syntax"),
        ("ftp://push.example.org/", "scheme"),
        ("https:///a", "syntax"),
        ("https://[2001:db8::1]/a", "syntax"),
    ],
)
def test_an_address_that_is_none_of_a_push_service_is_refused(
    anna: Player, service: PushService, endpoint: str, why: str
) -> None:
    answer = Caller(anna).post(DEVICES, {**service.device().form, "endpoint": endpoint})
    assert (answer.status_code, answer.json()["code"]) == (422, "push_endpoint_unusable")
    assert answer.json()["facts"] == {"why": why}


@pytest.mark.parametrize("wrong", [{"p256dh": "B" * 87}, {"auth": "AAAA"}, {"auth": "!" * 22}])
def test_keys_with_which_nothing_can_be_encrypted_are_refused(
    anna: Player, service: PushService, wrong: dict[str, str]
) -> None:
    answer = Caller(anna).post(DEVICES, {**service.device().form, **wrong})
    assert answer.json()["code"] == "push_keys_unusable"
