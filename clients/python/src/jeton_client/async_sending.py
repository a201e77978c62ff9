"""What operations need of whatever they are methods of: that it sends, and lists to their end."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any, TypeVar

from jeton_client.calls import Call

T = TypeVar("T")


class AsyncSending:
    async def send(self, call: Call[T]) -> T:
        raise NotImplementedError

    async def rows(self, call: Call[Any]) -> AsyncIterator[Any]:
        """Every row of a list; further pages are asked for when they are needed."""
        while True:
            page = await self.send(call)
            for row in page["results"]:
                yield row
            (following,) = (name for name in page if name.startswith("next_"))
            if page[following] is None:
                return
            query = {**(call.query or {}), following.removeprefix("next_"): page[following]}
            call = replace(call, query=query)
