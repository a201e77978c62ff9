"""Every request gets a number, is timed and counted; its log lines say which it was."""

import secrets
import time
from collections.abc import Awaitable, Callable

from django.http import HttpRequest, HttpResponse

from backoffice.figures.metrics import answered, door_of
from backoffice.figures.tally import PLAY
from config.logs import CONTEXT
from config.serving.faults import Application
from games.live.http import Message, Receive, Scope, Send


class Watching:
    """Middleware, the outermost of all."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = secrets.token_hex(6)
        token = CONTEXT.set({"request": number, "path": request.path[:200]})
        begun = time.perf_counter()
        try:
            response = self.get_response(request)
        finally:
            CONTEXT.reset(token)
        seconds = time.perf_counter() - begun
        answered(door=door_of(request.path), status=response.status_code, seconds=seconds)
        response.headers.setdefault("X-Request-ID", number)
        return response


def watched(play: Application) -> Application:
    """The play door, timed and counted; streams are not: they last as long as somebody looks."""
    clock, add = time.perf_counter, PLAY.add

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"].endswith("/events/"):
            await play(scope, receive, send)
            return
        status = 500
        begun = clock()

        # No coroutine of its own: moves per second are a bar of this house.
        def note(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            return send(message)

        try:
            await play(scope, receive, note)
        finally:
            add(status, clock() - begun)

    return serve
