"""Cards on paper pages: their names in words and small pictures from the sprite."""

from collections.abc import Iterable

from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from web.house import written_in


def card_name(card: str) -> str:
    """A card in words: "7h" → "7 of hearts" / "Herz 7", "X1" → "joker"."""
    if "=" in card:
        return _("joker as %(card)s") % {"card": card_name(card.partition("=")[2])}
    if card.startswith("X"):
        return _("joker")
    return _("%(rank)s of %(suit)s") % {"rank": rank_name(card[0]), "suit": suit_name(card[1])}


def rank_name(rank: str) -> str:
    """A rank in words, the numbers as figures: "A" → "ace", "7" → "7"."""
    ranks = {"A": _("ace"), "T": "10", "J": _("jack"), "Q": _("queen"), "K": _("king")}
    return ranks.get(rank, rank)


def suit_name(suit: str) -> str:
    """A suit in words: "h" → "hearts" / "Herz"."""
    suits = {"s": _("spades"), "h": _("hearts"), "d": _("diamonds"), "c": _("clubs")}
    return suits[suit]


def card_picture(name: str) -> SafeString:
    """A card of the sprite as a small picture with its name in words."""
    return format_html(
        '<svg class="card-inline" role="img" aria-label="{}"><use href="{}#{}"></use></svg>',
        card_name(name),
        _sprite(),
        name[:2],
    )


def back_picture() -> SafeString:
    """A card from behind, which has no name."""
    return format_html(
        '<svg class="card-inline" aria-hidden="true"><use href="{}#back"></use></svg>', _sprite()
    )


def _sprite() -> str:
    return static(f"games/cards/{written_in()}.svg")


def card_pictures(names: Iterable[str]) -> SafeString:
    """Cards that belong together, side by side."""
    cards = format_html_join("", "{}", ((card_picture(name),) for name in names))
    return format_html('<span class="cards">{}</span>', cards)
