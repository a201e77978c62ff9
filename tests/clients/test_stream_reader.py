"""Server-Sent Events are read the same however the network cuts them."""

import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from jeton_client.stream import EventReader

NAME = "Ä\u2028 – 🂡"  # a line to str.splitlines, and none to Server-Sent Events
TEXT = (
    "retry: 1000\n\n"
    + "".join(
        f"id: {number}\nevent: table\ndata: "
        + json.dumps(
            {"version": number, "events": [{"seq": number, "at": 1, "type": "x", "name": NAME}]},
            ensure_ascii=False,
        )
        + "\n\n: still here\n\n"
        for number in range(1, 4)
    )
    + 'event: chat\ndata: {"last":3}\n\n'
).encode()


@given(st.lists(st.integers(0, len(TEXT)), max_size=30), st.booleans())
def test_every_cut_gives_the_same_messages(cuts: list[int], crlf: bool) -> None:
    text = TEXT.replace(b"\n", b"\r\n") if crlf else TEXT
    places = [0, *sorted(cuts), len(text)]
    reader = EventReader()
    updates = [update for start, end in pairwise(places) for update in reader.read(text[start:end])]
    assert [(one.version, one.events[0].get("name")) for one in updates] == [
        (1, NAME),
        (2, NAME),
        (3, NAME),
    ]
    assert (reader.last_id, reader.retry_seconds) == (3, 1.0)
