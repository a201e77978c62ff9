"""One request to an endpoint: to the address that was checked, without redirects, not for long.

The time is that of the whole call: an endpoint that sends a byte now and then holds nobody up.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from accounts.refusals import Refused
from accounts.webhooks.addresses import Target, public_address, read_target

SECONDS = 8.0
ANSWER_BYTES_MAX = 300


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; `status` is None when nothing did, and `error` says why."""

    status: int | None
    error: str
    millis: int
    text: str = ""

    @property
    def is_good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_gone(self) -> bool:
        """The endpoint asks never to be called again."""
        return self.status == 410


def call(url: str, headers: Mapping[str, str], body: bytes) -> Answer:
    """POST `body`; whatever goes wrong is an answer as well."""
    began = time.monotonic()

    def answer(status: int | None, error: str = "", text: str = "") -> Answer:
        return Answer(status, error, int((time.monotonic() - began) * 1000), text)

    try:
        target = read_target(url)
        status, text = _post(target, public_address(target), headers, body)
    except Refused as refusal:
        return answer(None, str(refusal.facts["why"]))
    except TimeoutError:
        return answer(None, "timeout")
    except ssl.SSLError:
        return answer(None, "certificate")
    except (OSError, http.client.HTTPException, ValueError):
        return answer(None, "connection")
    return answer(status, "" if 200 <= status < 300 else "status", text)


def _post(target: Target, address: str, headers: Mapping[str, str], body: bytes) -> tuple[int, str]:
    connection = _Pinned(target, address)
    limit = threading.Timer(SECONDS, connection.hang_up)
    limit.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        response = connection.getresponse()
        read = response.read(ANSWER_BYTES_MAX).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException, ValueError):
        if connection.is_hung_up:
            raise TimeoutError from None
        raise
    finally:
        limit.cancel()
        connection.close()
    if connection.is_hung_up:
        raise TimeoutError
    return response.status, "".join(c if c.isprintable() else " " for c in read)


class _Pinned(http.client.HTTPConnection):
    """Speaks to one address under the name of the URL; the certificate must be the name's."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target
        self._address = address
        # The connection's own socket changes hands: to TLS, then to the answer that is read.
        self._line: socket.socket | None = None
        self.is_hung_up = False

    def hang_up(self) -> None:
        """From another thread: whoever waits for the other side waits no more."""
        self.is_hung_up = True
        if (line := self._line) is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self._target.port), SECONDS)
        self._line = self.sock.dup()
        if self._target.is_https:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)

    def close(self) -> None:
        super().close()
        if (line := self._line) is not None:
            line.close()
