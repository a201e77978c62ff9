"""For which cards jokers stand: there is one of each, so no two for the same (GIN-S5).

In a run a joker stands for one fixed card. In a set it stands for any missing suit, so the suit it
shows may change as long as one is left.
"""

from collections.abc import Iterable, Sequence

from rummy.engine.cards import face_of, held_of, is_joker, laid_as, mask_of
from rummy.engine.melding.base import Meld
from rummy.engine.melding.faces import RANKS, SUITS, Kind, kind_of


def jokers_of(cards: Iterable[int]) -> list[int]:
    """The card that each joker among these laid cards shows."""
    return [face_of(card) for card in cards if is_joker(held_of(card))]


def fixed(meld: Meld) -> int:
    """The cards (a mask) its jokers stand for; none where any missing suit will do."""
    is_open = len(meld) < SUITS and kind_of(tuple(map(face_of, meld))) is Kind.SET
    return 0 if is_open else mask_of(jokers_of(meld))


def in_runs(melds: Iterable[Meld]) -> list[int]:
    """The card of each joker that lies in a run of one suit."""
    runs = [meld for meld in melds if kind_of(tuple(map(face_of, meld))) is Kind.RUN]
    return [face for meld in runs for face in jokers_of(meld)]


def kept_apart(melds: Sequence[Meld], taken: int = 0) -> tuple[Meld, ...]:
    """The melds, the jokers of sets in suits that are not `taken` while there are such."""
    for meld in melds:
        taken |= fixed(meld)
    found = []
    for meld in melds:
        shown = meld if fixed(meld) or not jokers_of(meld) else _shown_apart(meld, taken)
        taken |= mask_of(jokers_of(shown))
        found.append(shown)
    return tuple(found)


def _shown_apart(meld: Meld, taken: int) -> Meld:
    """A set whose jokers keep their suits where these are free."""
    faces = {face_of(card) for card in meld}
    rank = face_of(meld[0]) % RANKS
    spare = [suit * RANKS + rank for suit in range(SUITS)]
    spare = [card for card in spare if card not in faces and not taken >> card & 1]
    shown = []
    for card in meld:
        moves = is_joker(held_of(card)) and taken >> face_of(card) & 1 and spare
        shown.append(laid_as(held_of(card), spare.pop(0)) if moves else card)
    return tuple(sorted(shown, key=face_of))
