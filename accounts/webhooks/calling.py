"""One request to an endpoint: to the address that was checked, without redirects, not for long."""

from __future__ import annotations

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
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
    try:
        connection.request("POST", target.path, body, dict(headers))
        response = connection.getresponse()
        read = response.read(ANSWER_BYTES_MAX).decode("utf-8", "replace")
        return response.status, "".join(c if c.isprintable() else " " for c in read)
    finally:
        connection.close()


class _Pinned(http.client.HTTPConnection):
    """Speaks to one address under the name of the URL; the certificate must be the name's."""

    def __init__(self, target: Target, address: str) -> None:
        super().__init__(target.host, target.port, timeout=SECONDS)
        self._target = target
        self._address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self._address, self._target.port), SECONDS)
        if self._target.is_https:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host)
