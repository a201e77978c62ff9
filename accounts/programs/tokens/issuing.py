"""Issuing, renewing and revoking API tokens, and which of them are still good.

The token itself is shown once, never stored.
"""

from collections.abc import Collection
from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.joining.naming import require_visible
from accounts.models import ApiToken, Player, PushDevice
from accounts.programs.scopes import in_force, usual_scopes
from web.refusals import Refused


def live_tokens(player: Player) -> QuerySet[ApiToken]:
    """Those of apps among them; what has expired is as good as gone."""
    live = Q(expiry=None) | Q(expiry__gt=timezone.now())
    found: QuerySet[ApiToken] = ApiToken.objects.filter(live, user=player)
    return found


def own_tokens(player: Player) -> QuerySet[ApiToken]:
    """The newest first, without those of apps."""
    return live_tokens(player).filter(grant=None).order_by("-created")


TOKENS_PER_PLAYER_MAX = 20


@transaction.atomic
def issue_token(
    *, player: Player, name: str, scopes: Collection[str] = (), days: int | None = None
) -> tuple[ApiToken, str]:
    """A new token and its text; it ends after `days`, or never. No scopes mean the usual ones.

    Raises Refused(too_many_tokens): the player has enough that are still good; name_unreadable.
    """
    require_visible(name)
    _lock(player)
    ApiToken.objects.filter(user=player, expiry__lt=timezone.now()).delete()
    if ApiToken.objects.filter(user=player, grant=None).count() >= TOKENS_PER_PLAYER_MAX:
        raise Refused("too_many_tokens", most=TOKENS_PER_PLAYER_MAX)
    expiry = None if days is None else timedelta(days=days)
    return _store(player, name, in_force(scopes or usual_scopes(), player), expiry)


@transaction.atomic
def rotate_token(
    *, player: Player, token_key: str, reach: Collection[str]
) -> tuple[ApiToken, str] | None:
    """The same token with a new text, and its lifetime, if it has an end, over again.

    The old text is of no use from then on. None when this player has no such live token.

    Raises Refused(scope_missing): it reaches further than who asks (`reach`).
    """
    _lock(player)
    old = own_tokens(player).filter(token_key=token_key).first()
    if old is None:
        return None
    scopes = in_force(old.scopes, player)
    for scope in scopes:
        if scope not in reach:
            raise Refused("scope_missing", scope=scope)
    expiry = None if old.expiry is None else old.expiry - old.created
    renewed = _store(player, old.name, scopes, expiry)
    PushDevice.objects.filter(token=old).update(token=renewed[0])
    old.delete()
    return renewed


def revoke_token(*, player: Player, token_key: str) -> bool:
    """Make a token of this player useless at once; False when there is none of that id."""
    deleted, _ = own_tokens(player).filter(token_key=token_key).delete()
    return bool(deleted)


def _lock(player: Player) -> None:
    """One at a time per player, so that counting and renewing are exact."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def _store(
    player: Player, name: str, scopes: Collection[str], expiry: timedelta | None
) -> tuple[ApiToken, str]:
    stored, text = ApiToken.objects.create(
        user=player, name=name, scopes=list(scopes), expiry=expiry
    )
    return stored, text
