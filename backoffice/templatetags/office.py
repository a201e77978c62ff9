"""Small things the office's pages say, and the banner every page carries."""

from typing import Any

from django import template
from django.template.defaultfilters import slugify
from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext_lazy as _

from accounts.books.reasons import describe, subject_words
from accounts.models import ACCOUNT_KINDS
from backoffice.complaints.wording import reason_in_words
from backoffice.permissions import ROLE_WORDS, Role, may
from backoffice.running import board
from backoffice.running.bots import places_for_bots
from backoffice.team.words import (
    ENTRY_STATES,
    TABLE_STATES,
    act_words,
    changes_in_words,
    figures_in_words,
)
from games import wording
from tournaments.director import Phase
from tournaments.models import Entry, EntryStatus

register = template.Library()
for words_for in (figures_in_words, act_words, changes_in_words, wording.house_rule_name, may):
    register.filter(words_for)
register.filter("transfer_kind", describe)
register.filter("reason_words", reason_in_words)

# (address, words, right); what somebody may not see is not in their menu.
MENU = (
    ("office-home", _("Home"), "backoffice.see_office"),
    ("office-stuck", _("Stuck tables"), "backoffice.see_tables"),
    ("office-speed", _("Speed"), "backoffice.see_tables"),
    ("tournament-plans", _("Plan tournaments"), "tournaments.plan_tournament"),
    ("office-tournaments", _("Tournaments"), "backoffice.see_books"),
    ("office-players", _("Players"), "backoffice.see_players"),
    ("office-reports", _("Reports of players"), "backoffice.see_reports"),
    ("office-clubs", _("Clubs"), "backoffice.see_reports"),
    ("office-tickets", _("Premium tickets"), "backoffice.end_premium"),
    ("office-integrity", _("Integrity"), "backoffice.see_integrity"),
    ("office-books", _("Books"), "backoffice.see_books"),
    ("office-accounts", _("Chip accounts"), "backoffice.see_books"),
    ("office-corrections", _("Corrections"), "backoffice.see_books"),
    ("office-restitutions", _("Restitution"), "backoffice.see_books"),
    ("office-figures", _("Figures"), "backoffice.see_figures"),
    ("office-rules", _("Rule-sets"), "backoffice.see_rules"),
    ("office-announcements", _("Announcements"), "backoffice.announce"),
    ("office-maintenance", _("Maintenance"), "backoffice.maintain"),
    ("office-house", _("The house"), "backoffice.change_settings"),
    ("office-settings", _("Settings"), "backoffice.change_settings"),
    ("office-webhooks", _("Webhooks"), "backoffice.manage_webhooks"),
    ("office-team", _("Staff"), "backoffice.manage_team"),
    ("office-log", _("Log"), "backoffice.see_log"),
    ("office-rights", _("Rights"), "backoffice.see_office"),
    ("office-conflicts", _("Conflicts of interest"), "backoffice.see_office"),
    ("office-consents", _("Consents"), "backoffice.see_office"),
)


@register.simple_tag(takes_context=True)
def office_menu(context: template.Context) -> list[tuple[str, Any, bool]]:
    """(address, words, whether it is this page) of what whoever looks may open."""
    request, user = context["request"], context["user"]
    found = []
    for name, words, right in MENU:
        if not user.has_perm(right):
            continue
        try:
            address = reverse(name)
        except NoReverseMatch:
            continue
        found.append((address, words, request.path == address))
    return found


@register.filter
def account_kind(kind: str) -> Any:
    return {one.value: words for one, words in ACCOUNT_KINDS.items()}.get(kind, kind)


@register.filter
def ref_words(ref: str) -> str:
    """What an account belongs to, in words where there are any: tournament:1 → tournament 1."""
    return subject_words(ref) or ref


@register.filter
def table_state(status: str) -> Any:
    """Whether a table is open, played at, over."""
    return TABLE_STATES.get(status, status)


@register.filter
def entry_state(entry: Entry) -> Any:
    """Whether somebody is in a tournament, or was until its end or it was called off, or is out."""
    if entry.status != EntryStatus.IN or entry.tournament.finished_at is None:
        return ENTRY_STATES[entry.status]
    return ENTRY_STATES["cancelled" if entry.tournament.phase == Phase.CANCELLED else "stayed"]


register.filter(places_for_bots)


@register.filter
def role_words(role: str) -> Any:
    return ROLE_WORDS[Role(role)] if role in set(Role) else role


@register.filter
def by_key(mapping: dict[Any, Any], key: Any) -> Any:
    return mapping.get(key, "")


@register.filter
def at(values: Any, place: int) -> Any:
    """The value at a place, or nothing."""
    return values[place] if 0 <= place < len(values) else ""


@register.filter
def as_id(text: str) -> str:
    return slugify(text)


@register.inclusion_tag("backoffice/banner.html")
def house_banner() -> dict[str, Any]:
    """What the house announces, and that it is closed; from memory, without a query."""
    return {"announcements": board.announcements(), "closed": board.in_maintenance()}
