"""What the page of a table-melding game works out in the browser agrees with the engine's melds."""

import random
from itertools import combinations, product
from typing import Any

import pytest
from playwright.sync_api import Page

from rummy.engine.cards import PACK, card_text, held_of, is_joker, laid_as, laid_text, parse_laid
from rummy.engine.families.table_melding.rules.numbers import TableMeldingNumbers
from rummy.engine.table_melding import Figure, Kind, MeldRules, exchange, figure_of, lay_off

pytestmark = pytest.mark.browser

LAWS = {
    "values": list(TableMeldingNumbers().place_values),
    "three": 1,
    "longer": 2,
    "held": list(TableMeldingNumbers().held_values),
    "joker": 20,
    "strict": False,
}
RULES = MeldRules()
JOKERS = range(2 * PACK, 2 * PACK + 6)


def ask(page: Page, function: str, cases: list[Any], laws: dict[str, Any] | None = None) -> Any:
    script = """async ({name, cases, laws}) => {
      const figures = await import('/js/table_melding/figures.js');
      return cases.map(args => figures[name](...args, laws));
    }"""
    return page.evaluate(script, {"name": function, "cases": cases, "laws": laws or LAWS})


def near_cards(dice: random.Random, size: int) -> list[int]:
    """Cards that often make melds: one suit's neighbours or one rank, with jokers and doubles."""
    suit, first = dice.randrange(4), dice.randrange(13)
    if dice.random() < 0.5:
        pool = [suit * 13 + (first + step) % 13 + pack for step in range(6) for pack in (0, PACK)]
    else:
        pool = [colour * 13 + first + pack for colour in range(4) for pack in (0, PACK)]
    return dice.sample([*pool, *dice.sample(list(JOKERS), 3)], size)


def figures_of(cards: list[int]) -> list[Figure]:
    """Every meld of these cards, jokers named in every way."""
    naturals = tuple(card for card in cards if not is_joker(card))
    jokers = [card for card in cards if is_joker(card)]
    if len(jokers) > 2 or not naturals:
        return []
    named = ([laid_as(joker, face) for face in range(PACK)] for joker in jokers)
    found = (figure_of((*naturals, *choice)) for choice in product(*named))
    return [figure for figure in found if figure is not None and RULES.allow(figure)]


def texts(cards: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(laid_text(card) for card in cards)


def without_names(figure: Figure) -> tuple[Any, ...]:
    """A run by what every joker stands for, not by which joker it is; a set by its cards."""
    if figure.kind is Kind.SET:
        return "set", frozenset(held_of(card) for card in figure.cards)
    return "run", figure.first, figure.suit, len(figure.cards)


def test_the_browser_finds_every_meld_of_chosen_cards(page: Page) -> None:
    dice = random.Random(3)
    hands = [near_cards(dice, dice.choice([3, 3, 4, 5, 6])) for _ in range(250)]
    found = ask(page, "figuresOf", [[[card_text(card) for card in hand]] for hand in hands])
    assert sum(len(one) > 1 for one in found) > 5  # a joker at either end
    assert sum(len(one) > 0 for one in found) > 40
    for hand, melds in zip(hands, found, strict=True):
        laid = [figure_of(tuple(map(parse_laid, meld["cards"]))) for meld in melds]
        assert all(figure is not None for figure in laid), melds
        known = [figure for figure in laid if figure is not None]
        assert {without_names(one) for one in known} == {
            without_names(one) for one in figures_of(hand)
        }
        assert [meld["points"] for meld in melds] == [RULES.points(one) for one in known]
        assert [tuple(meld["cards"]) for meld in melds] == [texts(one.cards) for one in known]


def some_melds(dice: random.Random, number: int) -> list[Figure]:
    found: list[Figure] = []
    while len(found) < number:
        found += figures_of(near_cards(dice, dice.choice([3, 4, 5])))[:1]
    return found


def shown(figure: Figure) -> dict[str, Any]:
    return {"kind": figure.kind.value, "cards": list(texts(figure.cards))}


def test_the_browser_knows_what_may_be_laid_off(page: Page) -> None:
    dice = random.Random(5)
    cases = [(meld, card) for meld in some_melds(dice, 60) for card in cards_beside(meld, dice)]
    found = ask(page, "layOffsOn", [[shown(meld), card_text(card)] for meld, card in cases])
    assert sum(len(ways) == 2 for ways in found) > 3
    for (meld, card), ways in zip(cases, found, strict=True):
        laid = [parse_laid(text) for text in ways]
        grown = [lay_off(meld, one) for one in laid]
        assert all(one is not None and RULES.allow(one) for one in grown), (shown(meld), ways)
        assert len(ways) == number_of_ways(meld, card), (shown(meld), card_text(card))


def cards_beside(meld: Figure, dice: random.Random) -> list[int]:
    held = {held_of(card) for card in meld.cards}
    everything = [card for card in (*range(2 * PACK), *JOKERS) if card not in held]
    return dice.sample(everything, 12) + [joker for joker in JOKERS if joker not in held][:1]


def number_of_ways(meld: Figure, card: int) -> int:
    """How many places the card could take: a set's missing suits are one place for a joker."""
    named = [laid_as(card, face) for face in range(PACK)] if is_joker(card) else [card]
    grown = [lay_off(meld, one) for one in named]
    fitting = {without_names(one) for one in grown if one is not None and RULES.allow(one)}
    return len(fitting)


@pytest.mark.parametrize("strict", [False, True])
def test_the_browser_knows_which_joker_a_card_frees(strict: bool, page: Page) -> None:
    dice = random.Random(8)
    melds = [meld for meld in some_melds(dice, 150) if meld.jokers]
    cases = [(meld, card) for meld in melds for card in (*wanted_for(meld), *range(0, 52, 7))]
    asked = [[shown(meld), card_text(card)] for meld, card in cases]
    found = ask(page, "exchangesOn", asked, {**LAWS, "strict": strict})
    assert any(found)
    for (meld, card), jokers in zip(cases, found, strict=True):
        lying = [held_of(laid) for laid in meld.cards if is_joker(held_of(laid))]
        held = {held_of(laid) for laid in meld.cards}
        freed = [one for one in lying if exchange(meld, card, one, strict=strict)]
        if card not in held:
            assert jokers == [card_text(joker) for joker in freed], (shown(meld), card_text(card))


def wanted_for(meld: Figure) -> list[int]:
    if meld.kind is Kind.SET:
        return [suit * 13 + meld.first for suit in meld.missing_suits]
    return [(laid >> 7) - 1 for laid in meld.cards if is_joker(held_of(laid))]


def test_sorting_by_melds_finds_the_dearest_natural_melds(page: Page) -> None:
    """Against all ways to choose disjoint melds, on small hands."""
    dice = random.Random(11)
    hands = [[*near_cards(dice, 5), *near_cards(dice, 4)] for _ in range(60)]
    hands = [list(dict.fromkeys(hand)) for hand in hands]
    found = ask(page, "grouped", [[[card_text(card) for card in hand]] for hand in hands])
    for hand, groups in zip(hands, found, strict=True):
        melds = [figure_of(tuple(map(parse_laid, meld))) for meld in groups["melds"]]
        used = [card for meld in groups["melds"] for card in meld]
        assert sorted([*used, *groups["deadwood"]]) == sorted(card_text(card) for card in hand)
        assert sum(RULES.points(meld) for meld in melds if meld) == best_points(hand)


def best_points(hand: list[int]) -> int:
    naturals = [card for card in hand if not is_joker(card)]
    melds = [
        (frozenset(cards), RULES.points(figure))
        for size in range(3, len(naturals) + 1)
        for cards in combinations(naturals, size)
        if (figure := figure_of(cards)) is not None
    ]

    def best(left: frozenset[int]) -> int:
        return max(
            (points + best(left - cards) for cards, points in melds if cards <= left), default=0
        )

    return best(frozenset(naturals))


def test_who_went_out_is_named_and_not_who_has_most_points_r500_9(page: Page) -> None:
    """A round of Rommé 500 is won by points; the other may have got rid of all cards."""
    told = page.evaluate(
        """async () => {
          const { roundSentence } = await import('/js/table/sentences.js');
          const seats = ['Anna', 'Bert'].map((name, seat) => ({ seat, player: { name } }));
          const rules = { family: 'table_melding', teams: false };
          const view = { seats, terms: { seats: 2, rules } };
          const tallies = [{ laid: 40, held: 0, cards: 0 }, { laid: 87, held: 22, cards: 3 }];
          return roundSentence(view, { reason: 'out', winner: 1, points: [40, 65], tallies });
        }"""
    )
    assert "Anna" in told
    assert "Bert" not in told
