"""The last words where something went wrong on our side, instead of a bare `500`.

Programs get problem details, people a page. A database that is away, and a server that is just
stopping, are no faults: nothing was done, and the same request may be sent again.
"""

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

import orjson
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language, override

from games.live.http import Message, Receive, Request, Scope, Send
from games.live.language import language_of
from games.moves.errors import Refused
from web.database.trouble import code_of, is_trouble
from web.refusals import problem

Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Whole = Callable[[Scope, Receive, Send], Coroutine[Any, Any, None]]
Answer = tuple[int, bytes, dict[str, str]]

log = logging.getLogger(__name__)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's answer to an exception that nobody has caught."""
    error = sys.exc_info()[1]
    code = code_of(error) if error is not None and is_trouble(error) else "fault"
    status, body, headers = last_words(request.path, code, language=get_language())
    return HttpResponse(body, status=status, headers=headers)


def with_last_words(application: Application) -> Whole:
    """`application`, which answers also when it fails or is cut short before it has answered."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        def note(message: Message) -> Awaitable[None]:
            nonlocal begun
            begun = True
            return send(message)

        try:
            await application(scope, receive, note)
        except (Exception, asyncio.CancelledError) as error:
            if begun:
                raise
            passing = isinstance(error, asyncio.CancelledError) or is_trouble(error)
            if not passing:
                log.exception("no answer to %s", scope["path"][:200])
            await _say(send, scope, code_of(error) if passing else "fault")

    return serve


async def refuse(send: Send, scope: Scope, code: str, **facts: Any) -> None:
    """A refusal from before any door: to programs as problem details, to people as a line."""
    status, body, headers = _problem(code, language_of(Request.of(scope)), facts)
    if not _is_api(scope["path"]):
        body = f"{orjson.loads(body)['detail']}\n".encode()
        headers["Content-Type"] = "text/plain; charset=utf-8"
    await _send(send, status, body, headers)


async def _say(send: Send, scope: Scope, code: str) -> None:
    await _send(send, *last_words(scope["path"], code, language=language_of(Request.of(scope))))


async def _send(send: Send, status: int, body: bytes, headers: dict[str, str]) -> None:
    """An answer after which the connection is closed: who knows what else was on its way."""
    named = {**headers, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [(name.lower().encode(), value.encode()) for name, value in named.items()]
    await send({"type": "http.response.start", "status": status, "headers": lines})
    await send({"type": "http.response.body", "body": body})


def last_words(path: str, code: str, *, language: str | None) -> Answer:
    """Status, body and headers, for programs or for people by the address that was asked."""
    status, body, headers = _problem(code, language or "en", {})
    if not _is_api(path):
        with override(language):
            body = render_to_string(f"{status}.html", {"house_name": settings.HOUSE_NAME}).encode()
        headers["Content-Type"] = "text/html; charset=utf-8"
    return status, body, headers


def _problem(code: str, language: str, facts: dict[str, Any]) -> Answer:
    status, body, more = problem(Refused(code, **facts), language)
    headers = {"Content-Type": "application/problem+json", "Cache-Control": "private, no-store"}
    headers |= {name.decode().title(): value.decode() for name, value in more}
    return status, orjson.dumps(body), headers


def _is_api(path: str) -> bool:
    return path.startswith("/api/")
