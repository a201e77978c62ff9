"""One request to an endpoint: to the address that was checked, without redirects, not for long."""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from accounts.programs.webhooks.addresses import Target, public_address, read_target
from web.refusals import Refused

SECONDS = 8.0
# Each step may take so long as above, and all of them together so long: answers can drip.
WHOLE_SECONDS = 16.0
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


def call(
    url: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    read: Callable[[str], Target] = read_target,
    whole_seconds: float | None = None,
) -> Answer:
    """POST `body`; whatever goes wrong is an answer as well. `read` says which URLs are usable."""
    began = time.monotonic()
    whole = WHOLE_SECONDS if whole_seconds is None else whole_seconds

    def answer(status: int | None, error: str = "", text: str = "") -> Answer:
        return Answer(status, error, int((time.monotonic() - began) * 1000), text)

    try:
        target = read(url)
        status, text = _post(target, public_address(target), headers, body, whole)
    except Refused as refusal:
        return answer(None, str(refusal.facts["why"]))
    except TimeoutError:
        return answer(None, "timeout")
    except (OSError, http.client.HTTPException, ValueError) as error:
        if time.monotonic() - began >= whole:
            return answer(None, "timeout")
        return answer(None, "certificate" if isinstance(error, ssl.SSLError) else "connection")
    return answer(status, "" if 200 <= status < 300 else "status", text)


def _post(
    target: Target, address: str, headers: Mapping[str, str], body: bytes, whole: float
) -> tuple[int, str]:
    connection = _Pinned(target, address)
    enough = threading.Timer(whole, connection.hang_up)
    enough.start()
    try:
        connection.request("POST", target.path, body, dict(headers))
        response = connection.getresponse()
        if connection.is_late:
            raise TimeoutError  # half an answer reads like a whole one
        read = response.read(ANSWER_BYTES_MAX).decode("utf-8", "replace")
        return response.status, "".join(c if c.isprintable() else " " for c in read)
    finally:
        enough.cancel()
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """Speaks to one address under the name of the URL; the certificate must be the name's."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target
        self._address = address
        self.is_late = False
        # Kept apart: `sock` is let go before a body is read that ends with the connection.
        self._wire: socket.socket | None = None

    def connect(self) -> None:
        wire = socket.create_connection((self._address, self._target.port), SECONDS)
        self.sock = self._wire = wire
        if self._target.is_https:
            context = ssl.create_default_context()
            safe = context.wrap_socket(
                wire, server_hostname=self._target.host, do_handshake_on_connect=False
            )
            self.sock = self._wire = safe
            safe.do_handshake()

    def hang_up(self) -> None:
        """From another thread: whoever reads or writes finds the connection ended."""
        self.is_late = True
        if self._wire is not None:
            with suppress(OSError):  # it has ended already
                # Not an encrypted socket's own method, which takes its state from under the reader.
                socket.socket.shutdown(self._wire, socket.SHUT_RDWR)
