"""Calls about programs: bots, and webhooks."""

from __future__ import annotations

from typing import Unpack

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
    *, key: str | None = None, **endpoint: Unpack[shapes.WebhookForm]
) -> Call[shapes.NewWebhook]:
    """Its `secret` is shown now and never again."""
    return post("webhooks/", dict(endpoint), key=key)


def change_webhook(
    endpoint_id: int, *, key: str | None = None, **changes: Unpack[shapes.PatchedWebhookChange]
) -> Call[shapes.Webhook]:
    return Call("PATCH", f"webhooks/{endpoint_id}/", dict(changes), key=key or new_key())


def rotate_webhook(endpoint_id: int, *, key: str | None = None) -> Call[shapes.NewWebhook]:
    return post(f"webhooks/{endpoint_id}/rotate/", key=key)


def ping_webhook(endpoint_id: int, *, key: str | None = None) -> Call[shapes.Delivery]:
    return post(f"webhooks/{endpoint_id}/ping/", key=key)


def remove_webhook(endpoint_id: int) -> Call[None]:
    return Call("DELETE", f"webhooks/{endpoint_id}/")


def deliveries(endpoint_id: int, *, state: str | None = None) -> Call[shapes.Deliveries]:
    return get(f"webhooks/{endpoint_id}/deliveries/", state=state)
