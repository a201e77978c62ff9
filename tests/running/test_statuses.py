"""What either door says to requests that are too large, or none: as the document has it."""

import json
import socket
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
import yaml

from config.serving import bodies
from tests.architecture.sources import ROOT
from tests.running.demo import Site
from web.api import json_input

pytestmark = [pytest.mark.process]

ADDRESSES = {
    "the play door": ("/api/v1/tables/1/actions/", "/api/v1/tables/{table_id}/actions/"),
    "Django": ("/api/v1/guests/", "/api/v1/guests/"),
}
JSON = b"Content-Type: application/json\r\n"
ONE = b"X: " + b"a" * 70_000 + b"\r\n"
MANY = b"".join(b"X%d: %s\r\n" % (number, b"a" * 1000) for number in range(70))


@cache
def document() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.load(
        (ROOT / "docs" / "openapi.yaml").read_text(), yaml.CSafeLoader
    )
    return found


def kinds_of(template: str, status: int) -> set[str]:
    """The content types that the document knows for a status of the address; KeyError: none."""
    response = document()["paths"][template]["post"]["responses"][str(status)]
    if "$ref" in response:
        response = document()["components"]["responses"][response["$ref"].rpartition("/")[2]]
    return set(response.get("content", ()))


def say(port: int, *pieces: bytes) -> tuple[int, str, bytes]:
    """Status, content type and body of what is answered until the server hangs up."""
    said = b""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        try:
            for piece in pieces:
                connection.sendall(piece)
        except ConnectionError:
            pass  # it has heard enough
        try:
            while part := connection.recv(65_536):
                said += part
        except ConnectionError:
            pass
    head, _, body = said.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").splitlines()
    headers = dict(line.lower().split(": ", 1) for line in lines[1:])
    kind = headers.get("content-type", "").partition(";")[0]
    return int(lines[0].split()[1]), kind, body


def request(
    port: int, path: str, token: str, headers: bytes, body: bytes
) -> tuple[int, str, bytes]:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Authorization: Token {token}\r\nIdempotency-Key: once\r\n"
        f"Content-Length: {len(body)}\r\n"
    ).encode()
    return say(port, head + headers + b"\r\n", body)


@pytest.fixture(scope="module")
def token(site: Site) -> str:
    head = b"POST /api/v1/guests/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    _, _, body = say(site.port, head + JSON + b"Content-Length: 2\r\n\r\n{}")
    return str(json.loads(body)["token"])


# One byte more than is read: what is never read would reset the connection, and the answer with it.
@pytest.mark.parametrize(
    ("door", "most"),
    [
        ("the play door", json_input.BODY_BYTES_MAX),
        ("Django", json_input.BODY_BYTES_MAX),
        ("Django", bodies.BODY_BYTES_MAX),
    ],
)
def test_a_body_that_is_too_large(site: Site, token: str, door: str, most: int) -> None:
    path, template = ADDRESSES[door]
    status, kind, body = request(site.port, path, token, JSON, b'"' + b"a" * (most - 1) + b'"')
    assert (status, json.loads(body)["code"]) == (413, "body_too_large")
    assert kind in kinds_of(template, status)


@pytest.mark.parametrize("door", ADDRESSES)
@pytest.mark.parametrize("headers", [ONE, MANY], ids=["one", "many"])
def test_headers_that_are_too_large(site: Site, token: str, door: str, headers: bytes) -> None:
    path, template = ADDRESSES[door]
    status, kind, body = request(site.port, path, token, headers, b"")
    assert (status, kind, body) == (431, "", b"")
    assert kinds_of(template, status) == set()


@pytest.mark.parametrize("door", ADDRESSES)
def test_an_address_that_is_too_long(site: Site, token: str, door: str) -> None:
    path, template = ADDRESSES[door]
    status, _, body = request(site.port, f"{path}?a={'a' * 70_000}", token, JSON, b"{}")
    assert (status, body) == (431, b"")
    assert kinds_of(template, status) == set()


def test_what_is_no_http(site: Site) -> None:
    status, kind, body = say(site.port, b"GET / HTTP/1.1\r\nno header at all\r\n\r\n")
    assert (status, kind, bool(body)) == (400, "text/plain", True)
    for _, template in ADDRESSES.values():
        assert kind in kinds_of(template, status)


@pytest.mark.parametrize("door", ADDRESSES)
def test_what_is_no_json(site: Site, token: str, door: str) -> None:
    path, template = ADDRESSES[door]
    kind_sent = b"Content-Type: text/html\r\n"
    status, kind, _ = request(site.port, path, token, kind_sent, b"<p>")
    assert status == 415
    assert kind in kinds_of(template, status)


@pytest.mark.parametrize(
    ("body", "status"),
    [(b'{"nonsense": 1}', 400), (b"{}", 201), (b" " * (json_input.BODY_BYTES_MAX + 1), 413)],
)
def test_a_body_in_chunks_is_read_like_any_other(site: Site, body: bytes, status: int) -> None:
    head = b"POST /api/v1/guests/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    chunk = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    said = say(site.port, head + JSON + b"Transfer-Encoding: chunked\r\n\r\n", chunk)
    assert said[0] == status
