"""Small things templates say: chips grouped, the current page, cards in pictures and words."""

from __future__ import annotations

from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.formats import number_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts import selectors
from accounts.models import Player
from games import wording

register = template.Library()


@register.filter
def chips(amount: int | None) -> str:
    """1234567 → 1,234,567 or 1.234.567."""
    return "–" if amount is None else number_format(amount, use_l10n=True, force_grouping=True)


@register.filter
def signed_chips(amount: int) -> str:
    """A movement with its sign; the minus is a real one."""
    if amount == 0:
        return "0"
    return ("+" if amount > 0 else "−") + chips(abs(amount))


@register.simple_tag(takes_context=True)
def current_page(context: template.Context, name: str) -> SafeString:
    """`aria-current` for the menu entry whose page this is."""
    request = context.get("request")
    match = getattr(request, "resolver_match", None)
    here = match is not None and match.view_name == name
    return mark_safe(' aria-current="page"') if here else SafeString("")


def card_name(card: str) -> str:
    """A card in words: "7h" → "7 of hearts" / "Herz 7", "X1" → "joker"."""
    if card.startswith("X"):
        return _("joker")
    ranks = {"A": _("ace"), "T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king")}
    suits = {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}
    rank = ranks.get(card[0], card[0])
    return _("%(rank)s of %(suit)s") % {"rank": rank, "suit": suits[card[1]]}


@register.simple_tag
def card(name: str) -> SafeString:
    """A card of the sprite as a small picture with its name in words."""
    letters = "de" if get_language() == "de" else "en"
    return format_html(
        '<svg class="card-inline" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        card_name(name),
        static(f"games/cards/{letters}.svg"),
        name[:2],
    )


@register.filter
def preset_name(key: str) -> wording.Words:
    """The variant's name in the reader's language."""
    return wording.preset_name(key)


@register.filter
def house_rules(keys: list[str]) -> list[dict[str, Any]]:
    """Name and explanation of each house rule."""
    return wording.house_rules(keys)


@register.filter
def length_words(terms: dict[str, Any]) -> str:
    """How long it goes: "to 100 points", "3 rounds"."""
    if terms["format"] == "ring":
        rounds = terms["rounds"]
        return ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    return _("to %(points)s points") % {"points": chips(terms["point_limit"])}


@register.simple_tag(takes_context=True)
def own_chips(context: template.Context) -> int:
    """The wallet of whoever looks at the page."""
    user = context.get("user")
    return selectors.wallet_balance(user) if isinstance(user, Player) else 0


@register.filter
def preset_words(key: str) -> wording.Words:
    return wording.PRESETS.get(key, ("", ""))[1]


@register.filter
def house_rule_words(key: str) -> wording.Words:
    return wording.HOUSE_RULES.get(key, ("", ""))[1]


@register.filter
def format_words(key: str) -> wording.Words:
    return wording.FORMATS.get(key, ("", ""))[1]
