"""What is stored of careers and premium, to be looked at."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin_lists import Shown
from accounts.models import Career, Membership, PremiumTicket, Season, SeasonStanding


@admin.register(SeasonStanding)
class SeasonStandingAdmin(Shown):
    """Who stands where, and what came of it; of the latest season, unless another is chosen."""

    list_display = ("season", "division", "player", "points", "matches", "wins", "place", "move")
    list_filter = ("season", "division")
    search_players = ("player",)
    list_select_related = ("season", "player")
    ordering = ("-season", "division", "-points", "-wins", "matches", "player")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeasonStanding]:
        """A season's standings lie in their order in an index; those of all would be sorted."""
        found: QuerySet[SeasonStanding] = super().get_queryset(request)
        place = request.resolver_match
        if place is None or not str(place.url_name).endswith("_changelist"):
            return found
        chosen = any(name.startswith("season__") for name in request.GET)
        latest = Season.objects.order_by("-number").first()
        return found if chosen or latest is None else found.filter(season=latest)


admin.site.register(
    Membership,
    Shown,
    list_display=("player", "starts_at", "ends_at", "granted_by", "note"),
    list_select_related=("player", "granted_by"),
    search_players=("player",),
    ordering=("-id",),
)
admin.site.register(
    PremiumTicket,
    Shown,
    list_display=("code", "days", "note", "expires_at", "redeemed_by", "redeemed_at"),
    list_filter=("redeemed_at",),
    list_select_related=("redeemed_by",),
    search_fields=("code",),
    search_players=("redeemed_by",),
    ordering=("-id",),
)
admin.site.register(
    Season,
    Shown,
    list_display=("number", "starts_at", "ends_at", "closed_at"),
    ordering=("-number",),
)
admin.site.register(
    Career,
    Shown,
    list_display=(
        *("player", "experience", "rounds_played", "matches_played", "matches_won", "mu"),
    ),
    list_select_related=("player",),
    search_players=("player",),
    ordering=("-mu",),
)
