"""What every page says of a player's news, and reputation with its numbers."""

from __future__ import annotations

from django import template

from accounts import inbox, standing, ties
from accounts.models import Player
from accounts.social import Reputation

register = template.Library()


@register.simple_tag(takes_context=True)
def unread_notices(context: template.Context) -> str:
    """How many notices are new for whoever looks at the page: "" for none, at most "99+"."""
    user = context.get("user")
    count = inbox.unread_count(user) if isinstance(user, Player) else 0
    if count > inbox.UNREAD_SHOWN_MAX:
        return f"{inbox.UNREAD_SHOWN_MAX}+"
    return str(count) if count else ""


@register.simple_tag
def reputation(player: Player) -> Reputation:
    """The player's reputation, for a page that shows it."""
    return standing.reputation(player)


@register.simple_tag(takes_context=True)
def tie_to(context: template.Context, player: Player) -> str:
    """What whoever looks is to this player: friends, asked, asks, ignored, or ""."""
    user = context.get("user")
    return ties.tie_between(user, player) if isinstance(user, Player) else ""
