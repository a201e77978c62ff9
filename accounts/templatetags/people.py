"""What every page says of a player's news, and reputation with its numbers."""

from typing import Any

from django import template

from accounts.books.reading import wallet_balance
from accounts.career import wording
from accounts.interest import why_not
from accounts.models import Player
from accounts.notices import inbox
from accounts.notices.push import keys, registering
from accounts.notices.push.quiet import quiet_hours_of
from accounts.people import friendships
from accounts.people import reputation as standing
from accounts.people.social import Reputation

register = template.Library()
register.filter(wording.game_name)


@register.simple_tag(takes_context=True)
def unread_notices(context: template.Context) -> str:
    """How many notices are new for whoever looks at the page: "" for none, at most "99+"."""
    user = context.get("user")
    count = inbox.unread_count(user) if isinstance(user, Player) else 0
    if count > inbox.UNREAD_SHOWN_MAX:
        return f"{inbox.UNREAD_SHOWN_MAX}+"
    return str(count) if count else ""


@register.simple_tag(takes_context=True)
def pushes(context: template.Context) -> dict[str, Any]:
    """Where notices of whoever looks come to: our key, their devices with whether each is this
    browser, what this browser is reached by, their quiet hours.
    """
    request, key = context["request"], keys.public_key()
    by = request.session.session_key or ""
    devices = [(one, registering.is_of(one, by)) for one in registering.devices_of(request.user)]
    here = [one for one, is_here in devices if is_here and one.house_key == key]
    return {
        "key": key,
        "devices": devices,
        "here": here[0] if here else None,
        "quiet": quiet_hours_of(request.user),
    }


@register.simple_tag(takes_context=True)
def barred(
    context: template.Context,
    act: str,
    kind: str,
    number: int,
    near: set[int] | None = None,
    *parties: int,
) -> str:
    """Why whoever looks may not do this act of the staff here, as a sentence; or "".

    A list gives `near`, the people near whoever looks, and each row's parties: then nothing is
    asked about rows that concern none of them.
    """
    if near is not None and near.isdisjoint(parties):
        return ""
    user = context.get("user")
    return why_not(user, act, kind, number) if isinstance(user, Player) else ""


@register.simple_tag
def reputation(player: Player) -> Reputation:
    """The player's reputation, for a page that shows it."""
    return standing.reputation(player)


@register.simple_tag(takes_context=True)
def relation_to(context: template.Context, player: Player) -> str:
    """What whoever looks is to this player: friends, asked, asks, ignored, or ""."""
    user = context.get("user")
    return friendships.relation_between(user, player) if isinstance(user, Player) else ""


@register.simple_tag(takes_context=True)
def own_chips(context: template.Context) -> int:
    """The wallet of whoever looks at the page."""
    user = context.get("user")
    return wallet_balance(user) if isinstance(user, Player) else 0
