"""What is refused about callers and their requests, before any rule of a game is asked."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A refusal with a stable code; `games.refusals` gives it a status and a sentence."""

    rule = ""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts
