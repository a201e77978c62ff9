"""What the play door counts by itself arrives in the measurements, each answer once."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest
from prometheus_client import REGISTRY

from backoffice.figures import tally
from config.serving.watching import watched
from web import measures


def value(name: str, **labels: str) -> float:
    return REGISTRY.get_sample_value(name, {"door": "tried", **labels}) or 0.0


def test_every_answer_is_carried_over_once_into_its_kind_and_bucket() -> None:
    tried = tally.Answers("tried")

    async def count() -> None:
        for status, seconds in ((200, 0.001), (200, 0.002), (409, 0.0021), (500, 99.0)):
            tried.add(status, seconds)

    asyncio.run(count())
    assert value("jeton_requests_total", status="2xx") == 0
    for _twice in range(2):
        measures.carry_all()
        assert value("jeton_requests_total", status="2xx") == 2
        assert value("jeton_requests_total", status="4xx") == 1
        assert value("jeton_requests_total", status="5xx") == 1
        assert value("jeton_request_seconds_bucket", le="0.002") == 2
        assert value("jeton_request_seconds_bucket", le="0.005") == 3
        assert value("jeton_request_seconds_bucket", le="+Inf") == 4
        assert value("jeton_request_seconds_sum") == pytest.approx(99.0051)


def test_the_loop_carries_over_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measures, "EVERY_SECONDS", 0.01)
    alone = tally.Answers("alone")

    async def count() -> None:
        for number in (1, 2):
            alone.add(200, 0.001)
            async with asyncio.timeout(60):
                while carried() != number:
                    await asyncio.sleep(0.01)

    def carried() -> float | None:
        asked = {"door": "alone", "status": "2xx"}
        return REGISTRY.get_sample_value("jeton_requests_total", asked)

    asyncio.run(count())


@pytest.mark.parametrize(("answer", "kind"), [(204, 2), (None, 5)])
def test_the_door_is_counted_by_what_it_answers(answer: int | None, kind: int) -> None:
    """Whatever breaks before it has answered counts as a fault."""

    async def play(scope: Any, receive: Any, send: Any) -> None:
        if answer is None:
            raise RuntimeError("broken")
        await send({"type": "http.response.start", "status": answer, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    sent: list[str] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message["type"])

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.disconnect"}

    before = tally.PLAY.statuses[kind]
    serve = watched(play)

    def answer_to(path: str) -> None:
        async def ask() -> None:
            await serve({"path": path}, receive, send)

        asyncio.run(ask())

    if answer is None:
        with pytest.raises(RuntimeError, match="broken"):
            answer_to("/x/")
    else:
        answer_to("/x/")
        assert sent == ["http.response.start", "http.response.body"]
        answer_to("/api/v1/tables/1/events/")
    assert tally.PLAY.statuses[kind] == before + 1


def test_whoever_reads_the_measurements_gets_the_latest() -> None:
    assert tally.PLAY.carry in measures._carriers
