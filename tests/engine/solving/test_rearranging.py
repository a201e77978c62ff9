"""Räuber-Rommé's workbench is exact (GER-V6): against the book, by brute force and by OR-Tools."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from rummy.engine.cards import cards_of, held_of, mask_of, parse_cards, parse_laid
from rummy.engine.table_melding import Meld, figure_of
from rummy.engine.table_melding.solving import EACH_ONE, Weights, rearrange, suit_graphs, workbench
from rummy.engine.table_melding.solving.holdings import holding_of
from rummy.engine.table_melding.solving.rearranging import best_plan
from tests.engine.solving.book import all_melds
from tests.engine.solving.deals import a_crowded_table, a_hand, a_table, assert_lies_well
from tests.engine.solving.referee import Worth, face, most_laid

PENALTIES = Weights((11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), 20)


def penalty(name: str) -> int:
    """GER-6: what a card costs in the hand."""
    if name == "X":
        return 20
    return 11 if name[0] == "A" else min("A23456789TJQK".index(name[0]) + 1, 10)


def one(name: str) -> int:
    return 1


def table(*melds: str) -> list[Meld]:
    found = [figure_of(tuple(parse_laid(word) for word in meld.split())) for meld in melds]
    assert all(found)
    return [figure.cards for figure in found if figure is not None]


def laid_worth(laid: int, worth: Worth) -> int:
    return sum(worth(face(card)) for card in cards_of(laid))


def test_case_11_splits_a_run_for_a_second_copy_of_its_middle() -> None:
    """Robber: ♦8 with ♦6–10 on the table → ♦6 7 8 + ♦8 9 10."""
    before, hand = table("6d 7d 8d 9d Td"), mask_of(parse_cards("8d2"))
    found = rearrange(tuple(before), hand)
    assert found is not None
    assert found.laid == hand
    assert_lies_well(before, hand, found.melds, found.laid)


def test_case_12_frees_a_joker_from_a_set() -> None:
    """Robber: hand ♥8 ♣8 ♠10; table ♣9 ♥9 ♠9 and ♥7 J ♣7 → all laid."""
    before = table("9c 9h 9s", "7h X1=7s 7c")
    hand = mask_of(parse_cards("8h 8c Ts"))
    found = rearrange(tuple(before), hand)
    assert found is not None
    assert found.laid == hand
    assert_lies_well(before, hand, found.melds, found.laid)


def test_a_table_without_room_for_it_leaves_a_hand_joker_in_the_hand() -> None:
    """A set of four takes no fifth card, and a joker alone is no meld (GER-5)."""
    before = table("9c 9h 9s 9d")
    found = rearrange(tuple(before), mask_of(parse_cards("X1")))
    assert found is not None
    assert found.laid == 0
    assert list(found.melds) == before


def test_jokers_of_the_table_find_room_even_where_it_is_scarce() -> None:
    """Only the set of three takes the joker that the king would free; it lies in it then."""
    before = table("Kc Kh X1=Ks", "9c 9h 9s 9d")
    found = rearrange(tuple(before), mask_of(parse_cards("Kd Ks")), PENALTIES)
    assert found is not None
    assert_lies_well(before, mask_of(parse_cards("Kd Ks")), found.melds, found.laid)
    assert laid_worth(found.laid, penalty) == 10


def test_what_need_not_move_stays_as_it_lies() -> None:
    before = table("2c 3c 4c", "9c 9h 9s", "Jd Qd X1=Kd")
    found = rearrange(tuple(before), mask_of(parse_cards("5c")))
    assert found is not None
    assert set(before[1:]) < set(found.melds)


@pytest.mark.parametrize("seed", range(40))
def test_small_tables_by_brute_force(seed: int) -> None:
    dice = Random(seed)
    before, rest = a_table(dice, dice.choice([0, 3, 6]), dice.choice([0, 1, 2]))
    narrow = [card for card in rest if card >= 104 or card % 13 in (0, 1, 2, 3, 11, 12)]
    hand = a_hand(dice, narrow, 6, dice.choice([0, 1, 2]))
    found = rearrange(tuple(before), hand, PENALTIES)
    assert found is not None
    assert_lies_well(before, hand, found.melds, found.laid)
    assert laid_worth(found.laid, penalty) == brute_force(before, hand)


def brute_force(before: list[Meld], hand: int) -> int:
    """Every way to cover the table's cards by melds of the book, and some of the hand's."""
    must = Counter(face(card) for card in cards_of(mask_of(c for meld in before for c in meld)))
    may = Counter(face(card) for card in cards_of(hand))
    names = sorted(must + may)

    @cache
    def most(owed: tuple[int, ...], free: tuple[int, ...], start: int) -> int:
        best = 0 if not any(owed) else -(10**6)
        for number in range(start, len(melds)):
            for split in splits(melds[number], owed, free):
                gained, *after = split
                best = max(best, gained + most(*after, number))
        return best

    def splits(
        needs: tuple[int, ...], owed: tuple[int, ...], free: tuple[int, ...]
    ) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
        """The meld taken from table cards first, as far as they go."""
        from_table = tuple(map(min, needs, owed))
        from_hand = tuple(need - given for need, given in zip(needs, from_table, strict=True))
        if all(need <= have for need, have in zip(from_hand, free, strict=True)):
            worth = sum(penalty(name) * n for name, n in zip(names, from_hand, strict=True))
            left = tuple(have - given for have, given in zip(owed, from_table, strict=True))
            yield worth, left, tuple(a - b for a, b in zip(free, from_hand, strict=True))

    held = must + may
    melds = [
        tuple(way.jokers if name == "X" else int(name in way.faces) for name in names)
        for way in all_melds()
        if way.jokers <= held["X"] and all(held[name] for name in way.faces)
    ]
    owed = tuple(must[name] for name in names)
    return most(owed, tuple(may[name] for name in names), 0)


def against_the_referee(seed: int, cards: int, jokers: int, in_hand: int, worth: Worth) -> bool:
    """Whether the referee knew the answer in time; what it knows must agree."""
    dice = Random(seed)
    before, rest = a_table(dice, cards, jokers)
    hand = a_hand(dice, rest, 13, in_hand)
    weights = PENALTIES if worth is penalty else EACH_ONE
    found = rearrange(tuple(before), hand, weights)
    assert found is not None
    assert_lies_well(before, hand, found.melds, found.laid)
    told = f"seed {seed}, {cards} cards, {jokers} jokers, {in_hand} in the hand"
    best = most_laid(before, hand, worth)
    assert best is not None
    assert best.low <= laid_worth(found.laid, worth) <= best.high, told
    return best.low == best.high


@pytest.fixture
def steps_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The exact answer, however long it takes: what a decision may take is another matter."""
    monkeypatch.setattr(workbench, "REARRANGING_STEPS", 10**6)
    monkeypatch.setattr(suit_graphs, "GRAPH_STEPS", 10**6)
    suit_graphs._graph_of.cache_clear()


@pytest.mark.usefixtures("steps_enough")
@pytest.mark.parametrize("seed", range(12))
def test_some_tables_by_the_referee(seed: int) -> None:
    dice = Random(100 + seed)
    cards = dice.choice([10, 20, 40])
    assert against_the_referee(seed, cards, dice.randrange(4), dice.randrange(3), one)


def crowded(seed: int) -> bool:
    """Against the referee where jokers find little room; whether it had to be counted."""
    dice = Random(seed)
    before, hand = a_crowded_table(dice)
    worth = dice.choice([penalty, one])
    weights = PENALTIES if worth is penalty else EACH_ONE
    found = rearrange(tuple(before), hand, weights)
    assert found is not None
    assert_lies_well(before, hand, found.melds, found.laid)
    value = laid_worth(found.laid, worth)
    assert most_laid(before, hand, worth) == (value, value), seed
    holding = holding_of([held_of(card) for meld in before for card in meld], cards_of(hand))
    plan = best_plan(holding, weights, all_ways=False)
    assert plan is not None
    return plan.lost < laid_worth(hand, worth) - laid_worth(found.laid, worth)


@pytest.mark.usefixtures("steps_enough")
def test_room_for_jokers_is_counted_where_it_is_scarce() -> None:
    assert sum(crowded(seed) for seed in range(80, 100)) > 0


@pytest.mark.soak
@pytest.mark.usefixtures("steps_enough")
def test_room_for_jokers_on_many_crowded_tables() -> None:
    assert sum(crowded(seed) for seed in range(1000, 2000)) >= 10


@pytest.mark.soak
@pytest.mark.usefixtures("steps_enough")
@pytest.mark.parametrize(("cards", "tables"), [(0, 300), (10, 300), (20, 200), (40, 60), (60, 30)])
def test_many_tables_by_the_referee(cards: int, tables: int) -> None:
    """From no joker to all six; on small tables room for them is scarce."""
    dice, known = Random(cards), 0
    for seed in range(tables):
        worth = penalty if seed % 2 else one
        known += against_the_referee(seed, cards, dice.randrange(7), dice.randrange(4), worth)
    assert known > tables * 0.8
