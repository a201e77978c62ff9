"""Endpoints that are slow or away: they are called apart from the others, which so lose nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from accounts.programs.webhooks import delivering as webhooks
from accounts.programs.webhooks.calling import Answer
from accounts.tasks import send_webhooks

from .test_webhooks import due_now, hook, operator

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
HOOKS = "http://127.0.0.1:9"  # nobody is called


@pytest.mark.parametrize("answers", [Answer(None, "timeout", 8_000), Answer(200, "", 7_900)])
def test_for_a_slow_endpoint_the_others_wait_once_at_most(
    answers: Answer, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is called by itself until it is quick again, whatever is due to it."""
    slow = [answers]
    asked: list[str] = []

    def call(url: str, *_: Any) -> Answer:
        asked.append(url)
        return slow[0] if "slow" in url else Answer(200, "", 5)

    monkeypatch.setattr(webhooks, "call", call)
    monkeypatch.setattr(webhooks, "SLOW_MILLIS", 2_000)
    settings.WEBHOOK_PRIVATE_ADDRESSES = True
    boss = operator()
    made = [hook(boss, f"{HOOKS}/{path}", "player.registered") for path in ("slow", "quick")]
    for _turn in range(4):
        for one in made:
            boss.post(f"/webhooks/{one['id']}/ping/")
        webhooks.deliver_due()
    assert asked.count(f"{HOOKS}/slow") == 1
    assert asked.count(f"{HOOKS}/quick") == 4
    slow[0] = Answer(200, "", 5)
    due_now()
    assert webhooks.deliver_due(slow=True)
    assert webhooks.deliver_due(), "it is quick again"


def test_one_process_waits_for_the_slow_and_one_for_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else a slow endpoint to which much is due would have all of a worker's processes."""
    waits: list[str] = []
    busy = {"slow webhooks"}

    @contextmanager
    def alone_at(work: str) -> Iterator[bool]:
        yield work not in busy

    def deliver(*, slow: bool) -> int:
        waits.append("slow" if slow else "quick")
        return 0

    monkeypatch.setattr("accounts.tasks.alone_at", alone_at)
    monkeypatch.setattr(webhooks, "deliver_due", deliver)
    send_webhooks()
    assert waits == ["quick"]
    busy.clear()
    send_webhooks()
    assert waits[1:] == ["quick", "slow"]
