"""Following a table without the play process: by the log, or by a stream that ends and resumes."""

import json
from typing import Any

import pytest

from .client import Caller
from .playing import play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def messages(content: bytes) -> list[dict[str, Any]]:
    """The data of every message, after a look at its form."""
    found = []
    for block in content.decode().strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n"))
        if "data" in fields:
            data = json.loads(fields["data"])
            assert fields["event"] == "table"
            assert int(fields["id"]) == data["version"]
            found.append(data)
    return found


def test_the_log_in_pieces_is_the_whole_log() -> None:
    table, host, _ = running_table()
    caller = Caller(host)
    whole: list[dict[str, Any]] = []
    for _ in range(6):
        since = whole[-1]["seq"] if whole else 0
        whole += caller.get(f"/tables/{table.pk}/log/?after={since}").json()["events"]
        play_moves(table, most=2)
    assert [event["seq"] for event in whole] == list(range(1, len(whole) + 1))


def test_a_stream_begins_with_the_table_as_it_is_and_resumes_without_a_gap() -> None:
    table, host, _ = running_table()
    path = f"/tables/{table.pk}/events/"
    answer = Caller(host).get(f"{path}?include=view")
    assert answer.headers["Content-Type"].startswith("text/event-stream")
    (first,) = messages(answer.content)
    assert first["events"] == []
    assert first["view"]["seat"] == 0
    play_moves(table, most=3)
    (second,) = messages(Caller(host).get(path, Last_Event_ID=str(first["version"])).content)
    numbers = [event["seq"] for event in second["events"]]
    assert numbers == list(range(first["version"] + 1, second["version"] + 1))
    assert messages(Caller(host).get(path, Last_Event_ID=str(second["version"])).content) == []


@pytest.mark.parametrize("number", ["999999", "9" * 30])
def test_a_number_that_is_none_of_ours_starts_afresh(number: str) -> None:
    table, _, _ = running_table()
    answer = Caller().get(f"/tables/{table.pk}/events/", Last_Event_ID=number)
    (message,) = messages(answer.content)
    assert message["events"] == []
