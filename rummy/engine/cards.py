"""What a card is: a small integer inside, two or three letters of text outside.

Every deck of the house is drawn from one numbering, so that hands are bit masks in all families:
0–51 the first pack, 52–103 the second, 104–109 the jokers. Within a pack: suit × 13 + rank,
suits in the order s h d c, ranks from ace (0) to king (12).

A joker that lies in a meld stands for a card: such a *laid* card is one integer too, the joker with
the card it stands for above it, written `X1=8h`. Any other card lies for itself.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

RANKS: Final = "A23456789TJQK"
SUITS: Final = "shdc"
PACK: Final = 52
FIRST_JOKER: Final = 2 * PACK
CARD_COUNT: Final = FIRST_JOKER + 6
_LAID: Final = 7  # bits of a held card below the card it lies for
_HELD: Final = (1 << _LAID) - 1

BIT: Final[tuple[int, ...]] = tuple(1 << card for card in range(CARD_COUNT))


def _text_of(card: int) -> str:
    if card >= FIRST_JOKER:
        return f"X{card - FIRST_JOKER + 1}"
    pack, place = divmod(card, PACK)
    suit, rank = divmod(place, 13)
    return RANKS[rank] + SUITS[suit] + ("2" if pack else "")


CARD_TEXTS: tuple[str, ...] = tuple(_text_of(card) for card in range(CARD_COUNT))
_CARD_BY_TEXT: Final = {text: card for card, text in enumerate(CARD_TEXTS)}


def card_text(card: int) -> str:
    """The public name of a card: `7h`, `Td`, second pack `7h2`, jokers `X1` … `X6`."""
    return CARD_TEXTS[card]


def parse_card(text: object) -> int:
    """The card named by its text; ValueError when there is none, or when it is no text."""
    card = _CARD_BY_TEXT.get(text) if isinstance(text, str) else None
    if card is None:
        raise ValueError(f"not a card: {text!r}")
    return card


def parse_cards(text: str) -> tuple[int, ...]:
    """Cards from text separated by blanks, in that order: `parse_cards("7h 7c 7s")`."""
    return tuple(parse_card(word) for word in text.split())


def laid_as(joker: int, card: int) -> int:
    """The joker lying in a meld in place of this card."""
    return joker | (card + 1) << _LAID


def held_of(laid: int) -> int:
    """The card as it was held: the joker itself where one lies for another card."""
    return laid & _HELD


def face_of(laid: int) -> int:
    """The card it lies for; a joker that is not laid yet lies for itself."""
    return (laid >> _LAID) - 1 if laid > _HELD else laid


def laid_text(laid: int) -> str:
    """`7h`, `X1=8h`, or `X1` for a joker that is not laid yet."""
    text = CARD_TEXTS[laid & _HELD]
    return f"{text}={CARD_TEXTS[face_of(laid)]}" if laid > _HELD else text


def parse_laid(text: str) -> int:
    """The laid card named by its text; ValueError when there is none."""
    if "=" not in text:
        return parse_card(text)
    joker, _, card = text.partition("=")
    held, face = parse_card(joker), parse_card(card)
    if not is_joker(held) or is_joker(face):
        raise ValueError(f"not a joker in place of a card: {text!r}")
    return laid_as(held, face)


def mask_of(cards: Iterable[int]) -> int:
    """The bit mask holding these cards, laid ones as they were held."""
    mask = 0
    for card in cards:
        mask |= BIT[card & _HELD]
    return mask


def iter_cards(mask: int) -> Iterator[int]:
    """The cards of a mask in canonical order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@cache
def _cards_of_chunk(chunk: int) -> tuple[int, ...]:
    return tuple(iter_cards(chunk))


def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask in canonical order, one suit of one pack at a time from a cache."""
    cards: tuple[int, ...] = ()
    chunk = 8191
    while mask:
        part = mask & chunk
        if part:
            cards += _cards_of_chunk(part)
            mask ^= part
        chunk <<= 13
    return cards


def cards_text(mask: int) -> list[str]:
    """The texts of a mask's cards in canonical order."""
    return [CARD_TEXTS[card] for card in cards_of(mask)]


@cache
def deck_of(packs: int, jokers: int) -> tuple[int, ...]:
    """A deck in canonical order: whole packs, then jokers."""
    return (*range(packs * PACK), *range(FIRST_JOKER, FIRST_JOKER + jokers))


def is_joker(card: int) -> bool:
    """Whether the card is a joker."""
    return card >= FIRST_JOKER


def rank_of(card: int) -> int:
    """0 for an ace … 12 for a king; meaningless for a joker."""
    return card % 13


def suit_of(card: int) -> int:
    """0–3 in the order of SUITS, the same in both packs; meaningless for a joker."""
    return card % PACK // 13
