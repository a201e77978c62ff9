"""Notices pushed to devices: read by the device alone, wanted, once, and not while one looks."""

import base64
import datetime as dt
import json
import socket
import time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.models import ApiToken, Notice, Player, PushDevice, QuietHours, Session
from accounts.notices import telling as notices
from accounts.notices.push import keys, registering, sending
from accounts.notices.push.quiet import quiet_until
from accounts.notices.push.registering import target_of
from accounts.own_data.archive import archive_of
from accounts.own_data.erasing import erase_account
from accounts.programs.tokens.issuing import revoke_token, rotate_token
from accounts.programs.webhooks import calling
from games.models import OpenTable
from games.running.turns import tell_turn
from tests.api.client import Caller
from tests.formats.test_time_and_absence import BY_DAYS, dealt, on_turn
from tests.pages.browsers import browser, look
from tests.play.players import take_turn
from tests.social.push_service import DEVICES, Device, PushService, registered

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
QUIET, WISHES = "/me/notices/quiet-hours/", "/me/notices/wishes/"
SOON = dt.timedelta(seconds=10)


def ask(player: Player, name: str = "Bert", kind: str = "friend_requested") -> Notice:
    made = notices.tell(player=player, kind=kind, facts={"name": name, "player": 1})
    assert made is not None
    return made


def push(after: dt.timedelta = SOON) -> None:
    while sending.send_due(now=timezone.now() + after):
        pass


def test_a_device_is_sent_title_sentence_address_and_nothing_else(
    phone: Device, bert: Player, service: PushService, anna: Player
) -> None:
    berts = registered(service, bert)
    ask(anna)
    ask(bert, "Anna")
    push(dt.timedelta())
    assert phone.messages == [], "who looks at a page sees it there first"
    push()
    assert phone.messages == [
        {
            "title": "Somebody wants to be your friend",
            "text": "Bert wants to be your friend.",
            "path": "/friends/",
            "tag": "/friends/",
        }
    ]
    assert berts.messages[0]["text"] == "Anna möchte mit dir befreundet sein."
    push()
    assert len(phone.messages) == 1


def test_the_house_says_who_it_is_and_how_long_the_message_is_good(
    phone: Device, anna: Player
) -> None:
    ask(anna)
    push()
    ((headers, _message),) = phone.sent
    scheme, _, said = headers["authorization"].partition(" ")
    parts = dict(part.split("=", 1) for part in said.split(","))
    claims = json.loads(base64.urlsafe_b64decode(parts["t"].split(".")[1] + "=="))
    assert (scheme, parts["k"]) == ("vapid", keys.public_key())
    assert claims["aud"] == phone.endpoint.partition("/push")[0]
    assert claims["sub"].startswith("mailto:")
    assert 0 < claims["exp"] - timezone.now().timestamp() <= 24 * 3600
    assert 0 < int(headers["ttl"]) <= 24 * 3600
    assert len(headers["topic"]) == 32


def test_however_a_services_address_is_written_the_house_signs_for_its_origin() -> None:
    for written in ("https://PUSH.example.org/a", "https://push.example.org:/a"):
        signed = keys.authorization(target_of(written))["Authorization"]
        claims = json.loads(base64.urlsafe_b64decode(signed.split(".")[1] + "=="))
        assert claims["aud"] == "https://push.example.org"


def test_newer_news_of_the_same_replace_older_ones(phone: Device, anna: Player) -> None:
    ask(anna, "Bert")
    ask(anna, "Carla")
    push()
    assert [one["text"] for one in phone.messages] == ["Carla wants to be your friend."]


def test_what_has_been_read_or_taken_back_is_not_pushed(phone: Device, anna: Player) -> None:
    notices.mark_read(player=anna, up_to=ask(anna).pk)
    notices.tell(player=anna, kind="friend_requested", facts={"name": "Bert"}, key="friend:1")
    notices.withdraw(player=anna, key="friend:1")
    push()
    assert phone.messages == []


def test_each_kind_comes_by_choice_and_mails_stay_as_they_were(phone: Device, anna: Player) -> None:
    caller = Caller(anna)
    said = {one["kind"]: one for one in caller.get(WISHES).json()["results"]}
    usual = {key for key, one in said.items() if one["by_push"]}
    assert usual == {
        "friend_requested",
        "table_invitation",
        "your_turn",
        "tournament_invited",
        "tournament_started",
        "tournament_moved",
        "removed_from_team",
        "director_ordered",
    }
    caller.post(WISHES, {"kind": "friend_requested", "by_push": False})
    caller.post(WISHES, {"kind": "friend_accepted", "by_push": True})
    caller.post(WISHES, {"kind": "friend_requested"})  # says nothing, changes nothing
    said = {one["kind"]: one for one in caller.get(WISHES).json()["results"]}
    assert (said["friend_requested"]["by_mail"], said["friend_requested"]["by_push"]) == (
        True,
        False,
    )
    ask(anna)
    ask(anna, kind="friend_accepted")
    push()
    assert [one["text"] for one in phone.messages] == ["Bert is your friend now."]


def test_a_wish_that_came_after_the_notice_counts(phone: Device, anna: Player) -> None:
    ask(anna)
    Caller(anna).post(WISHES, {"kind": "friend_requested", "by_push": False})
    push()
    assert phone.messages == []


def test_quiet_hours_hold_back_what_comes_until_they_are_over(phone: Device, anna: Player) -> None:
    now = timezone.now()
    zone = dt.timezone(dt.timedelta(hours=9))  # Tokyo, which knows no summer time
    begins, ends = (now + dt.timedelta(hours=hours) for hours in (-1, 2))
    hours = {"begins": f"{begins.astimezone(zone):%H:%M}", "ends": f"{ends.astimezone(zone):%H:%M}"}
    answer = Caller(anna).post(QUIET, {**hours, "zone": "Asia/Tokyo"})
    assert answer.json() == {**hours, "zone": "Asia/Tokyo"}
    ask(anna, "Bert")
    ask(anna, "Carla")
    push()
    push(dt.timedelta(minutes=90))
    assert phone.messages == []
    push(dt.timedelta(hours=2, minutes=1))
    assert [one["text"] for one in phone.messages] == ["Carla wants to be your friend."]
    Caller(anna).delete(QUIET)
    assert Caller(anna).get(QUIET).json() == {"begins": None, "ends": None, "zone": None}


def test_quiet_ends_later_than_now_also_in_the_hour_that_comes_twice() -> None:
    hours = QuietHours(begins=dt.time(22), ends=dt.time(2, 30), zone="Europe/Berlin")
    midnight = dt.datetime(2026, 10, 24, 22, 0, tzinfo=dt.UTC)
    looks = [midnight + dt.timedelta(minutes=minutes) for minutes in range(0, 240, 5)]
    quiet = [(now, until) for now in looks if (until := quiet_until(hours, now))]
    assert [until for now, until in quiet if until <= now] == []
    ends = {f"{until.astimezone(dt.UTC):%H:%M}" for _now, until in quiet}
    assert ends == {"00:30", "01:30"}, "half past two by the clock, twice"


@pytest.mark.parametrize(
    ("zone", "evening", "clock"),
    [
        ("Europe/Berlin", dt.datetime(2026, 3, 28, 22, tzinfo=dt.UTC), "03:00"),
        ("America/New_York", dt.datetime(2026, 3, 8, 4, tzinfo=dt.UTC), "03:00"),
        ("Australia/Lord_Howe", dt.datetime(2026, 10, 3, 13, tzinfo=dt.UTC), "02:30"),
    ],
)
def test_quiet_that_ends_in_an_hour_left_out_ends_as_the_clock_jumps(
    zone: str, evening: dt.datetime, clock: str
) -> None:
    hours = QuietHours(begins=dt.time(22), ends=dt.time(2, 15), zone=zone)
    until = quiet_until(hours, evening)
    assert until is not None
    assert f"{until.astimezone(ZoneInfo(zone)):%H:%M}" == clock
    just_before = until.astimezone(dt.UTC) - dt.timedelta(minutes=1)
    assert quiet_until(hours, just_before) == until
    assert quiet_until(hours, until) is None


@pytest.mark.parametrize(
    ("form", "status", "code"),
    [
        ({"begins": "22:00", "ends": "22:00", "zone": "Europe/Berlin"}, 422, "quiet_hours_empty"),
        ({"begins": "22:00", "ends": "07:00", "zone": "../etc"}, 422, "time_zone_unknown"),
        ({"begins": "24:00", "ends": "07:00", "zone": "Europe/Berlin"}, 400, "invalid_input"),
        ({"begins": 2200, "ends": "07:00", "zone": "Europe/Berlin"}, 400, "invalid_input"),
    ],
)
def test_quiet_hours_are_read_strictly(
    anna: Player, form: dict[str, Any], status: int, code: str
) -> None:
    answer = Caller(anna).post(QUIET, form)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(
    phone: Device, anna: Player, service: PushService, status: int
) -> None:
    service.answers = [status]
    ask(anna)
    push()
    assert not PushDevice.objects.exists()
    assert Notice.objects.get().push_at is None


def test_a_service_that_is_away_is_asked_again_and_only_for_whom_it_failed(
    phone: Device, anna: Player, service: PushService
) -> None:
    desktop = registered(service, anna)
    service.answers = [503]
    ask(anna)
    push()
    assert len(phone.messages) + len(desktop.messages) == 1
    push()
    assert service.asked == 2, "not at once"
    push(dt.timedelta(minutes=1))
    assert len(phone.messages) == len(desktop.messages) == 1
    assert not PushDevice.objects.exclude(failures=0).exists()


def test_services_that_hang_hold_up_nobody_for_longer_than_one_call(
    anna: Player, bert: Player, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "CALL_SECONDS", 0.5)
    berts = registered(service, bert)
    with socket.create_server(("localhost", 0), backlog=64) as hanging:
        port = hanging.getsockname()[1]
        for number in range(registering.DEVICES_MAX):
            form = service.device().form | {"endpoint": f"https://localhost:{port}/{number}"}
            assert Caller(anna).post(DEVICES, form).status_code == 201
        ask(anna)
        ask(bert)
        began = time.monotonic()
        push()
        lasted = time.monotonic() - began
    assert len(berts.messages) == 1
    assert lasted < calling.SECONDS, "all at the same time, and not for long"
    failures = PushDevice.objects.filter(player=anna).values_list("failures", flat=True)
    assert set(failures) == {1}


def test_what_a_service_refuses_is_not_repeated_and_a_device_given_up_after_many(
    phone: Device, anna: Player, service: PushService
) -> None:
    for number in range(sending.FAILURES_MAX):
        service.answers = [403]
        ask(anna, f"Nr {number}")
        push()
    assert service.asked == sending.FAILURES_MAX
    assert not PushDevice.objects.exists()


def test_a_notice_nobody_can_write_stops_no_other(phone: Device, anna: Player) -> None:
    for kind in ("table_invitation", "friend_requested"):
        notices.tell(player=anna, kind=kind, facts={"name": "Bert"})
    push()
    assert [one["path"] for one in phone.messages] == ["/friends/"]


def test_whose_turn_comes_is_told_but_not_while_the_table_lies_open_before_them(
    anna: Player, bert: Player, service: PushService
) -> None:
    table = dealt(anna, bert, BY_DAYS)
    player = on_turn(table)
    device = registered(service, player)
    open_one = OpenTable.objects.create(
        player=player, table=table, until=timezone.now() + dt.timedelta(seconds=40)
    )
    tell_turn(table_id=table.pk, player_id=player.pk)
    push()
    assert device.messages == []
    open_one.delete()
    Notice.objects.update(push_at=timezone.now())
    push()
    (message,) = device.messages
    assert message["path"] == message["tag"] == f"/tables/{table.pk}/"
    Notice.objects.update(push_at=timezone.now(), pushed_to=[])
    while on_turn(table) == player:
        take_turn(table, [anna, bert])
    push()
    assert len(device.messages) == 1, "it is not their turn any more"


def test_who_signs_out_or_loses_the_token_is_told_nothing_more(
    anna: Player, service: PushService
) -> None:
    client = browser(anna)
    client.post("/settings/devices/add/", service.device().form)
    assert PushDevice.objects.get().session is not None
    client.post("/accounts/logout/")
    assert not PushDevice.objects.exists()
    registered(service, anna)
    token = ApiToken.objects.get(user=anna)
    renewed = rotate_token(player=anna, token_key=token.token_key, reach=token.scopes)
    assert renewed is not None
    assert PushDevice.objects.get().token == renewed[0]
    revoke_token(player=anna, token_key=renewed[0].token_key)
    assert not PushDevice.objects.exists()


def test_a_new_password_silences_all_devices_but_the_one_it_was_changed_on(
    anna: Player, service: PushService
) -> None:
    here, lost = browser(anna), browser(anna)
    devices = [service.device(), service.device()]
    for client, device in zip((here, lost), devices, strict=True):
        client.post("/settings/devices/add/", device.form)
    change = {
        "oldpassword": "rummy-evening",
        "password1": "a-new-evening",
        "password2": "a-new-evening",
    }
    here.post("/accounts/password/change/", change)
    ask(anna)
    push()
    assert [len(device.messages) for device in devices] == [1, 0]


def test_no_door_of_our_own_network_is_knocked_at(
    phone: Device, anna: Player, service: PushService, settings: Any
) -> None:
    settings.PUSH_PRIVATE_ADDRESSES = False
    settings.WEBHOOK_PRIVATE_ADDRESSES = True  # which lets programmers in, not everybody
    ask(anna)
    push()
    assert service.asked == 0
    assert PushDevice.objects.get().failures == 1


def test_without_a_key_nothing_is_pushed_and_with_another_the_page_asks_anew(
    phone: Device, anna: Player, service: PushService, settings: Any
) -> None:
    key = settings.VAPID_KEY
    settings.VAPID_KEY = "another secret of the house, of some length too"
    ask(anna)
    push()
    assert service.asked == 0
    assert Caller(anna).get(DEVICES).json()["results"][0]["is_reached"] is False
    assert "switch it on there once again" in look(browser(anna).get("/settings/")).text
    settings.VAPID_KEY = ""
    assert Caller(anna).get(DEVICES).json()["key"] == ""
    answer = Caller(anna).post(DEVICES, service.device().form)
    assert (answer.status_code, answer.json()["code"]) == (409, "push_is_off")
    settings.VAPID_KEY = key


def test_devices_and_hours_are_ones_own_data_and_go_with_the_account(
    phone: Device, anna: Player
) -> None:
    Caller(anna).post(QUIET, {"begins": "22:00", "ends": "07:00", "zone": "Europe/Berlin"})
    told = archive_of(anna)
    assert b"push_devices" in told
    assert b"quiet_hours" in told
    erase_account(anna)
    assert not PushDevice.objects.exists()
    assert not Session.objects.filter(player=anna).exists()


def test_the_settings_list_devices_with_removal_and_keep_quiet_hours(
    anna: Player, service: PushService
) -> None:
    client = browser(anna)
    client.post("/settings/devices/add/", service.device().form)
    client.post("/settings/quiet-hours/", {"begins": "22:00", "ends": "07:30"})
    page = look(client.get("/settings/"))
    assert "Devices with notices" in page.text
    assert "this device" in page.text
    assert [tag["value"] for tag in page.all("input", type="time")] == ["22:00", "07:30"]
    device = PushDevice.objects.get()
    client.post("/settings/devices/remove/", {"device": str(device.pk)})
    client.post("/settings/quiet-hours/", {"begins": "", "ends": ""})
    assert not PushDevice.objects.exists()
    assert Caller(anna).get(QUIET).json()["zone"] is None
