"""Push services that are slow or away: who has a device with one is told apart from the others."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player, PushDevice
from accounts.notices.push import sending
from accounts.programs.webhooks.calling import Answer
from tests.social.push_service import Device, PushService, registered
from tests.social.test_push import ask

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.mark.parametrize("answer", [Answer(None, "timeout", 5_000), Answer(201, "", 4_900)])
def test_for_a_slow_service_the_others_wait_once_at_most(
    answer: Answer,
    phone: Device,
    bert: Player,
    service: PushService,
    anna: Player,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers, asked = {phone.endpoint: answer}, list[str]()

    def call(url: str, *_: Any, **_options: Any) -> Answer:
        asked.append(url)
        return answers.get(url, Answer(201, "", 20))

    monkeypatch.setattr(sending, "call", call)
    monkeypatch.setattr(sending, "SLOW_MILLIS", 1_000)
    berts = registered(service, bert)
    for turn in range(1, 4):
        ask(anna, f"Bert {turn}")
        ask(bert, f"Anna {turn}")
        later = timezone.now() + turn * dt.timedelta(hours=1)
        while sending.send_due(now=later, slow=False):
            pass
    assert (asked.count(phone.endpoint), asked.count(berts.endpoint)) == (1, 3)
    assert PushDevice.objects.get(is_slow=True).endpoint == phone.endpoint
    answers.clear()
    while sending.send_due(now=later, slow=True):
        pass
    assert asked.count(phone.endpoint) > 1
    assert not PushDevice.objects.filter(is_slow=True).exists(), "it is quick again"
