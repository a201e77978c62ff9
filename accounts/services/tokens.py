"""Issuing and revoking API tokens. The token itself is shown once and never stored."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import ApiToken, Player
from accounts.refusals import Refused
from accounts.tokens import SCOPES

TOKENS_PER_PLAYER_MAX = 20


@transaction.atomic
def issue_token(
    *, player: Player, name: str, scopes: Collection[str] = SCOPES, days: int | None = None
) -> tuple[ApiToken, str]:
    """A new token and its text; it ends after `days`, or never.

    Raises:
        Refused(too_many_tokens): the player has enough that are still good.
    """
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    ApiToken.objects.filter(user=player, expiry__lt=timezone.now()).delete()
    if ApiToken.objects.filter(user=player).count() >= TOKENS_PER_PLAYER_MAX:
        raise Refused("too_many_tokens", most=TOKENS_PER_PLAYER_MAX)
    expiry = None if days is None else timedelta(days=days)
    stored, text = ApiToken.objects.create(
        user=player, name=name, scopes=[scope for scope in SCOPES if scope in scopes], expiry=expiry
    )
    return stored, text


def revoke_token(*, player: Player, token_key: str) -> bool:
    """Make a token of this player useless at once; False when there is none of that id."""
    deleted, _ = ApiToken.objects.filter(user=player, token_key=token_key).delete()
    return bool(deleted)
