"""Calls about programs: bots, and webhooks."""

from __future__ import annotations

from collections.abc import Sequence

from jeton_client import shapes
from jeton_client.calls import Call, given, new_key


def arena() -> Call[shapes.Arena]:
    """The bot arena's leaderboard and tables."""
    return Call("GET", "arena/")


def enter_arena(preset: str | None = None, *, key: str | None = None) -> Call[shapes.Seated]:
    """A seat in the arena, for bot accounts."""
    return Call("POST", "arena/", given(preset=preset), key=key or new_key())


def my_bots() -> Call[shapes.Bots]:
    return Call("GET", "me/bots/")


def create_bot(name: str, *, key: str | None = None) -> Call[shapes.NewBot]:
    """A bot account; its `token` is shown now and never again."""
    return Call("POST", "me/bots/", {"name": name}, key=key or new_key())


def webhooks() -> Call[shapes.Webhooks]:
    return Call("GET", "webhooks/")


def add_webhook(
    url: str, name: str, kinds: Sequence[str], *, key: str | None = None
) -> Call[shapes.NewWebhook]:
    """Its `secret` is shown now and never again."""
    body = {"url": url, "name": name, "kinds": list(kinds)}
    return Call("POST", "webhooks/", body, key=key or new_key())


def change_webhook(
    endpoint_id: int,
    *,
    url: str | None = None,
    name: str | None = None,
    kinds: Sequence[str] | None = None,
    is_on: bool | None = None,
    key: str | None = None,
) -> Call[shapes.Webhook]:
    wanted = None if kinds is None else list(kinds)
    body = given(url=url, name=name, kinds=wanted, is_on=is_on)
    return Call("PATCH", f"webhooks/{endpoint_id}/", body, key=key or new_key())


def rotate_webhook(endpoint_id: int, *, key: str | None = None) -> Call[shapes.NewWebhook]:
    return Call("POST", f"webhooks/{endpoint_id}/rotate/", key=key or new_key())


def ping_webhook(endpoint_id: int, *, key: str | None = None) -> Call[shapes.Delivery]:
    return Call("POST", f"webhooks/{endpoint_id}/ping/", key=key or new_key())


def remove_webhook(endpoint_id: int) -> Call[None]:
    return Call("DELETE", f"webhooks/{endpoint_id}/")


def deliveries(endpoint_id: int, *, state: str | None = None) -> Call[shapes.Deliveries]:
    return Call("GET", f"webhooks/{endpoint_id}/deliveries/", query=given(state=state))
