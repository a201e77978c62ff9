"""The back office of people and chips: players may be edited, the books only read."""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin, TabularInline
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from accounts.admin_lists import IndexedSearch, ReadOnly, ReadOnlyAdmin, known_values, link
from accounts.books.reasons import describe

# Importing them is what registers the rest of this app's back office.
from accounts.career import admin as career_admin  # noqa: F401
from accounts.joining.naming import name_in_form
from accounts.joining.players import grant_starting_chips
from accounts.ledger import TransferKind
from accounts.models import ApiToken, ChipAccount, Player, Posting, Transfer
from accounts.people import silence_admin  # noqa: F401
from accounts.programs.webhooks import admin as webhook_admin  # noqa: F401

# Staff sign in where everybody does: attempts are limited there, and the admin's own page knows
# no limit.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

RIGHTS = ("is_staff", "is_superuser", "groups", "user_permissions")


def _link(name: str, label: object, *, pk: int | None = None, query: str = "") -> SafeString:
    """A link to an admin page of this app: a change page by `pk`, else a list by `query`."""
    arguments = [pk] if pk is not None else []
    address = reverse(f"admin:accounts_{name}", args=arguments) + query
    return link(address, label)


class ChangeForm(UserChangeForm):  # type: ignore[misc]
    def clean_username(self) -> str:
        """No name looks like another's or the house's, here as everywhere."""
        name = str(self.cleaned_data["username"])
        if name == self.instance.username:
            return name
        return name_in_form(name, keeps=self.instance.pk)


class CreationForm(UserCreationForm):  # type: ignore[misc]
    def clean_username(self) -> str:
        return name_in_form(self.cleaned_data["username"])


@admin.register(Player)
class PlayerAdmin(IndexedSearch, UserAdmin, ModelAdmin):  # type: ignore[misc,type-arg]
    """Who plays. Names, languages and rights; chips are moved by transfers, never here."""

    form = ChangeForm
    add_form = CreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = ("username", "email", "is_guest", "is_bot", "is_staff", "date_joined", "chips")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "language")
    search_fields = ("email",)
    search_players = ("pk",)
    ordering = ("-id",)
    readonly_fields = ("is_guest", "is_bot", "bot_key", "last_login", "date_joined", "chips")
    fieldsets = (
        (None, {"fields": ("username", "password", "email", "language", "chips")}),
        (_("Kind"), {"fields": ("is_guest", "is_bot", "bot_key")}),
        (
            _("Rights"),
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "password1", "password2")}),)

    @admin.display(description=_("chip accounts"))
    def chips(self, player: Player) -> SafeString:
        return _link("chipaccount_changelist", _("show"), query=f"?player__id__exact={player.pk}")

    def get_readonly_fields(self, request: HttpRequest, obj: Player | None = None) -> Any:
        """Roles are given on the team's page, superusers made at the console: never here."""
        return (*super().get_readonly_fields(request, obj), *RIGHTS)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nor may they take over a colleague's account by a new password."""
        if isinstance(obj, Player) and obj.is_staff and not request.user.is_superuser:
            return bool(obj.pk == request.user.pk and super().has_change_permission(request, obj))
        return bool(super().has_change_permission(request, obj))

    def save_model(self, request: HttpRequest, obj: Player, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if not change:
            grant_starting_chips(obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False  # their postings stay; somebody who leaves is made inactive


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnlyAdmin):
    """Which programs act for whom; a token is revoked by deleting it."""

    list_display = ("token_key", "name", "user", "scopes", "created", "expiry", "last_used")
    search_fields = ("token_key",)
    search_players = ("user",)
    list_select_related = ("user",)
    ordering = ("-created",)
    fields = ("token_key", "name", "user", "scopes", "created", "expiry", "last_used")

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return bool(ModelAdmin.has_delete_permission(self, request, obj))


@admin.register(ChipAccount)
class ChipAccountAdmin(ReadOnlyAdmin):
    """Where chips lie, each with a way to its postings."""

    list_display = ("id", "kind", "owner", "currency", "balance", "version", "postings_link")
    list_filter = ("kind",)
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


class PostingInline(ReadOnly, TabularInline):  # type: ignore[misc]
    """The lines of a transfer, each linked to its chip account."""

    model = Posting
    fields = ("account_link", "amount", "balance_after", "account_version")
    readonly_fields = fields
    ordering = ("account_id",)
    extra = 0

    @admin.display(description=_("chip account"))
    def account_link(self, posting: Posting) -> SafeString:
        return _link("chipaccount_change", posting.account, pk=posting.account_id)


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
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
    inlines = (PostingInline,)

    @admin.display(description=_("reason"))
    def reason(self, transfer: Transfer) -> str:
        return describe(transfer.kind, memo=transfer.memo)


@admin.register(Posting)
class PostingAdmin(ReadOnlyAdmin):
    """Single lines: an account's running balance, or a search by the transfer's key."""

    fields = ("transfer_link", "account_link", "amount", "balance_after", "account_version")
    list_display = ("id", *fields)
    search_fields = ("account", "transfer__key")
    search_players = ("account__player",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Posting]:
        postings: QuerySet[Posting] = super().get_queryset(request)
        return postings.select_related("transfer", "account", "account__player")

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        return lookup == "account__id__exact" or bool(
            super().lookup_allowed(lookup, value, request)
        )

    @admin.display(description=_("transfer"))
    def transfer_link(self, posting: Posting) -> SafeString:
        return _link("transfer_change", posting.transfer.key, pk=posting.transfer_id)

    @admin.display(description=_("chip account"))
    def account_link(self, posting: Posting) -> SafeString:
        return _link("chipaccount_change", posting.account, pk=posting.account_id)
