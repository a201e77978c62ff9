"""What the pages work out in the browser agrees with the server: melds, deadwood, the shuffle."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from rummy.engine import build_rules, deck_cards
from rummy.engine.cards import card_text, laid_text, mask_of, parse_card, parse_laid
from rummy.engine.families.knock.knocking import named_arrangement
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.rules.numbers import RANK_VALUES
from rummy.engine.melding import CardValues, melder_for
from rummy.engine.rules import MeldLaws

VECTORS = Path(__file__).parents[1] / "fairness" / "vectors.json"
DECK = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]

pytestmark = pytest.mark.browser


def proofs() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(VECTORS.read_text())
    return found


def verify(page: Page, proof: dict[str, Any]) -> dict[str, bool]:
    script = "async proof => (await import('/js/replay/fairness.js')).verify(proof)"
    return dict(page.evaluate(script, proof))


def test_the_browser_deals_every_known_deck_again(page: Page) -> None:
    for proof in proofs():
        checks = verify(page, proof)
        assert set(checks) >= {"commitment", "canonical", "deck"}
        assert all(checks.values())


@pytest.mark.parametrize(
    ("forgery", "caught"),
    [
        ({"commitment": "00" * 32}, "commitment"),
        ({"client_seeds": ["not", "mine"]}, "deck"),
        ({"server_seed": "ab" * 128}, "commitment"),
        ({"deck": DECK}, "deck"),
        ({"canonical_deck": DECK[::-1]}, "canonical"),
    ],
)
def test_the_browser_finds_a_forgery(page: Page, forgery: dict[str, Any], caught: str) -> None:
    assert not verify(page, {**proofs()[0], **forgery})[caught]


def test_the_browser_finds_the_same_deadwood_as_the_engine(page: Page) -> None:
    """The same points, and the same choices of what is left over."""
    dice = random.Random(7)
    hands = [dice.sample(DECK, dice.choice([3, 7, 10, 11])) for _ in range(400)]
    hands += [dice.sample([card for card in DECK if card[0] in "A23456"], 11) for _ in range(200)]
    script = """async hands => {
      const { bestArrangements } = await import('/js/melds.js');
      return hands.map(hand => bestArrangements(hand).map(way => [way.points, way.deadwood]));
    }"""
    melder = melder_for(MeldLaws(), CardValues(RANK_VALUES))
    for hand, ways in zip(hands, page.evaluate(script, hands), strict=True):
        laid = melder.arrangements(mask_of(map(parse_card, hand)))
        found = {(points, mask_of(map(parse_card, left))) for points, left in ways}
        assert found == {(way.points, way.deadwood) for way in laid}


MIXES = [
    ("cyclic_runs",),
    ("rainbow_runs",),
    ("jokers",),
    ("cyclic_runs", "rainbow_runs"),
    ("cyclic_runs", "jokers", "rainbow_runs", "tedesco"),
]


@pytest.mark.parametrize("mix", MIXES)
def test_the_browser_arranges_by_the_tables_laws(mix: tuple[str, ...], page: Page) -> None:
    """Special rules widen melds: the least deadwood is the engine's, every way one it accepts."""
    rules = build_rules("gin_palast", house_rules=mix)
    dice = random.Random(len(mix))
    deck = [card_text(card) for card in deck_cards(rules)]
    hands = [dice.sample(deck, dice.choice([7, 10, 11])) for _ in range(150)]
    hands += [dice.sample([c for c in deck if c[0] in "XA23QK"], 10) for _ in range(50)]
    hands += [["X1", "X2", *dice.sample(deck[:52], 8)] for _ in range(50 * ("jokers" in mix))]
    script = """async ({hands, rules}) => {
      const { bestArrangements, lawsOf } = await import('/js/melds.js');
      return [false, true].map(answering => hands.map(
        hand => bestArrangements(hand, lawsOf({rules}, answering))));
    }"""
    asked = {"hands": hands, "rules": rules.to_json()}
    laws = laws_of(rules)
    answers = page.evaluate(script, asked)
    for melder, found in zip((laws.knocking, laws.answering), answers, strict=True):
        for hand, ways in zip(hands, found, strict=True):
            held = mask_of(map(parse_card, hand))
            assert {way["points"] for way in ways} == {melder.points(held)}
            for way in ways[:12]:
                melds = [tuple(map(parse_laid, meld)) for meld in way["melds"]]
                laid = named_arrangement(rules, melder, held, melds)
                assert laid.points == way["points"]


@pytest.mark.parametrize("mix", MIXES)
def test_the_browser_knows_what_fits_onto_a_meld(mix: tuple[str, ...], page: Page) -> None:
    rules = build_rules("gin_palast", house_rules=mix)
    melder, dice = laws_of(rules).knocking, random.Random(5)
    deck = [card_text(card) for card in deck_cards(rules)]
    cases: list[tuple[list[str], list[str]]] = []
    while len(cases) < 60:
        hand = dice.sample([c for c in deck if c[0] in "XA23456QK"], 10)
        others = [card for card in deck if card not in hand]
        (best, *_more) = melder.arrangements(mask_of(map(parse_card, hand)))
        cases += [([laid_text(card) for card in meld], others) for meld in best.melds]
    script = """async ({cases, rules}) => {
      const { fits, lawsOf } = await import('/js/melds.js');
      return cases.map(([meld, cards]) => cards.filter(card => fits(card, meld, lawsOf({rules}))));
    }"""
    found = page.evaluate(script, {"cases": cases, "rules": rules.to_json()})
    for (words, cards), fitting in zip(cases, found, strict=True):
        meld = tuple(map(parse_laid, words))
        wanted = [card for card in cards if melder.lay_off(meld, [parse_card(card)]) is not None]
        assert fitting == wanted, words


def test_a_setup_link_works_where_its_page_is_open_already(page: Page) -> None:
    """The address then changes behind its # only, and nothing is loaded."""
    page.evaluate("""async () => {
      document.body.innerHTML = '<form id="token-form"><input name="token"></form>';
      const form = document.getElementById('token-form');
      form.addEventListener('submit', sent => {
        sent.preventDefault();
        form.dataset.sent = form.elements.token.value;
      });
      await import('/static/backoffice/first_start.js');
    }""")
    assert page.locator("#token-form").get_attribute("data-sent") is None
    page.evaluate("location.hash = 'a-token'")
    page.locator("#token-form[data-sent='a-token']").wait_for(state="attached")
    assert "a-token" not in page.url


def test_a_cards_letters_are_no_text_that_its_button_would_have_to_say(page: Page) -> None:
    """A meld that can be laid off on says "joker as ten of diamonds"; an eye sees "10" there."""
    script = "async card => (await import('/js/cards.js')).silentCard(card)"
    shown = page.evaluate_handle(script, "X1=Td")
    assert shown.evaluate("card => card.textContent") == ""
    assert shown.evaluate("card => card.querySelector('.short-card').dataset.letter") == "10"
