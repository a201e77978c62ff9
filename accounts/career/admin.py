"""The back office of careers and premium: seasons to look at, memberships and tickets to give."""

import datetime as dt
import uuid
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import GivenAdmin, ReadOnlyAdmin
from accounts.models import Career, Membership, Player, PremiumTicket, Season, SeasonStanding
from accounts.premium.giving import DAYS_MAX, grant_premium, issue_ticket
from web.time.moments import require_near


class DaysForm(forms.ModelForm):  # type: ignore[type-arg]
    """Premium is given by the day; when it begins follows from what the player has already."""

    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=DAYS_MAX, initial=30)

    class Meta:
        model = Membership
        fields = ("player", "note")


@admin.register(Membership)
class MembershipAdmin(GivenAdmin):
    """Who is a premium member, since when and why. Given here; what was given stays as it is."""

    list_display = ("player", "starts_at", "ends_at", "granted_by", "note")
    search_players = ("player",)
    list_select_related = ("player", "granted_by")
    autocomplete_fields = ("player",)
    ordering = ("-id",)
    readonly_fields = ("starts_at", "ends_at", "granted_by", "created_at")
    fields = ("player", "starts_at", "ends_at", "granted_by", "note", "created_at")
    asked = ("player", "days", "note")
    new_form = DaysForm

    def give(self, row: Any, answers: dict[str, Any], by: Player | None) -> Membership:
        return grant_premium(
            player=row.player,
            days=answers["days"],
            key=f"operator:{uuid.uuid4()}",
            granted_by=by,
            note=row.note,
        )


class TicketForm(forms.ModelForm):  # type: ignore[type-arg]
    """A ticket is valid for years at most."""

    class Meta:
        model = PremiumTicket
        fields = ("days", "note", "expires_at")

    def clean_expires_at(self) -> dt.datetime | None:
        expires_at: dt.datetime | None = self.cleaned_data["expires_at"]
        if expires_at is not None:
            require_near(expires_at)
        return expires_at


@admin.register(PremiumTicket)
class PremiumTicketAdmin(GivenAdmin):
    """Tickets for premium time: prizes and gifts. The code is made when the ticket is."""

    list_display = ("code", "days", "note", "expires_at", "redeemed_by", "redeemed_at")
    list_filter = ("redeemed_at",)
    search_fields = ("code",)
    search_players = ("redeemed_by",)
    list_select_related = ("redeemed_by",)
    ordering = ("-id",)
    asked = ("days", "note", "expires_at")
    new_form = TicketForm
    fields = ("code", *asked, "issued_by", "redeemed_by", "redeemed_at")

    def give(self, row: Any, answers: dict[str, Any], by: Player | None) -> PremiumTicket:
        return issue_ticket(days=row.days, issued_by=by, note=row.note, expires_at=row.expires_at)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """An unused ticket may be taken back; a used one is why somebody is a member."""
        used = isinstance(obj, PremiumTicket) and obj.redeemed_at is not None
        return not used and bool(super().has_delete_permission(request, obj))


@admin.register(Season)
class SeasonAdmin(ReadOnlyAdmin):
    """The league's seasons; they open and close by themselves."""

    list_display = ("number", "starts_at", "ends_at", "closed_at")
    ordering = ("-number",)


@admin.register(SeasonStanding)
class SeasonStandingAdmin(ReadOnlyAdmin):
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


@admin.register(Career)
class CareerAdmin(ReadOnlyAdmin):
    """What is counted of players."""

    list_display = ("player", "experience", "rounds_played", "matches_played", "matches_won", "mu")
    search_players = ("player",)
    list_select_related = ("player",)
    ordering = ("-mu",)
