"""Reading a player's API tokens: those that are still good."""

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import ApiToken, Player


def own_tokens(player: Player) -> QuerySet[ApiToken]:
    """The newest first, without those of apps; what has expired is as good as gone."""
    live = Q(expiry=None) | Q(expiry__gt=timezone.now())
    found: QuerySet[ApiToken] = ApiToken.objects.filter(live, user=player, grant=None)
    return found.order_by("-created")
