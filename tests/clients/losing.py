"""A network that loses things: answers that never arrive, streams that break in the middle."""

from collections.abc import Iterator
from itertools import count

import httpx

STREAM_CHUNKS = 4


class LosingTransport(httpx.BaseTransport):
    """Carries every request out; loses every third answer to a write, cuts every stream short."""

    def __init__(self) -> None:
        self._wire = httpx.HTTPTransport()
        self._writes = count(1)
        self.lost = 0
        self.streams = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._wire.handle_request(request)
        if request.url.path.endswith("/events/"):
            self.streams += 1
            return httpx.Response(
                response.status_code, headers=response.headers, stream=_Cut(response)
            )
        if "Idempotency-Key" in request.headers and next(self._writes) % 3 == 0:
            response.read()
            response.close()
            self.lost += 1
            raise httpx.ReadError("lost on the way", request=request)
        return response

    def close(self) -> None:
        self._wire.close()


class _Cut(httpx.SyncByteStream):
    def __init__(self, response: httpx.Response) -> None:
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        assert isinstance(self._response.stream, httpx.SyncByteStream)
        for number, chunk in enumerate(self._response.stream, 1):
            if number == STREAM_CHUNKS:
                yield chunk[: len(chunk) // 2]
                raise httpx.ReadError("cut off")
            yield chunk

    def close(self) -> None:
        self._response.close()
