"""Calls about programs: bots, and webhooks."""

from __future__ import annotations

from collections.abc import Sequence

from jeton_client import shapes
from jeton_client.calls import Call, get, given, new_key, post


def arena() -> Call[shapes.Arena]:
    """The bot arena's leaderboard and tables."""
    return get("arena/")


def enter_arena(preset: str | None = None, *, key: str | None = None) -> Call[shapes.Seated]:
    """A seat in the arena, for bot accounts."""
    return post("arena/", given(preset=preset), key=key)


def my_bots() -> Call[shapes.Bots]:
    return get("me/bots/")


def create_bot(name: str, *, key: str | None = None) -> Call[shapes.NewBot]:
    """A bot account; its `token` is shown now and never again."""
    return post("me/bots/", {"name": name}, key=key)


def webhooks() -> Call[shapes.Webhooks]:
    return get("webhooks/")


def add_webhook(
    url: str, name: str, kinds: Sequence[str], *, key: str | None = None
) -> Call[shapes.NewWebhook]:
    """Its `secret` is shown now and never again."""
    body = {"url": url, "name": name, "kinds": list(kinds)}
    return post("webhooks/", body, key=key)


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
    return post(f"webhooks/{endpoint_id}/rotate/", key=key)


def ping_webhook(endpoint_id: int, *, key: str | None = None) -> Call[shapes.Delivery]:
    return post(f"webhooks/{endpoint_id}/ping/", key=key)


def remove_webhook(endpoint_id: int) -> Call[None]:
    return Call("DELETE", f"webhooks/{endpoint_id}/")


def deliveries(endpoint_id: int, *, state: str | None = None) -> Call[shapes.Deliveries]:
    return get(f"webhooks/{endpoint_id}/deliveries/", state=state)
