"""Lists that come in pages: a method that yields every row, made of the function for one page."""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, Generic, ParamSpec, TypedDict, TypeVar, overload

from jeton_client.calls import Call
from jeton_client.operations import AsyncSender, Sender
from jeton_client.shapes import Page

P = ParamSpec("P")
R = TypeVar("R")


class PageAfter(TypedDict, Generic[R]):
    """As a `Page`, where the oldest come first."""

    results: list[R]
    next_after: int | None


class Every(Generic[P, R]):
    """A method that yields every row of a list; further pages are asked for when they are needed.

    It takes what the function for a page takes; `limit`, where there is one, sizes the pages.
    """

    @overload
    def __init__(self, build: Callable[P, Call[Page[R]]]) -> None: ...
    @overload
    def __init__(self, build: Callable[P, Call[PageAfter[R]]], *, cursor: str) -> None: ...
    def __init__(self, build: Callable[P, Call[Any]], *, cursor: str = "before") -> None:
        self.build: Callable[..., Call[Any]] = build
        self.cursor = cursor
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: Sender, owner: Any = None) -> Callable[P, Iterator[R]]: ...
    @overload
    def __get__(self, client: AsyncSender, owner: Any = None) -> Callable[P, AsyncIterator[R]]: ...
    def __get__(self, client: Any, owner: Any = None) -> Any:
        if client is None:
            return self
        rows = self._awaited if inspect.iscoroutinefunction(client.send) else self._rows

        def every(*args: Any, **options: Any) -> Any:
            return rows(client, args, options)

        return every

    def _rows(self, client: Any, args: Any, options: dict[str, Any]) -> Iterator[R]:
        while True:
            page = client.send(self.build(*args, **options))
            yield from page["results"]
            if page[f"next_{self.cursor}"] is None:
                return
            options = {**options, self.cursor: page[f"next_{self.cursor}"]}

    async def _awaited(self, client: Any, args: Any, options: dict[str, Any]) -> AsyncIterator[R]:
        while True:
            page = await client.send(self.build(*args, **options))
            for row in page["results"]:
                yield row
            if page[f"next_{self.cursor}"] is None:
                return
            options = {**options, self.cursor: page[f"next_{self.cursor}"]}
