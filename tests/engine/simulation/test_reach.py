"""The bound by which a simulated round knows without melding that no knock is near."""

from random import Random

import pytest

from rummy.engine.cards import BIT, cards_of, mask_of, parse_card, parse_cards
from rummy.engine.families.knock.rules.numbers import RANK_VALUES
from rummy.engine.melding import CardValues, melder_for
from rummy.engine.melding.faces import subsets
from rummy.engine.rules import MeldLaws
from rummy.engine.simulation.reach import APART, Reach, reach_of

DEAR_ACES = (15, *RANK_VALUES[1:])
TABLES = reach_of(RANK_VALUES)


def moved_by(card: int, held: int, tables: Reach = TABLES) -> int:
    return tables.change[card][(held & tables.near[card]) % APART]


def change(card: str, held: str) -> int:
    return moved_by(parse_card(card), mask_of(parse_cards(held)))


@pytest.mark.parametrize("ranks", [RANK_VALUES, DEAR_ACES], ids=["plain", "dear aces"])
def test_the_least_deadwood_never_falls_by_more_than_the_change(ranks: tuple[int, ...]) -> None:
    """And where the card melds with nothing, it rises by exactly its points."""
    points, tables = melder_for(MeldLaws(), CardValues(ranks)).points, reach_of(ranks)
    dice = Random(7)
    met = {"exact": 0, "less": 0}
    for _ in range(6_000):
        low = dice.randrange(14)  # hands of few ranks too, in which melds cross
        cards = dice.sample([card for card in range(52) if card % 13 >= min(low, 8)], 11)
        card, held = cards[0], sum(BIT[other] for other in cards[1:])
        moved = moved_by(card, held, tables)
        after = points(held | BIT[card])
        assert after >= points(held) + moved
        assert after - ranks[card % 13] <= points(held)
        if moved > 0:
            assert after == points(held) + ranks[card % 13]
        met["exact" if moved > 0 else "less"] += 1
    assert min(met.values()) > 300


def test_a_card_that_melds_with_nothing_costs_its_points() -> None:
    assert change("7h", "6h 9h 7s Kd") == 7
    assert change("Kh", "Ah 2h") == 10


def test_a_card_may_free_the_dearest_meld_around_it() -> None:
    assert change("7h", "7s 7d 6h") == -14
    assert change("7h", "7s 7d 7c") == -14
    assert change("7h", "6h 8h") == -14
    assert change("7h", "5h 6h 8h 9h") == -28
    assert change("Jh", "9h Th Qh Kh") == -39
    assert change("7h", "4h 5h 6h 8h") == -19, "4 5 6 are a meld without it"


def test_what_lies_elsewhere_does_not_matter() -> None:
    for card in range(52):
        assert not TABLES.near[card] & BIT[card]
        assert len(cards_of(TABLES.near[card])) in (5, 6, 7)
        places = {held % APART for held in subsets(TABLES.near[card], 0)}
        assert len(places) == 2 ** TABLES.near[card].bit_count()
