"""What is stored of people and chips, to be looked at; players and books lead to each other."""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import Lines, Shown, known_values, leads_to, show
from accounts.books.reasons import describe
from accounts.ledger import TransferKind
from accounts.models import (
    ApiToken,
    Career,
    ChipAccount,
    Membership,
    Player,
    Posting,
    PremiumTicket,
    Season,
    SeasonStanding,
    Silence,
    Transfer,
    WebhookDelivery,
    WebhookEndpoint,
)


class Postings(Lines):
    model = Posting
    fields = ("account", "amount", "balance_after", "account_version")
    ordering = ("account_id",)


class LatestSeason(Shown):
    """Of the latest season, unless another is chosen."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[SeasonStanding]:
        """A season's standings lie in their order in an index; those of all would be sorted."""
        found: QuerySet[SeasonStanding] = super().get_queryset(request)
        place = request.resolver_match
        if place is None or not str(place.url_name).endswith("_changelist"):
            return found
        chosen = any(name.startswith("season__") for name in request.GET)
        latest = Season.objects.order_by("-number").first()
        return found if chosen or latest is None else found.filter(season=latest)


@admin.display(description=_("reason"))
def reason(transfer: Transfer) -> str:
    return describe(transfer.kind, memo=transfer.memo)


@admin.display(description=_("kind"))
def kind_of(delivery: WebhookDelivery) -> str:
    return delivery.event.kind


show(
    Player,
    "username email is_guest is_bot is_staff date_joined chips",
    also="language bot_key is_active is_superuser groups user_permissions last_login",
    filters="is_guest is_bot is_staff is_active language",
    search="email",
    players="pk",
    chips=leads_to(
        _("chip accounts"), "admin:accounts_chipaccount_changelist", "player__id__exact"
    ),
)
show(
    ChipAccount,
    "id kind player ref currency balance version moved",
    filters="kind",
    search="id ref",
    players="player",
    linked_by="player__id__exact",
    moved=leads_to(_("postings"), "admin:accounts_posting_changelist", "account__id__exact"),
)
show(
    Transfer,
    "key kind reason actor created_at",
    also="memo",
    filters="created_at",
    known=[
        known_values("kind", _("reason"), lambda: [(k.value, describe(k)) for k in TransferKind])
    ],
    search="key",
    lines=[Postings],
    reason=reason,
)
show(
    Posting,
    "id transfer account amount balance_after account_version",
    search="account transfer__key",
    players="account__player",
    linked_by="account__id__exact",
)
show(
    ApiToken,
    "token_key name user scopes created expiry last_used",
    search="token_key",
    players="user",
    order="-created",
)
show(Authenticator, "user type created_at last_used_at", filters="type", players="user")
show(
    EmailAddress,
    "email user primary verified",
    filters="primary verified",
    search="email",
    players="user",
)
show(Silence, "player until reason by created_at", players="player")
show(
    WebhookEndpoint,
    "name url is_on off_because failures is_slow created_at",
    also="kinds created_by",
    order="created_at",
)
show(
    WebhookDelivery,
    "id endpoint kind_of state attempts next_at created_at",
    also="ended_at",
    filters="state endpoint",
    joins="event",
    order="-created_at",
    kind_of=kind_of,
)
show(Membership, "player starts_at ends_at granted_by note", also="created_at", players="player")
show(
    PremiumTicket,
    "code days note expires_at redeemed_by redeemed_at",
    also="issued_by created_at",
    filters="redeemed_at",
    search="code",
    players="redeemed_by",
)
show(Season, "number starts_at ends_at closed_at", order="-number")
show(
    SeasonStanding,
    "season division player points matches wins place move",
    filters="season division",
    players="player",
    order="-season division -points -wins matches player",
    kind=LatestSeason,
)
show(
    Career,
    "player experience rounds_played matches_played matches_won mu",
    also="sigma",
    players="player",
    order="-mu",
)
