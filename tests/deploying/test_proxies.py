"""A page, a move and an event stream through nginx and HAProxy, as `deploy/` sets them up."""

import http.client
import json
import os
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from config.serving.bodies import BODY_BYTES_MAX
from tests.deploying.files import DEPLOY, program, replaced
from tests.running.demo import Demo, a_demo, free_port
from tests.running.waiting import until

pytestmark = pytest.mark.process

NAME = "play.example.org"
API = "/api/v1/"


@dataclass(frozen=True, slots=True)
class Front:
    """Where a proxy listens in front of a running platform."""

    port: int
    plain_port: int
    house: Demo

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, bytes]:
        line = self.connect()
        try:
            line.request(method, path, body, {"Host": NAME, **(headers or {})})
            answer = line.getresponse()
            return answer.status, answer.read()
        finally:
            line.close()

    def connect(self) -> http.client.HTTPSConnection:
        # The certificate was made a moment ago by nobody in particular.
        trusting = ssl._create_unverified_context()  # noqa: S323
        return http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=trusting)

    def call(self, method: str, path: str, token: str, key: str, **body: Any) -> Any:
        """What the API answers; it must be pleased."""
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if token:
            headers["Authorization"] = f"Token {token}"
        content = None if method == "GET" else json.dumps(body).encode()
        status, said = self.ask(method, API + path, content, headers)
        assert status in (200, 201), said
        return json.loads(said)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A platform whose public address is another's, reached over TLS."""
    extra = {
        "PUBLIC_URL": f"https://{NAME}",
        "ALLOWED_HOSTS": f"{NAME},localhost,127.0.0.1",
        "TRUST_PROXY": "true",
    }
    with a_demo(tmp_path_factory.mktemp("proxied") / "data", extra=extra) as demo:
        yield demo


@pytest.fixture(scope="module")
def certificate() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="jp-") as folder:
        home = Path(folder)
        made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        made += ["-subj", f"/CN={NAME}", "-keyout", f"{home}/key.pem", "-out", f"{home}/chain.pem"]
        subprocess.run([program("openssl"), *made], check=True, capture_output=True)
        both = (home / "chain.pem").read_text() + (home / "key.pem").read_text()
        (home / "both.pem").write_text(both)
        yield home


@contextmanager
def served(command: list[str], port: int, log: Path) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        until(lambda: listens(port), what=f"the proxy; {log.read_text()}")
        yield
    finally:
        process.terminate()
        process.wait(20)


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def nginx(house: Demo, home: Path) -> Iterator[Front]:
    front = Front(free_port(), free_port(), house)
    site = replaced(
        DEPLOY / "proxy" / "nginx.conf",
        {
            "127.0.0.1:8000": f"127.0.0.1:{house.port}",
            "listen 80;": f"listen 127.0.0.1:{front.plain_port};",
            "listen 443 ssl": f"listen 127.0.0.1:{front.port} ssl",
            f"/etc/letsencrypt/live/{NAME}/fullchain.pem": f"{home}/chain.pem",
            f"/etc/letsencrypt/live/{NAME}/privkey.pem": f"{home}/key.pem",
            "/var/www/html": str(home),
        },
    )
    temporary = "".join(
        f"{kind}_temp_path {home}/{kind};\n"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.geteuid() == 0 else ""  # whose folder it is
    whole = home / "nginx.conf"
    whole.write_text(
        f"{user}daemon off;\npid {home}/nginx.pid;\nerror_log stderr warn;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{temporary}{site}\n}}\n"
    )
    command = [program("nginx"), "-p", str(home), "-e", "stderr", "-c", str(whole)]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with served(command, front.port, home / "nginx.log"):
        yield front


@contextmanager
def haproxy(house: Demo, home: Path) -> Iterator[Front]:
    front, certbot = Front(free_port(), free_port(), house), free_port()
    whole = home / "haproxy.cfg"
    whole.write_text(
        replaced(
            DEPLOY / "proxy" / "haproxy.cfg",
            {
                "127.0.0.1:8000": f"127.0.0.1:{house.port}",
                "bind :80\n": f"bind 127.0.0.1:{front.plain_port}\n",
                "bind :443 ssl": f"bind 127.0.0.1:{front.port} ssl",
                f"/etc/haproxy/certs/{NAME}.pem": f"{home}/both.pem",
                "127.0.0.1:8402": f"127.0.0.1:{certbot}",
                "maxconn 20000": "maxconn 200",
            },
        )
    )
    command = [program("haproxy"), "-f", str(whole)]
    checked = subprocess.run([*command, "-c"], check=True, capture_output=True, text=True)
    assert "[WARNING]" not in checked.stderr
    alone = [sys.executable, "-m", "http.server", str(certbot), "-b", "127.0.0.1", "-d", str(home)]
    with (
        served(alone, certbot, home / "certbot.log"),
        served([*command, "-db"], front.port, home / "haproxy.log"),
    ):
        yield front


PROXIES: dict[str, Callable[..., Any]] = {"nginx": nginx, "haproxy": haproxy}


@pytest.fixture(scope="module", params=sorted(PROXIES))
def front(request: pytest.FixtureRequest, certificate: Path) -> Iterator[Front]:
    program(request.param)  # before a platform is started for it
    house = request.getfixturevalue("house")
    with PROXIES[request.param](house, certificate) as running:
        until(lambda: running.ask("GET", "/readyz")[0] == 200, what="a web process that is well")
        yield running


def test_a_page_comes_over_tls_and_without_it_leads_there(front: Front) -> None:
    status, page = front.ask("GET", "/")
    assert status == 200
    assert b"<html" in page
    line = http.client.HTTPConnection("127.0.0.1", front.plain_port, timeout=20)
    line.request("GET", "/rules/", headers={"Host": NAME})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/rules/")
    line.close()


def test_who_asks_for_a_certificate_is_answered_without_tls(
    front: Front, certificate: Path
) -> None:
    challenge = certificate / ".well-known" / "acme-challenge"
    challenge.mkdir(parents=True, exist_ok=True)
    (challenge / "token").write_text("proof")
    line = http.client.HTTPConnection("127.0.0.1", front.plain_port, timeout=20)
    line.request("GET", "/.well-known/acme-challenge/token", headers={"Host": NAME})
    answer = line.getresponse()
    assert (answer.status, answer.read()) == (200, b"proof")
    line.close()


def test_a_move_and_the_stream_that_shows_it(front: Front) -> None:
    token = front.call("POST", "guests/", "", "guest")["token"]
    offer = {"format": "ring", "rounds": 1, "stake_chips": 0}
    table = front.call("POST", "tables/", token, "open", **offer)["id"]
    front.call("POST", f"tables/{table}/join/", token, "join")
    front.call("POST", f"tables/{table}/add-bot/", token, "bot", bot="greedy")
    line = front.connect()
    line.request(
        "GET",
        f"{API}tables/{table}/events/",
        headers={"Host": NAME, "Authorization": f"Token {token}"},
    )
    stream = line.getresponse()
    assert stream.status == 200
    assert first_version(stream) >= 0
    front.call("POST", f"tables/{table}/actions/", token, "ready", action={"type": "ready"})
    # It comes at once, as the connection is still open and nothing else is sent through it.
    assert "ready" in until_said(stream, "ready")
    line.close()


def first_version(stream: http.client.HTTPResponse) -> int:
    said = until_said(stream, '"version"')
    return int(json.loads(said.partition("data:")[2])["version"]) if "data:" in said else -1


def until_said(stream: http.client.HTTPResponse, word: str) -> str:
    """The stream's next line with the word; fails if it ends or is silent for half a minute."""
    for _ in range(500):
        line = stream.readline().decode()
        assert line, f"the stream ended without {word}"
        if word in line:
            return line
    raise AssertionError(f"500 lines without {word}")


def test_a_body_may_be_as_large_as_the_platform_takes(front: Front) -> None:
    json_body = {"Content-Type": "application/json"}
    _, said = front.ask("POST", API + "guests/", b" " * BODY_BYTES_MAX, json_body)
    assert b'"code"' in said  # it arrived, and the platform itself says what it thinks of blanks
    announced = {**json_body, "Content-Length": str(BODY_BYTES_MAX + 1)}
    status, said = front.ask("POST", API + "guests/", None, announced)
    assert status == 413
    assert b'"code"' not in said  # the proxy has not waited for it


def test_a_head_has_an_end(front: Front) -> None:
    assert front.ask("GET", "/", headers={"X-Long": "a" * 12_000})[0] == 200
    many = {f"X-{number}": "a" * 12_000 for number in range(7)}
    assert front.ask("GET", "/", headers=many)[0] in (400, 431, 494)


def test_nobody_measures_the_house_from_outside(front: Front) -> None:
    assert front.ask("GET", "/metrics")[0] == 404
    assert front.house.get("/metrics")[0] == 200


def test_callers_cannot_say_they_are_somebody_else(front: Front) -> None:
    """Each address may have so many streams; whoever names others has no more than that."""
    lines = []
    try:
        statuses = []
        token = front.call("POST", "guests/", "", "another")["token"]
        offer = {"format": "ring", "rounds": 1, "stake_chips": 0}
        table = front.call("POST", "tables/", token, "open", **offer)["id"]
        for number in range(21):
            line = front.connect()
            lines.append(line)
            headers = {"Host": NAME, "X-Forwarded-For": f"203.0.113.{number}"}
            line.request("GET", f"{API}tables/{table}/events/", headers=headers)
            statuses.append(line.getresponse().status)
        assert statuses == [200] * 20 + [429]
    finally:
        for line in lines:
            line.close()
