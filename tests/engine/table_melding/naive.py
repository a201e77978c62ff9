"""Melds and turns as a beginner would count them: with texts, one case after the other.

Shares nothing with the engine but the names of cards. Slow, and easy to check against the books.
"""

from collections.abc import Iterator
from itertools import combinations, pairwise, product

RANKS = "A23456789TJQK"
SUITS = "shdc"
FACES = [rank + suit for suit in SUITS for rank in RANKS]


def is_meld(faces: tuple[str, ...], jokers: int) -> bool:
    """Whether cards standing for these (packs left out) make a set or a run (GER-4, GER-5)."""
    size = len(faces)
    if size < 3 or jokers > (1 if size == 3 else 2):
        return False
    ranks, suits = [face[0] for face in faces], [face[1] for face in faces]
    if len(set(ranks)) == 1:
        return size <= 4 and len(set(suits)) == size
    return len(set(suits)) == 1 and any(_in_a_row(order) for order in _ace_ways(ranks))


def _ace_ways(ranks: list[str]) -> Iterator[list[int]]:
    ways = [[0, 13] if rank == "A" else [RANKS.index(rank)] for rank in ranks]
    yield from (sorted(choice) for choice in product(*ways))


def _in_a_row(places: list[int]) -> bool:
    return all(after == before + 1 for before, after in pairwise(places))


def melds_of(hand: list[str], longest: int) -> set[frozenset[str]]:
    """Every meld of three to `longest` cards of this hand, as the faces laid, jokers as `*7h`.

    Packs are left out, and one joker is as good as another.
    """
    naturals = [card[:2] for card in hand if not card.startswith("X")]
    jokers = sum(card.startswith("X") for card in hand)
    found = set()
    for wild in range(min(jokers, 2) + 1):
        for size in range(max(3, wild + 2), longest + 1):
            for cards in combinations(sorted(set(naturals)), size - wild):
                for places in combinations(FACES, wild):
                    if set(places) & set(cards):
                        continue
                    if is_meld((*cards, *places), wild):
                        found.add(frozenset([*cards, *("*" + place for place in places)]))
    return found


def fits(meld: list[str], card: str) -> bool:
    """Whether a natural card may be laid off on these faces (jokers as `*7h`).

    In a set the joker makes room, so it may lie for any suit that no natural card has.
    """
    faces = [face.lstrip("*") for face in meld]
    jokers = sum(face.startswith("*") for face in meld)
    naturals = [face for face in meld if not face.startswith("*")]
    if len({face[0] for face in faces}) == 1:
        suits = {face[1] for face in naturals}
        return card[0] == faces[0][0] and card[1] not in suits and len(meld) < 4
    return is_meld((*faces, card), jokers if len(meld) + 1 > 3 else 0)
