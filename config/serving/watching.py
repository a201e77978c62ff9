"""Every request gets a number, is timed and counted; what follows from it says which it was."""

import time
from collections.abc import Awaitable

from django.http import HttpRequest, HttpResponse

from backoffice.figures.metrics import answered, door_of
from backoffice.figures.tally import PLAY
from config.serving.faults import Application
from games.live.http import Message, Receive, Scope, Send
from web.middleware import Middleware
from web.whence import following, number_of


class Watching(Middleware):
    """Middleware, the outermost of all."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        number = number_of(request.headers.get("Idempotency-Key", ""))
        door = door_of(request.path)
        begun = time.perf_counter()
        with following(number, f"{door} request", path=request.path[:200]) as facts:
            response = self.get_response(request)
            facts["http.response.status_code"] = response.status_code
            if request.resolver_match is not None:  # the pattern, not what stands in the address
                facts["http.route"] = request.resolver_match.route
        answered(door=door, status=response.status_code, seconds=time.perf_counter() - begun)
        response.headers.setdefault("X-Request-ID", number)
        return response


def watched(play: Application) -> Application:
    """The play door, timed and counted; streams are not: they last as long as somebody looks."""
    clock, add = time.perf_counter, PLAY.add

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        status = 500
        begun = clock()
        number = number_of(_key(scope))

        # No coroutine of its own: moves per second are a bar of this house.
        def note(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message.get("headers", ())
                message["headers"] = [*headers, (b"x-request-id", number.encode())]
            return send(message)

        if scope["path"].endswith("/events/"):
            with following("", "stream", request=number):
                await play(scope, receive, note)
            return
        try:
            with following(number, "play request") as facts:
                await play(scope, receive, note)
                facts["http.response.status_code"] = status
        finally:
            add(status, clock() - begun)

    return serve


def _key(scope: Scope) -> str:
    headers = scope.get("headers", ())
    found = (value.decode("latin-1") for name, value in headers if name == b"idempotency-key")
    return next(found, "")
