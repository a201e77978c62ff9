"""Callers of the API for tests: visitors, and players with a token."""

import json
from typing import Any

from django.test import Client

from accounts.models import Player
from accounts.programs.tokens.issuing import issue_token
from accounts.programs.tokens.text import SCOPES

Answer = Any
API = "/api/v1"


class Caller:
    """Sends JSON as one player, or as a visitor (None)."""

    def __init__(self, player: Player | None = None, scopes: tuple[str, ...] = SCOPES) -> None:
        self.player = player
        self._client = Client(enforce_csrf_checks=True)
        self._headers: dict[str, str] = {}
        if player is not None:
            _, token = issue_token(player=player, name="test", scopes=scopes)
            self._headers["Authorization"] = f"Token {token}"

    def get(self, path: str, **headers: str) -> Answer:
        return self._client.get(API + path, headers=self._headers | _named(headers))

    def post(self, path: str, body: Any = None, **headers: str) -> Answer:
        content = b"" if body is None else json.dumps(body).encode()
        return self.send(path, content, **headers)

    def send(
        self, path: str, content: bytes, kind: str = "application/json", **headers: str
    ) -> Answer:
        return self._client.generic(
            "POST", API + path, content, kind, headers=self._headers | _named(headers)
        )

    def delete(self, path: str) -> Answer:
        return self._client.delete(API + path, headers=self._headers)

    def method_with(self, verb: str, path: str, body: Any) -> Answer:
        return self._client.generic(
            verb, API + path, json.dumps(body), "application/json", headers=self._headers
        )

    def method(self, verb: str, path: str) -> Answer:
        return self._client.generic(verb, API + path, headers=self._headers)


def _named(headers: dict[str, str]) -> dict[str, str]:
    """`idempotency_key="a"` as `Idempotency-Key: a`."""
    return {name.replace("_", "-"): value for name, value in headers.items()}
