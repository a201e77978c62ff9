"""The ways in which cards of a hand can lie: new melds, and on melds of the table.

Cards are counted by face here, a suit and a rank whatever the pack: a mask of 52 bits. Jokers are
counted only; which one lies where is settled at the end.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import Final, NamedTuple

from rummy.engine.budget import Budget
from rummy.engine.cards import PACK, held_of, is_joker
from rummy.engine.table_melding.forms import (
    HIGH_ACE,
    PLACES,
    Figure,
    Kind,
    MeldRules,
    place_face,
    set_face,
    suited,
)

from .sketches import Cell

LONGEST: Final = 6  # a longer run is two, wherever its jokers lie
NEW: Final = -1
_LYING: Final = tuple((Cell(face, wild=False), Cell(face, wild=True)) for face in range(PACK))


class Way(NamedTuple):
    """Cards that leave the hand together.

    `faces` are natural cards, `jokers` go with them, `freed` come from the table. `meld` is the
    table's, or NEW. `cells` are a new meld, or what is laid off in this order; `exchanged` are the
    faces put in the places of jokers before.
    """

    faces: int
    jokers: int
    freed: int
    meld: int
    points: int
    cells: tuple[Cell, ...]
    exchanged: tuple[int, ...] = ()


class Exchanges(NamedTuple):
    """Whether jokers of the table may be exchanged, from sets only to complete them (GER-V3)."""

    allowed: bool = True
    strict: bool = False


def new_melds(faces: int, jokers: int, rules: MeldRules, steps: Budget) -> Iterator[Way]:
    """Every meld of these faces with at most so many jokers; for each choice the dearest one.

    Those found before the steps are over: sets first, which are few.
    """
    best: dict[tuple[int, int], Way] = {}
    for way in chain(_sets(faces, jokers, rules), _runs(faces, jokers, rules)):
        if not steps.spend():
            break
        key = way.faces, way.jokers
        if key not in best or way.points > best[key].points:
            best[key] = way
    yield from best.values()


def _runs(faces: int, jokers: int, rules: MeldRules) -> Iterator[Way]:
    for suit in range(4):
        held = faces >> 13 * suit & 8191
        held |= (held & 1) << HIGH_ACE
        if held.bit_count() < 2:
            continue
        for size in range(3, LONGEST + 1):
            most = min(jokers, rules.jokers_allowed(size))
            for first in range(PLACES - size + 1):
                yield from _windows(held, suit, first, size, most, rules)


def _windows(
    held: int, suit: int, first: int, size: int, most: int, rules: MeldRules
) -> Iterator[Way]:
    """The runs over these places: jokers where no card is held, and in place of others."""
    window = ((1 << size) - 1) << first
    missing = window & ~held
    spare = most - missing.bit_count()
    if spare < 0 or (window & held).bit_count() < 2:
        return
    points = sum(rules.place_values[first : first + size])
    places = range(first, first + size)
    present = [place for place in places if held >> place & 1]
    for replaced in range(min(spare, len(present) - 2) + 1):
        for chosen in combinations(present, replaced):
            wild = missing | _mask(chosen)
            cells = tuple(_LYING[place_face(at, suit)][wild >> at & 1] for at in places)
            natural = window & ~wild
            faces = (natural & 8191 | natural >> HIGH_ACE) << 13 * suit
            yield Way(faces, wild.bit_count(), 0, NEW, points, cells)


def _sets(faces: int, jokers: int, rules: MeldRules) -> Iterator[Way]:
    for rank in range(13):
        suits = [suit for suit in range(4) if faces >> set_face(rank, suit) & 1]
        worth = rules.worth(Kind.SET, rank)
        for naturals in range(2, len(suits) + 1):
            for natural in combinations(suits, naturals):
                missing = [suit for suit in range(4) if suit not in natural]
                for size in range(max(3, naturals), 5):
                    wild = size - naturals
                    if wild > min(jokers, rules.jokers_allowed(size)):
                        continue
                    held = [set_face(rank, suit) for suit in natural]
                    cells = [_LYING[face][0] for face in held]
                    cells += [_LYING[set_face(rank, suit)][1] for suit in missing[:wild]]
                    lying = tuple(sorted(cells))
                    yield Way(_mask(held), wild, 0, NEW, size * worth, lying)


def onto(
    number: int,
    figure: Figure,
    faces: int,
    jokers: int,
    rules: MeldRules,
    exchanges: Exchanges,
    steps: Budget,
) -> Iterator[Way]:
    """Every way of laying off on this meld of the table, its jokers exchanged or not.

    Those found before the steps are over: short lay-offs first.
    """
    grow = _onto_run if figure.kind is Kind.RUN else _onto_set
    for exchanged in _exchanged(figure, faces, exchanges):
        for way in grow(number, figure, faces, jokers, rules, exchanged, steps):
            if may_be_exchanged(figure, way, exchanges):
                gained = _worth_exchanged(figure, rules, exchanged)
                yield way._replace(points=way.points + gained)


def may_be_exchanged(figure: Figure, way: Way, exchanges: Exchanges) -> bool:
    """A set gives its joker to four natural cards only, the fourth laid off before (GER-V3)."""
    if not way.exchanged or not exchanges.strict or figure.kind is Kind.RUN:
        return True
    return figure.jokers == 1 and not way.jokers and len(figure.cards) + len(way.cells) == 4


def most_freed(figure: Figure, faces: int, exchanges: Exchanges) -> int:
    """The most jokers of the meld that these faces can take the places of."""
    return min(figure.jokers, len(_takers(figure, faces, exchanges)))


def _takers(figure: Figure, faces: int, exchanges: Exchanges) -> list[int]:
    """The faces at hand for which a joker of the meld may be had."""
    if not exchanges.allowed or not figure.jokers:
        return []
    if figure.kind is Kind.RUN:
        fitting = [suited(card) for card in figure.cards if is_joker(held_of(card))]
    else:
        fitting = [set_face(figure.first, suit) for suit in figure.missing_suits]
        if exchanges.strict and (figure.jokers > 1 or any(not faces >> one & 1 for one in fitting)):
            return []
    return [face for face in fitting if faces >> face & 1]


def _exchanged(figure: Figure, faces: int, exchanges: Exchanges) -> Iterator[tuple[int, ...]]:
    """The choices of faces that take the places of jokers, none first."""
    takers = _takers(figure, faces, exchanges)
    for count in range(min(figure.jokers, len(takers)) + 1):
        yield from combinations(takers, count)


def _onto_run(
    number: int,
    figure: Figure,
    faces: int,
    jokers: int,
    rules: MeldRules,
    exchanged: tuple[int, ...],
    steps: Budget,
) -> Iterator[Way]:
    held = faces & ~_mask(exchanged)
    inside = figure.jokers - len(exchanged)
    ups = _ends(figure.suit, range(figure.last + 1, PLACES), held, jokers)
    downs = _ends(figure.suit, range(figure.first - 1, -1, -1), held, jokers)
    for up in ups:
        for down in downs:
            if not steps.spend():
                return
            cells = [*up, *down]
            natural = [cell.face for cell, _ in cells if not cell.wild]
            wild = len(cells) - len(natural)
            size = len(figure.cards) + len(cells)
            if (
                (not cells and not exchanged)
                or len(set(natural)) < len(natural)
                or (wild and inside + wild > rules.jokers_allowed(size))
                or wild > jokers
            ):
                continue
            points = sum(rules.place_values[place] for _, place in cells)
            laid = tuple(cell for cell, _ in cells)
            used = _mask(natural) | _mask(exchanged)
            yield Way(used, wild, len(exchanged), number, points, laid, exchanged)


def _ends(suit: int, places: range, held: int, jokers: int) -> list[tuple[tuple[Cell, int], ...]]:
    """The cards that can follow at one end of a run, longer and longer, jokers where it must be."""
    found: list[tuple[tuple[Cell, int], ...]] = [()]
    growing: list[tuple[tuple[Cell, int], ...]] = [()]
    for place in places:
        face, longer = place_face(place, suit), []
        for cells in growing:
            if held >> face & 1:
                longer.append((*cells, (Cell(face, wild=False), place)))
            if sum(cell.wild for cell, _ in cells) < min(jokers, 2):
                longer.append((*cells, (Cell(face, wild=True), place)))
        if not longer:
            break
        found += longer
        growing = longer
    return found


def _worth_exchanged(figure: Figure, rules: MeldRules, exchanged: tuple[int, ...]) -> int:
    """What natural cards in jokers' places score (R500-7)."""
    if figure.kind is Kind.SET:
        return rules.worth(Kind.SET, figure.first) * len(exchanged)
    return sum(
        rules.worth(Kind.RUN, figure.place_of(card))
        for card in figure.cards
        if is_joker(held_of(card)) and suited(card) in exchanged
    )


def _onto_set(
    number: int,
    figure: Figure,
    faces: int,
    jokers: int,
    rules: MeldRules,
    exchanged: tuple[int, ...],
    steps: Budget,
) -> Iterator[Way]:
    worth, size = rules.worth(Kind.SET, figure.first), len(figure.cards)
    missing = [set_face(figure.first, suit) for suit in figure.missing_suits]
    open_faces = [face for face in missing if face not in exchanged]
    inside = figure.jokers - len(exchanged)
    held = [face for face in open_faces if faces >> face & 1]
    for naturals in range(min(4 - size, len(held)) + 1):
        for natural in combinations(held, naturals):
            for wild in range(min(jokers, 4 - size - naturals) + 1):
                if not steps.spend():
                    return
                after = size + naturals + wild
                if wild and inside + wild > rules.jokers_allowed(after):
                    continue
                if not naturals and not wild and not exchanged:
                    continue
                left = [face for face in open_faces if face not in natural]
                cells = [Cell(face, wild=False) for face in natural]
                cells += [Cell(face, wild=True) for face in left[:wild]]
                points = worth * len(cells)
                used = _mask(natural) | _mask(exchanged)
                yield Way(used, wild, len(exchanged), number, points, tuple(cells), exchanged)


def _mask(faces: Sequence[int]) -> int:
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


def faces_of(hand: int) -> tuple[int, int]:
    """The faces of which the hand holds a card, and those of which it holds two; jokers apart."""
    one, two = hand & (1 << PACK) - 1, hand >> PACK & (1 << PACK) - 1
    return one | two, one & two
