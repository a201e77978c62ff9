"""The web process: uvicorn on a socket that its starter opened, or on `HOST` and `PORT`.

A socket that outlives the process means that a crash of the web process refuses nobody: callers
wait in the queue until its successor is up.
"""

import os
import resource
import socket
import threading

import uvicorn
from django.conf import settings

from config.env import SOCKET_VARIABLE, require_settings
from config.serving.protocol import BoundedHttp

_STREAM_GRACE_SECONDS = 3
# What is left over when the server has ended (a task that takes no for an answer, a thread that
# waits) gets so long; then the process ends regardless, so that its successor can be started.
END_SECONDS = 5.0
_DID_NOT_END = 3
# Where a proxy in front of us may stand. Of the addresses it names the last that is none of these
# is the caller's; those before it are only what the caller says.
_PROXIES = ["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7"]


class Server(uvicorn.Server):
    """One that lets streams go when it is told to end, and whose process ends soon after it."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """First nobody new is let in, so that who resumes a stream comes to another process."""
        from games.live.app import let_go  # there by now, with everything that Django loads

        for server in self.servers:
            server.close()
        let_go()
        await super().shutdown(sockets)

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await super().serve(sockets)
        finally:
            insist = threading.Timer(END_SECONDS, os._exit, (_DID_NOT_END,))
            insist.daemon = True
            insist.start()


def main() -> None:
    """Serve until told to stop; open streams get a moment, then they are cut."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    require_settings()
    _raise_file_limit()
    config = uvicorn.Config(
        "config.asgi:application",
        host=settings.HOST,
        port=settings.PORT,
        loop="uvloop",
        http=BoundedHttp,
        ws="none",
        lifespan="on",
        timeout_graceful_shutdown=_STREAM_GRACE_SECONDS,
        timeout_keep_alive=30,
        backlog=4096,
        access_log=settings.DEBUG,
        server_header=False,
        proxy_headers=settings.TRUST_PROXY,
        forwarded_allow_ips=_PROXIES if settings.TRUST_PROXY else None,
        log_config=settings.LOGGING,
        log_level=settings.LOG_LEVEL.lower(),
    )
    inherited = os.environ.pop(SOCKET_VARIABLE, "")
    sockets = [socket.socket(fileno=int(inherited))] if inherited else None
    Server(config).run(sockets=sockets)


def _raise_file_limit() -> None:
    """Every open stream is an open file: as many as this machine allows a process."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


if __name__ == "__main__":
    main()
