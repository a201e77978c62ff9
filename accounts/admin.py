"""What is stored of people and chips, to be looked at; players and books lead to each other."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import Lines, Shown, known_values, link
from accounts.books.reasons import describe

# Importing it is what registers the rest of this app.
from accounts.career import admin as career_admin  # noqa: F401
from accounts.ledger import TransferKind
from accounts.models import (
    ApiToken,
    ChipAccount,
    Player,
    Posting,
    Silence,
    Transfer,
    WebhookDelivery,
    WebhookEndpoint,
)


def _link(name: str, label: object, *, pk: int | None = None, query: str = "") -> SafeString:
    """A link to an admin page of this app: a change page by `pk`, else a list by `query`."""
    arguments = [pk] if pk is not None else []
    address = reverse(f"admin:accounts_{name}", args=arguments) + query
    return link(address, label)


@admin.register(Player)
class PlayerAdmin(Shown):
    """Who plays, with languages and rights."""

    list_display = ("username", "email", "is_guest", "is_bot", "is_staff", "date_joined", "chips")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "language")
    search_fields = ("email",)
    search_players = ("pk",)
    ordering = ("-id",)
    fields = (
        *("username", "email", "language", "chips", "is_guest", "is_bot", "bot_key", "is_active"),
        *("is_staff", "is_superuser", "groups", "user_permissions", "last_login", "date_joined"),
    )

    @admin.display(description=_("chip accounts"))
    def chips(self, player: Player) -> SafeString:
        return _link("chipaccount_changelist", _("show"), query=f"?player__id__exact={player.pk}")


@admin.register(ChipAccount)
class ChipAccountAdmin(Shown):
    """Where chips lie, each with a way to its postings."""

    list_display = ("id", "kind", "owner", "currency", "balance", "version", "postings_link")
    list_filter = ("kind",)
    linked_by = ("player__id__exact",)
    search_fields = ("id", "ref")
    search_players = ("player",)
    list_select_related = ("player",)
    ordering = ("-id",)
    fields = ("kind", "owner", "ref", "currency", "balance", "version", "postings_link")

    @admin.display(description=_("player"), ordering="player__username")
    def owner(self, account: ChipAccount) -> SafeString | str:
        if account.player is None:
            return account.ref or "–"
        return _link("player_change", account.player.name, pk=account.player.pk)

    @admin.display(description=_("postings"))
    def postings_link(self, account: ChipAccount) -> SafeString:
        query = f"?account__id__exact={account.pk}"
        return _link("posting_changelist", _("show"), query=query)


class PostingLines(Lines):
    """The lines of a transfer, each linked to its chip account."""

    model = Posting
    fields = ("account_link", "amount", "balance_after", "account_version")
    readonly_fields = fields
    ordering = ("account_id",)

    @admin.display(description=_("chip account"))
    def account_link(self, posting: Posting) -> SafeString:
        return _link("chipaccount_change", posting.account, pk=posting.account_id)


@admin.register(Transfer)
class TransferAdmin(Shown):
    """What moved, why, by whom, with all its lines."""

    list_display = ("key", "kind", "reason", "actor", "created_at")
    list_filter = (
        known_values("kind", _("reason"), lambda: [(k.value, describe(k)) for k in TransferKind]),
        "created_at",
    )
    search_fields = ("key",)
    list_select_related = ("actor",)
    ordering = ("-id",)
    fields = ("key", "kind", "reason", "actor", "memo", "created_at")
    inlines = (PostingLines,)

    @admin.display(description=_("reason"))
    def reason(self, transfer: Transfer) -> str:
        return describe(transfer.kind, memo=transfer.memo)


@admin.register(Posting)
class PostingAdmin(Shown):
    """Single lines: an account's running balance, or a search by the transfer's key."""

    fields = ("transfer_link", "account_link", "amount", "balance_after", "account_version")
    list_display = ("id", *fields)
    linked_by = ("account__id__exact",)
    search_fields = ("account", "transfer__key")
    search_players = ("account__player",)
    ordering = ("-id",)
    account_link = PostingLines.account_link

    def get_queryset(self, request: HttpRequest) -> QuerySet[Posting]:
        postings: QuerySet[Posting] = super().get_queryset(request)
        return postings.select_related("transfer", "account", "account__player")

    @admin.display(description=_("transfer"))
    def transfer_link(self, posting: Posting) -> SafeString:
        return _link("transfer_change", posting.transfer.key, pk=posting.transfer_id)


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(Shown):
    list_display = ("id", "endpoint", "kind", "state", "attempts", "next_at", "created_at")
    list_filter = ("state", "endpoint")
    list_select_related = ("endpoint", "event")
    ordering = ("-created_at",)
    fields = ("id", "endpoint", "kind", "state", "attempts", "next_at", "ended_at")

    @admin.display(description=_("kind"))
    def kind(self, delivery: WebhookDelivery) -> str:
        return delivery.event.kind


_OF_TOKENS = ("token_key", "name", "user", "scopes", "created", "expiry", "last_used")
_OF_FACTORS = ("user", "type", "created_at", "last_used_at")
_OF_ENDPOINTS: tuple[Any, ...] = ("name", "url", "is_on", "off_because", "failures", "is_slow")
_by_user: dict[str, Any] = {"list_select_related": ("user",), "search_players": ("user",)}

admin.site.register(
    ApiToken,
    Shown,
    list_display=_OF_TOKENS,
    fields=_OF_TOKENS,
    search_fields=("token_key",),
    ordering=("-created",),
    **_by_user,
)
admin.site.register(
    Authenticator,
    Shown,
    list_display=_OF_FACTORS,
    fields=_OF_FACTORS,
    list_filter=("type",),
    ordering=("-id",),
    **_by_user,
)
admin.site.register(
    EmailAddress,
    Shown,
    list_display=("email", "user", "primary", "verified"),
    list_filter=("primary", "verified"),
    search_fields=("email",),
    ordering=("-id",),
    **_by_user,
)
admin.site.register(
    Silence,
    Shown,
    list_display=("player", "until", "reason", "by", "created_at"),
    list_select_related=("player", "by"),
    search_players=("player",),
    ordering=("-id",),
)
admin.site.register(
    WebhookEndpoint,
    Shown,
    list_display=(*_OF_ENDPOINTS, "created_at"),
    fields=(*_OF_ENDPOINTS, "kinds", "created_by"),
)
