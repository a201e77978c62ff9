"""The ordinary client, made of the one for asyncio by leaving out what waits.

`unasync` would do the same, but to directories of files only, and it needs setuptools.
"""

from __future__ import annotations

import re

# What has another name is named here; none is guessed.
CHANGES = {
    r"\b(async|await) ": "",
    r"\basync_(client|operations|sending)\b": r"\1",
    r"\bAsync(Client|(Office)?(Operations)?|Sending|Stream|Sleep|Iterator|BaseTransport)\b": r"\1",
    r"\basyncio\b": "time",
    r"\ba(close|read|iter_bytes)\(": r"\1(",
    r"\baclosing\b": "closing",
    r"__a(enter|exit)__": r"__\1__",
}


def without_waiting(source: str) -> str:
    for pattern, words in CHANGES.items():
        source = re.sub(pattern, words, source)
    return source
