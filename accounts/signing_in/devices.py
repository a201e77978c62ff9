"""Where a player is signed in, and signing out from afar.

A device that is signed out sees no table any more after `REMEMBERED_SECONDS` of the play door.
"""

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.sessions.backends.base import SessionBase
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from ua_parser import parse

from accounts.models import Player, Session

USER_AGENT_CHARS_MAX = 400


def device_words(request: HttpRequest) -> str:
    """Browser and system as the browser names them, like "Firefox · Android"; "" if it does not."""
    found = parse(request.headers.get("User-Agent", "")[:USER_AGENT_CHARS_MAX])
    parts = (found.user_agent, found.os)
    return " · ".join(part.family for part in parts if part is not None)[:80]


def sessions_of(player: Player) -> QuerySet[Session]:
    """Those that are still good, the last used first."""
    live = Session.objects.filter(player=player, expire_date__gt=timezone.now())
    return live.order_by("-seen_on", "-since")


def end_session(player: Player, digest: str) -> bool:
    """Sign one of theirs out; False when there is none such (any more)."""
    ended, _ = Session.objects.filter(player=player, pk=digest).delete()
    return ended > 0


def password_link(player: Player) -> str:
    """The address, without the house's, of a page that is good once: to choose a password there."""
    key = (user_pk_to_url_str(player), default_token_generator.make_token(player))
    return reverse("account_reset_password_from_key", args=key)


def end_all_but(player: Player, session: SessionBase) -> int:
    """Sign out everywhere else; how many that were."""
    others = Session.objects.filter(player=player).exclude(pk=session.session_key)
    return others.delete()[0]
