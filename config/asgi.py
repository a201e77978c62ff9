"""One address, two doors: play and streams go to the lean async one, the rest to ordinary Django.

Stock Django under ASGI starts a thread, and with it a database connection, for every request. Here
Django runs under WSGI in a fixed number of threads, which keep their connections, and only what
needs to be fast or long-lived is async.
"""

import asyncio
import os
from typing import Any

from a2wsgi import WSGIMiddleware
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_wsgi: Any = get_wsgi_application()

from django.conf import settings  # noqa: E402
from django.urls import get_resolver  # noqa: E402

import games.live.app as play  # noqa: E402
from backoffice.running import board  # noqa: E402
from config.serving.bodies import with_whole_bodies  # noqa: E402
from config.serving.collector import spare_what_is_loaded  # noqa: E402
from config.serving.faults import with_last_words  # noqa: E402
from config.serving.once import says_it_once  # noqa: E402
from config.serving.static import with_static_files  # noqa: E402
from config.serving.tracing import tell_last_traces  # noqa: E402
from config.serving.watching import watched  # noqa: E402
from games.live.http import Receive, Request, Scope, Send  # noqa: E402
from games.live.language import refuse  # noqa: E402
from games.running import pulse  # noqa: E402
from tournaments.live import TOURNAMENTS  # noqa: E402
from web.measures import carry_all  # noqa: E402
from web.refusals import Refused  # noqa: E402

_TURN_SECONDS = 0.5
_PATIENCE_SECONDS = 5.0  # nothing may keep the event loop for so long

play.invite(TOURNAMENTS)

_play = watched(with_last_words(play.play_app))
_threads: Any = WSGIMiddleware(_wsgi, workers=settings.WEB_THREADS)
_django = with_last_words(with_static_files(with_whole_bodies(_threads)))


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """What the server calls: once for the life of the process, then for each request."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    elif scope["type"] != "http":
        await send({"type": "websocket.close", "code": 1000})
    elif scope["path"] == "/healthz":
        await _say_ok(send)
    elif not says_it_once(scope):
        await refuse(send, Request.of(scope), Refused("unreadable_request"))
    elif play.serves(scope["path"]) and not board.stands_empty():
        await _play(scope, receive, send)
    else:
        await _django(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    try:
        await _start()
    except Exception as error:
        await send({"type": "lifespan.startup.failed", "message": repr(error)})
        raise
    await send({"type": "lifespan.startup.complete"})
    turning = asyncio.create_task(_turn(), name="pulse")
    await receive()
    await play.stop()
    turning.cancel()
    carry_all()
    tell_last_traces()
    await send({"type": "lifespan.shutdown.complete"})


async def _turn() -> None:
    """Show that the event loop comes round."""
    pulse.begin(patience_seconds=_PATIENCE_SECONDS)
    while True:
        pulse.turn()
        await asyncio.sleep(_TURN_SECONDS)


async def _start() -> None:
    """Load what the first request would have to load, then take it out of the collector's way."""
    _ = get_resolver().url_patterns
    await play.start()
    board.keep_fresh()
    spare_what_is_loaded()


async def _say_ok(send: Send) -> None:
    """The process answers; whether it can serve is what /readyz tells."""
    headers = [(b"content-type", b"text/plain"), (b"cache-control", b"no-store")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"ok\n"})
