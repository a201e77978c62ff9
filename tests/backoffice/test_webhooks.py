"""Webhooks in the office: added, tested, switched, given new secrets; the secret shown once."""

import re

import pytest
from django.test import Client

from accounts.models import DeliveryState, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from backoffice.models import StaffAct
from backoffice.permissions import Role
from tests.backoffice.staff import browser, colleague
from tests.pages.browsers import look

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

ADDRESS = "https://user:hush@93.184.216.34/hook?key=hush"


@pytest.fixture
def owner() -> Client:
    return browser(colleague("owner", name="Olga"))


@pytest.fixture
def endpoint(owner: Client) -> WebhookEndpoint:
    owner.post(
        "/office/webhooks/add/",
        {
            "name": "Club site",
            "url": ADDRESS.replace("user:hush@", ""),
            "kinds": ["table.finished"],
        },
    )
    return WebhookEndpoint.objects.get()


def secrets_on(page: bytes) -> list[str]:
    return re.findall(r"whsec_[A-Za-z0-9+/=_-]+", page.decode())


def test_a_secret_is_shown_when_it_is_made_and_on_no_other_page(
    owner: Client, endpoint: WebhookEndpoint
) -> None:
    page = f"/office/webhooks/{endpoint.pk}/"
    assert secrets_on(owner.get(page).content) == []
    rotated = owner.post(f"{page}rotate/")
    assert len(set(secrets_on(rotated.content))) == 1
    assert secrets_on(owner.get(page).content) == []
    written = " ".join(str(act.before) + str(act.after) for act in StaffAct.objects.all())
    assert "whsec_" not in written
    assert "hush" not in written


def test_a_test_is_one_delivery_however_often_its_button_is_pressed(
    owner: Client, endpoint: WebhookEndpoint
) -> None:
    page = f"/office/webhooks/{endpoint.pk}/"
    for _twice in range(2):
        owner.post(f"{page}test/", {"csrfmiddlewaretoken": "abc"})
    delivery = WebhookDelivery.objects.get()
    assert delivery.event.kind == "ping"
    WebhookAttempt.objects.create(delivery=delivery, number=1, status=503, millis=12, answer="busy")
    WebhookDelivery.objects.update(state=DeliveryState.FAILED, next_at=None)
    told = look(owner.get(f"{page}?state=failed")).text
    assert "503, 12 ms" in told
    assert str(delivery.pk) not in owner.get(f"{page}?state=delivered").content.decode()
    owner.post(f"{page}deliveries/{delivery.pk}/again/")
    assert WebhookDelivery.objects.get().state == DeliveryState.PENDING


def test_it_is_switched_told_of_other_things_and_removed_and_the_log_says_so(
    owner: Client, endpoint: WebhookEndpoint
) -> None:
    page = f"/office/webhooks/{endpoint.pk}/"
    owner.post(f"{page}switch/", {"on": "0"})
    assert not WebhookEndpoint.objects.get().is_on
    owner.post(f"{page}switch/", {"on": "1"})
    owner.post(f"{page}kinds/", {"kinds": ["player.registered", "chat.reported"]})
    found = WebhookEndpoint.objects.get()
    assert (found.is_on, found.kinds) == (True, ["chat.reported", "player.registered"])
    owner.post(f"{page}kinds/", {"kinds": ["no.such"]})
    assert WebhookEndpoint.objects.get().kinds == found.kinds
    owner.post(f"{page}remove/")
    assert not WebhookEndpoint.objects.exists()
    assert list(StaffAct.objects.order_by("id").values_list("act", flat=True)) == [
        "webhook_added",
        *["webhook_changed"] * 3,
        "webhook_removed",
    ]


def test_an_unusable_address_is_refused_in_a_sentence(owner: Client) -> None:
    wish = {"name": "x", "url": "ftp://example.org/", "kinds": ["table.finished"]}
    answer = owner.post("/office/webhooks/add/", wish)
    assert answer.status_code == 200
    assert b"note error" in answer.content
    assert not WebhookEndpoint.objects.exists()


def test_the_list_takes_as_many_queries_for_many_as_for_one(
    owner: Client, endpoint: WebhookEndpoint, django_assert_max_num_queries: object
) -> None:
    for number in range(12):
        WebhookEndpoint.objects.create(
            url=ADDRESS, name=f"site {number}", kinds=[], sealed_secret=b""
        )
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        assert owner.get("/office/webhooks/").status_code == 200


@pytest.mark.parametrize("role", [role for role in Role if role is not Role.OWNER])
def test_by_the_interface_webhooks_are_managed_by_who_may_manage_them(role: Role) -> None:
    """Whoever is on the staff but lacks the right gets no further there than in the office."""
    client = browser(colleague(role, name="Sven"))
    answer = client.get("/api/v1/webhooks/")
    assert (answer.status_code, answer.json()["code"]) == (403, "scope_missing")
    owner = browser(colleague(Role.OWNER, name="Olga"))
    assert owner.get("/api/v1/webhooks/").status_code == 200
