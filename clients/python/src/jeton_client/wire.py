"""Between calls and httpx: what is sent, what an answer means, what its failures are."""

from __future__ import annotations

from typing import Any

import httpx

from jeton_client.calls import KEY_HEADER, Call
from jeton_client.problems import Unreachable, problem_of

API = "/api/v1/"
AGENT = "jeton-client/0.1"
CSV = "text/csv"
TIMEOUT = httpx.Timeout(15.0, read=30.0)
# The server gives a sign of life every 2 seconds, one's own stream every 16; after a longer silence
# the connection is lost.
STREAM_TIMEOUT = httpx.Timeout(15.0, read=45.0)
_NEVER_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def base_url(server: str) -> str:
    """`http://host:8000`, with or without a slash or `/api/v1/` after it."""
    return server.rstrip("/").removesuffix(API.rstrip("/")).rstrip("/") + API


def headers(token: str | None, language: str | None) -> dict[str, str]:
    told = {"User-Agent": AGENT}
    if token:
        told["Authorization"] = f"Token {token}"
    if language:
        told["Accept-Language"] = language
    return told


def request_of(http: httpx.Client | httpx.AsyncClient, call: Call[Any]) -> httpx.Request:
    own = {} if call.key is None else {KEY_HEADER: call.key}
    body = None if call.body is None else dict(call.body)
    return http.build_request(
        call.method, call.path, params=dict(call.query or {}), json=body, headers=own
    )


def stream_request(
    http: httpx.Client | httpx.AsyncClient, call: Call[Any], last_id: int | str | None
) -> httpx.Request:
    own = {"Accept": "text/event-stream"}
    if last_id is not None:
        own["Last-Event-ID"] = str(last_id)
    return http.build_request(
        call.method, call.path, params=dict(call.query or {}), headers=own, timeout=STREAM_TIMEOUT
    )


def answer_of(response: httpx.Response) -> Any:
    """The JSON of an answer that has been read, the text of one in CSV, None when it has none.

    Raises:
        Problem: it was refused, or is still `BeingThought` about.
    """
    again = response.headers.get("Retry-After")
    if response.status_code == httpx.codes.ACCEPTED and again:
        raise problem_of(202, {"code": "being_thought"}, again)
    if response.is_success:
        if not response.content:
            return None
        if response.headers.get("Content-Type", "").startswith(CSV):
            return response.text
        try:
            return response.json()
        except ValueError:
            raise Unreachable("the answer is no JSON; is this a Jeton platform?") from None
    try:
        body = response.json()
    except ValueError:
        body = None
    raise problem_of(response.status_code, body, again)


def unreachable(error: httpx.HTTPError) -> Unreachable:
    sent = not isinstance(error, _NEVER_SENT)
    return Unreachable(f"{type(error).__name__}: {error}", sent=sent)
