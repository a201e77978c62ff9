"""Random tables and hands for the solvers, from two packs with six jokers or one with two."""

from random import Random

from rummy.engine.cards import FIRST_JOKER, PACK, deck_of, face_of, held_of, laid_as, mask_of
from rummy.engine.table_melding import Meld, MeldRules, figure_of

RULES = MeldRules()


def a_table(
    dice: Random, cards: int, jokers: int, *, packs: int = 2
) -> tuple[list[Meld], list[int]]:
    """Melds of about so many cards with at most so many jokers, and the rest of the deck."""
    deck = set(deck_of(packs, 3 * packs if packs == 2 else 2))
    wild = sorted(card for card in deck if card >= FIRST_JOKER)[:jokers]
    melds: list[Meld] = []
    tries = 0
    while sum(map(len, melds)) < cards and tries < 2000:
        tries += 1
        meld = _a_meld(dice, deck, wild)
        if meld is not None:
            melds.append(meld)
            gone = {held_of(card) for card in meld}
            deck -= gone
            wild = [joker for joker in wild if joker not in gone]
    return melds, sorted(deck)


def _a_meld(dice: Random, deck: set[int], wild: list[int]) -> Meld | None:
    """A meld of cards of the deck, with a joker now and then; None when they are not there."""
    if dice.random() < 0.55:
        size = dice.choice([3, 3, 3, 4, 4, 5, 6])
        suit, low = dice.randrange(4), dice.randrange(15 - size)
        faces = [suit * 13 + (low + at) % 13 for at in range(size)]
    else:
        rank, size = dice.randrange(13), dice.choice([3, 3, 3, 4])
        faces = [suit * 13 + rank for suit in sorted(dice.sample(range(4), size))]
    jokers = wild[: dice.choice([0, 1, 1, 2])] if size > 3 else wild[: dice.choice([0, 1])]
    places = dice.sample(range(size), len(jokers))
    taken: list[int] = []
    for at, face in enumerate(faces):
        if at in places:
            taken.append(laid_as(jokers[places.index(at)], face))
            continue
        copies = [card for card in (face, face + PACK) if card in deck and card not in taken]
        if not copies:
            return None
        taken.append(dice.choice(copies))
    figure = figure_of(tuple(taken))
    return figure.cards if figure is not None and RULES.allow(figure) else None


def a_crowded_table(dice: Random) -> tuple[list[Meld], int]:
    """A few sets, most of them full, jokers in some, and a hand of cards that would free those."""
    deck, wild = set(range(2 * PACK)), list(deck_of(2, 6)[-6:])
    melds: list[Meld] = []
    for _ in range(dice.randrange(1, 5)):
        rank, size = dice.randrange(13), dice.choice([3, 4, 4, 4])
        jokers = min(len(wild), dice.choice([0, 0, 1, 1, 2][: 4 if size == 3 else 5]))
        suits = sorted(dice.sample(range(4), size))
        faces = [suit * 13 + rank for suit in suits]
        natural = [face if face in deck else face + PACK for face in faces[jokers:]]
        if deck.issuperset(natural):
            deck -= set(natural)
            lying = [laid_as(wild.pop(), face) for face in faces[:jokers]]
            figure = figure_of((*lying, *natural))
            melds += [] if figure is None else [figure.cards]
    ranks = {face_of(card) % 13 for meld in melds for card in meld}
    fitting = sorted(card for card in deck if card % 13 in ranks)
    others = sorted(deck - set(fitting))
    hand = dice.sample(fitting, min(len(fitting), dice.randrange(1, 6)))
    hand += dice.sample(others, dice.randrange(3)) + wild[: dice.randrange(4)]
    return melds, mask_of(hand)


def a_hand(dice: Random, rest: list[int], size: int, jokers: int | None = None) -> int:
    """A hand from the rest of the deck, as it falls or with just so many jokers (if there are)."""
    if jokers is None:
        return mask_of(dice.sample(rest, min(size, len(rest))))
    wild = [card for card in rest if card >= FIRST_JOKER][:jokers]
    natural = [card for card in rest if card < FIRST_JOKER]
    return mask_of([*wild, *dice.sample(natural, min(len(natural), size - len(wild)))])


def assert_lies_well(before: list[Meld], hand: int, after: tuple[Meld, ...], laid: int) -> None:
    """Every table card still lies, the laid ones came from the hand, every meld is one (GER-V6)."""
    cards = [held_of(card) for meld in after for card in meld]
    assert len(set(cards)) == len(cards)
    table = mask_of(card for meld in before for card in meld)
    assert mask_of(cards) == table | laid
    assert laid & hand == laid
    assert laid & table == 0
    for meld in after:
        figure = figure_of(meld)
        assert figure is not None
        assert figure.cards == meld
        assert RULES.allow(figure)
        assert all(face_of(card) < PACK for card in meld if held_of(card) >= FIRST_JOKER)
