"""Webhooks: signed, retried, logged, switched off; and never to a private address."""

import base64
import datetime as dt
import hashlib
import hmac
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Event, Thread
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import WebhookDelivery, WebhookEndpoint
from accounts.programs.webhooks import calling
from accounts.programs.webhooks import delivering as webhooks
from accounts.programs.webhooks.addresses import is_public, read_target, require_elsewhere
from accounts.programs.webhooks.calling import Answer
from backoffice.permissions import Role
from games.tables.opening import cancel_table
from tests.backoffice.staff import colleague
from web.refusals import Refused

from .client import Caller
from .playing import guest, open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


class Receiver:
    """A server of an operator's that answers what it is told to and keeps what it got."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.got: list[tuple[dict[str, str], bytes]] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                named = {name.lower(): value for name, value in self.headers.items()}
                receiver.got.append((named, body))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    found = Receiver()
    yield found
    found.server.shutdown()
    found.server.server_close()


def operator() -> Caller:
    return Caller(colleague(Role.OWNER, name="boss"), scopes=("webhooks",))


def hook(caller: Caller, url: str, *kinds: str) -> dict[str, Any]:
    answer = caller.post("/webhooks/", {"url": url, "name": "ours", "kinds": list(kinds)})
    assert answer.status_code == 201, answer.content
    made: dict[str, Any] = answer.json()
    return made


def due_now() -> None:
    WebhookDelivery.objects.filter(state="pending").update(next_at=timezone.now())


def is_signed_by(secret: str, headers: dict[str, str], body: bytes) -> bool:
    """As a receiver checks it, from the description of Standard Webhooks."""
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return f"v1,{expected}" in headers["webhook-signature"].split()


def test_what_happens_is_told_signed_and_once(receiver: Receiver) -> None:
    boss = operator()
    made = hook(boss, receiver.url, "table.cancelled")
    table = open_table(guest())
    cancel_table(table_id=table.pk)
    assert webhooks.is_any_due(), "an event to hand out"
    webhooks.hand_out()
    assert webhooks.is_any_due(), "a delivery to try"
    for _ in range(2):
        webhooks.deliver_due()
        webhooks.hand_out()
    assert not webhooks.is_any_due()
    ((headers, body),) = receiver.got
    told = json.loads(body)
    assert (told["type"], told["data"]["table"]) == ("table.cancelled", table.pk)
    assert is_signed_by(made["secret"], headers, body)
    assert not is_signed_by("whsec_" + base64.b64encode(b"x" * 32).decode(), headers, body)
    assert abs(int(headers["webhook-timestamp"]) - timezone.now().timestamp()) < 60
    (line,) = boss.get(f"/webhooks/{made['id']}/deliveries/").json()["results"]
    assert (line["id"], line["state"]) == (headers["webhook-id"], "delivered")
    assert [(one["status"], one["error"]) for one in line["attempts"]] == [(200, "")]


def test_whatever_is_listed_can_be_asked_for(receiver: Receiver) -> None:
    boss = operator()
    kinds = [kind["key"] for kind in boss.get("/webhooks/").json()["kinds"]]
    assert set(hook(boss, receiver.url, *kinds)["kinds"]) == set(kinds)


def test_nothing_is_noted_that_nobody_asked_for(receiver: Receiver) -> None:
    hook(operator(), receiver.url, "tournament.finished")
    cancel_table(table_id=open_table(guest()).pk)
    webhooks.hand_out()
    assert not WebhookDelivery.objects.exists()


def test_a_failed_delivery_is_sent_again_under_its_id_with_growing_waits(
    receiver: Receiver,
) -> None:
    receiver.answers = [500, 302, 200]
    boss = operator()
    made = hook(boss, receiver.url, "player.registered")
    boss.post(f"/webhooks/{made['id']}/ping/", idempotency_key="one")
    boss.post(f"/webhooks/{made['id']}/ping/", idempotency_key="one")
    waits = []
    for _ in range(3):
        webhooks.deliver_due()
        assert webhooks.deliver_due() == 0  # not before its time
        delivery = WebhookDelivery.objects.get()
        next_at = delivery.next_at
        waits.append((next_at - timezone.now()).total_seconds() if next_at else None)
        due_now()
    first, second, third = waits
    assert first is not None
    assert second is not None
    assert 3 < first < 8 < 25 < second < 45
    assert third is None
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 1
    (line,) = boss.get(f"/webhooks/{made['id']}/deliveries/").json()["results"]
    assert [one["status"] for one in line["attempts"]] == [500, 302, 200]
    assert line["state"] == "delivered"
    again = boss.post(f"/webhooks/{made['id']}/deliveries/{line['id']}/again/")
    assert again.json()["state"] == "pending"
    assert webhooks.deliver_due() == 1
    assert receiver.got[-1][0]["webhook-id"] == line["id"]


def test_an_endpoint_that_fails_too_often_or_is_gone_is_switched_off(receiver: Receiver) -> None:
    boss = operator()
    made = hook(boss, receiver.url, "player.registered")
    WebhookEndpoint.objects.update(failures=webhooks.FAILURES_MAX - 1)
    receiver.answers = [500]
    boss.post(f"/webhooks/{made['id']}/ping/")
    webhooks.deliver_due()
    found = boss.get(f"/webhooks/{made['id']}/").json()
    assert (found["is_on"], found["off_because"]) == (False, "failed_too_often")
    assert boss.player is not None
    assert boss.player.notices.get().kind == "webhook_switched_off"
    due_now()
    assert webhooks.deliver_due() == 0
    on = boss.method_with("PATCH", f"/webhooks/{made['id']}/", {"is_on": True}).json()
    assert (on["is_on"], on["off_because"], on["failures"]) == (True, "", 0)
    receiver.answers = [410]
    assert webhooks.deliver_due() == 1
    assert boss.get(f"/webhooks/{made['id']}/").json()["off_because"] == "gone"


def test_a_rotated_secret_signs_beside_the_old_one_for_a_day(receiver: Receiver) -> None:
    boss = operator()
    old = hook(boss, receiver.url, "player.registered")
    new = boss.post(f"/webhooks/{old['id']}/rotate/").json()
    assert new["secret"] != old["secret"]
    boss.post(f"/webhooks/{old['id']}/ping/")
    webhooks.deliver_due()
    assert all(is_signed_by(one["secret"], *receiver.got[-1]) for one in (old, new))
    WebhookEndpoint.objects.update(old_until=timezone.now() - dt.timedelta(seconds=1))
    boss.post(f"/webhooks/{old['id']}/ping/")
    webhooks.deliver_due()
    assert is_signed_by(new["secret"], *receiver.got[-1])
    assert not is_signed_by(old["secret"], *receiver.got[-1])
    stored = b"".join(
        bytes(value or b"")
        for value in WebhookEndpoint.objects.values_list("sealed_secret", "sealed_old_secret")[0]
    )
    assert old["secret"].encode() not in stored


def test_a_receiver_that_does_not_answer_is_an_attempt_like_any_other(
    receiver: Receiver,
) -> None:
    boss = operator()
    made = hook(boss, "http://127.0.0.1:9/", "player.registered")
    boss.post(f"/webhooks/{made['id']}/ping/")
    webhooks.deliver_due()
    (line,) = boss.get(f"/webhooks/{made['id']}/deliveries/?state=pending").json()["results"]
    assert [(one["status"], one["error"]) for one in line["attempts"]] == [(None, "connection")]


@pytest.mark.parametrize(
    ("begins", "attempt"),
    [
        (b"HTTP/1.1 200 ", (None, "timeout")),
        (b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", (200, "")),
    ],
)
def test_who_answers_drop_by_drop_is_not_waited_for(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, begins: bytes, attempt: tuple[Any, str]
) -> None:
    """Else the task is ended before it writes down what came of this delivery and the others."""
    over, due = Event(), Event()

    class WhenDue(Thread):
        """A timer that has run out once the answer has begun, however long that takes."""

        def __init__(self, _seconds: float, act: Callable[[], None]) -> None:
            super().__init__(daemon=True)
            self._act = act

        def run(self) -> None:
            due.wait()
            self._act()

        def cancel(self) -> None:
            due.set()

    def answered(connection: HTTPConnection) -> HTTPResponse:
        response = HTTPConnection.getresponse(connection)
        due.set()
        return response

    monkeypatch.setattr(calling, "SECONDS", 60.0)
    monkeypatch.setattr(calling, "WHOLE_SECONDS", 0.0)
    monkeypatch.setattr("threading.Timer", WhenDue)
    monkeypatch.setattr(calling._Pinned, "getresponse", answered)
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def drip() -> None:
            talk, _address = listening.accept()
            with talk, suppress(OSError):
                talk.sendall(begins)
                while not over.wait(0.1):
                    talk.sendall(b"O")
                    if b"\r\n\r\n" not in begins:
                        due.set()

        Thread(target=drip, daemon=True).start()
        boss = operator()
        made = hook(boss, f"http://127.0.0.1:{listening.getsockname()[1]}/", "player.registered")
        boss.post(f"/webhooks/{made['id']}/ping/")
        webhooks.deliver_due()
        over.set()
    (line,) = boss.get(f"/webhooks/{made['id']}/deliveries/").json()["results"]
    assert [(one["status"], one["error"]) for one in line["attempts"]] == [attempt]


def test_who_is_slow_keeps_no_other_answer_from_the_log(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    written, record = Event(), webhooks._record

    def call(url: str, *_: Any) -> Answer:
        if "slow" not in url:
            return Answer(503, "status", 5)
        return Answer(200 if written.wait(10) else None, "", 5)

    def noted(sent: WebhookDelivery, answer: Answer) -> None:
        record(sent, answer)
        written.set()

    monkeypatch.setattr(webhooks, "call", call)
    monkeypatch.setattr(webhooks, "_record", noted)
    boss = operator()
    for path in ("slow", "quick"):
        made = hook(boss, f"{receiver.url}/{path}", "player.registered")
        boss.post(f"/webhooks/{made['id']}/ping/")
    assert webhooks.deliver_due() == 2
    states = WebhookDelivery.objects.order_by("endpoint_id").values_list("state", flat=True)
    assert list(states) == ["delivered", "pending"]


@pytest.mark.parametrize("answers", [Answer(None, "timeout", 8_000), Answer(200, "", 7_900)])
def test_for_a_slow_endpoint_the_others_wait_once_at_most(
    answers: Answer, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is called by itself until it is quick again, whatever is due to it."""
    slow = [answers]
    asked: list[str] = []

    def call(url: str, *_: Any) -> Answer:
        asked.append(url)
        return slow[0] if "slow" in url else Answer(200, "", 5)

    monkeypatch.setattr(webhooks, "call", call)
    boss = operator()
    made = [hook(boss, f"{receiver.url}/{path}", "player.registered") for path in ("slow", "quick")]
    for _turn in range(4):
        for one in made:
            boss.post(f"/webhooks/{one['id']}/ping/")
        webhooks.deliver_due()
    assert asked.count(f"{receiver.url}/slow") == 1
    assert asked.count(f"{receiver.url}/quick") == 4
    slow[0] = Answer(200, "", 5)
    due_now()
    assert webhooks.deliver_due(slow=True)
    assert webhooks.deliver_due(), "it is quick again"


def test_a_late_answer_reopens_nothing_that_was_delivered(receiver: Receiver) -> None:
    """Claimed a second time, since the first answer was long in coming."""
    boss = operator()
    made = hook(boss, receiver.url, "player.registered")
    boss.post(f"/webhooks/{made['id']}/ping/")
    delivery = WebhookDelivery.objects.get()
    webhooks._record(delivery, Answer(200, "", 5))
    webhooks._record(delivery, Answer(None, "timeout", 40_000))
    (line,) = boss.get(f"/webhooks/{made['id']}/deliveries/").json()["results"]
    assert line["state"] == "delivered"
    assert [one["error"] for one in line["attempts"]] == ["", "timeout"]


def test_who_starts_over_has_all_attempts_again(receiver: Receiver) -> None:
    receiver.answers = [500, 500]
    boss = operator()
    made = hook(boss, receiver.url, "player.registered")
    boss.post(f"/webhooks/{made['id']}/ping/")
    WebhookDelivery.objects.update(attempts=len(webhooks.WAITS_SECONDS))
    webhooks.deliver_due()
    delivery = WebhookDelivery.objects.get()
    assert delivery.state == "failed"
    boss.post(f"/webhooks/{made['id']}/deliveries/{delivery.pk}/again/")
    webhooks.deliver_due()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("pending", 1)


PRIVATE = (
    *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
    *("0.0.0.1", "224.0.0.1", "255.255.255.255", "::1", "fe80::1", "fc00::1", "::ffff:10.0.0.1"),
    *("64:ff9b::a00:1", "2002:a00:1::", "ff02::1", "::"),
    *("fec0::1", "192.0.0.8", "192.0.0.10", "192.88.99.1"),
    *("192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "240.0.0.1", "2001:db8::1"),
    *("3fff::1", "3fff:fff:ffff::1", "5f00::1", "100::1", "64:ff9b:1::808:808", "2001:20::1"),
)


@pytest.mark.parametrize("address", PRIVATE)
def test_a_private_address_is_none_to_call(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are() -> None:
    assert all(is_public(one) for one in ("93.184.216.34", "2606:4700::1", "64:ff9b::5db8:d822"))


@pytest.mark.parametrize(
    "url",
    [
        *("http://example.org/", "ftp://example.org/", "https://", "https://u:p@example.org/"),
        *("https://example.org/#x", "https://exa mple.org/", "https://example.org:99999/", "x"),
        *("https://[::1", "https://[::1]/", "https://127.0.0.1:8443/", "https://10.1.2.3/"),
        *("https://localhost/", "https://hooks.localhost./"),
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(Refused, match="webhook_url_unusable"):
        require_elsewhere(read_target(url))


def test_a_name_of_the_own_network_is_not_called(settings: Any) -> None:
    boss = operator()
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    made = hook(boss, "https://localhost/", "player.registered")
    settings.WEBHOOK_PRIVATE_ADDRESSES = False
    boss.post(f"/webhooks/{made['id']}/ping/")
    webhooks.deliver_due()
    (line,) = boss.get(f"/webhooks/{made['id']}/deliveries/").json()["results"]
    assert [one["error"] for one in line["attempts"]] == ["private_address"]


def test_who_is_no_operator_learns_nothing() -> None:
    player = Caller(guest(), scopes=("read", "play"))
    for path in ("/webhooks/", "/webhooks/1/", f"/webhooks/{10**15}/deliveries/"):
        assert player.get(path).json()["code"] == "scope_missing"
