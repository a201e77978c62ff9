"""Players who reach a running platform over HTTP, keep a journal, and do not give up."""

from __future__ import annotations

import http.client
import json
import socket
import time
import uuid
from dataclasses import dataclass, field
from typing import Any

API = "/api/v1"
PATIENCE_SECONDS = 60


@dataclass(slots=True)
class Entry:
    """One acknowledged move: its key and the answer."""

    key: str
    answer: dict[str, Any]


@dataclass(slots=True)
class WebPlayer:
    """A guest with a token. Each request is repeated, with its key, until it is answered."""

    port: int
    token: str = ""
    player_id: int = 0
    journal: list[Entry] = field(default_factory=list)
    refusals: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def arrive(cls, port: int) -> WebPlayer:
        self = cls(port)
        status, made = self.request("POST", "/guests/")
        assert status == 201, made
        self.token = made["token"]
        self.player_id = made["player"]["id"]
        return self

    def request(
        self, method: str, path: str, body: Any = None, *, key: str = ""
    ) -> tuple[int, dict[str, Any]]:
        """Status and JSON; broken connections and `busy` are tried again with the same key."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        headers = {"Content-Type": "application/json", "Idempotency-Key": key or str(uuid.uuid4())}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        content = None if body is None else json.dumps(body)
        while True:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
            try:
                connection.request(method, API + path, content, headers)
                answer = connection.getresponse()
                data = json.loads(answer.read() or b"{}")
                if answer.status not in (502, 503):
                    return answer.status, data
            except (OSError, http.client.HTTPException, ValueError) as error:
                if time.monotonic() > deadline:
                    raise AssertionError(f"nobody answers {method} {path}") from error
            finally:
                connection.close()
            assert time.monotonic() < deadline, f"{method} {path} stays busy"
            time.sleep(0.05)

    def view(self, table: int) -> dict[str, Any]:
        status, view = self.request("GET", f"/tables/{table}/view/")
        assert status == 200, view
        return view

    def act(self, table: int, action: dict[str, Any], version: int) -> int:
        """Send an action once, however often that takes; its status."""
        key = str(uuid.uuid4())
        body = {"action": action, "expected_version": version}
        status, answer = self.request("POST", f"/tables/{table}/actions/", body, key=key)
        if status == 200:
            self.journal.append(Entry(key, answer))
        else:
            self.refusals.append(answer)
        return status

    def take_turn(self, table: int) -> str:
        """Do one thing if it is our turn; the table's phase."""
        view = self.view(table)
        legal = view["legal"]
        if legal:
            self.act(table, choose(view), view["version"])
        return str(view["phase"])


def choose(view: dict[str, Any]) -> dict[str, Any]:
    """Knock when possible, answer, draw; else discard the costliest card that is in no meld."""
    by_type: dict[str, dict[str, Any]] = {action["type"]: action for action in view["legal"]}
    for wanted in ("ready", "knock", "answer", "draw_stock", "pass_upcard", "take_upcard"):
        if wanted in by_type:
            return by_type[wanted]
    deadwood = view["round"]["arrangement"]["deadwood"]
    discards = [action for action in view["legal"] if action["type"] == "discard"]
    return next((one for one in reversed(discards) if one["card"] in deadwood), discards[-1])


def seat_two(port: int, **terms: Any) -> tuple[int, list[WebPlayer]]:
    """A table at which two newcomers sit."""
    players = [WebPlayer.arrive(port), WebPlayer.arrive(port)]
    status, table = players[0].request("POST", "/tables/", {"stake_chips": 100, **terms})
    assert status == 201, table
    number = int(table["id"])
    for player in players:
        status, answer = player.request("POST", f"/tables/{number}/join/", {})
        assert status in (200, 201), answer
    return number, players


class EventStream:
    """A client of the event stream that reads raw messages."""

    def __init__(
        self, port: int, table: int, token: str = "", *, after: int | None = None, query: str = ""
    ) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        head = f"GET {API}/tables/{table}/events/{query} HTTP/1.1\r\nHost: localhost\r\n"
        if token:
            head += f"Authorization: Token {token}\r\n"
        if after is not None:
            head += f"Last-Event-ID: {after}\r\n"
        self._socket.sendall(f"{head}\r\n".encode())
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.raw = b""
        while self._file.readline().strip():
            pass

    def next(self) -> dict[str, Any]:
        """The next message of the log: its data, with its `id`."""
        message: dict[str, str] = {}
        while True:
            line = self._file.readline()
            assert line, "the stream has ended"
            self.raw += line
            text = line.decode().rstrip("\r\n")
            if not text and "id" not in message:  # told beside the log
                message = {}
            elif not text and "data" in message:
                data: dict[str, Any] = json.loads(message["data"])
                return data | {"id": int(message["id"])}
            name, _, value = text.partition(": ")
            if name:
                message[name] = value

    def until(self, version: int) -> list[dict[str, Any]]:
        """The events of all messages up to this version."""
        events: list[dict[str, Any]] = []
        while True:
            message = self.next()
            events += message["events"]
            if message["version"] >= version:
                return events

    def close(self) -> None:
        self._file.close()
        self._socket.close()
