"""Where the expert suspects the unseen cards: from the opponent's own doings, and nothing else."""

from random import Random

import pytest

from rummy import engine
from rummy.bots import NOTHING, Recollection
from rummy.bots.knock.draws import draws_of, kept_of
from rummy.bots.knock.estimate import (
    hand_facts,
    judge_of,
    judged,
    scene_facts,
    waiting_worth,
    weigh,
)
from rummy.bots.knock.outlook import Scene, after_each_draw, far_outlook, near_outlook, scene_of
from rummy.bots.knock.suspicion import PLACES, Clues, likelihood, places
from rummy.bots.knock.weights import HOLDING
from rummy.engine.cards import BIT, PACK, cards_of, mask_of, parse_card, parse_cards
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.views import KnockView
from rummy.engine.melding.suit_tables import suit_tables

from .table import PLAIN, name_of

PALAST = engine.build_rules("gin_palast")


def cards(text: str) -> int:
    return mask_of(parse_cards(text))


def clues(*, thrown: str = "", let_lie: str = "", taken: str = "", turns: int = 3) -> Clues:
    return Clues(cards(thrown), cards(let_lie), cards(taken), turns)


def dealt(rules: engine.RuleSet, seed: int) -> KnockView:
    deck = list(engine.deck_cards(rules))
    Random(seed).shuffle(deck)
    state, _ = engine.start_round(rules, 2, deck, dealer=1)
    view = engine.view(state, 0)
    assert isinstance(view, KnockView)
    return view


def scene(view: KnockView, recalled: Recollection = NOTHING) -> Scene:
    return scene_of(view, recalled)


def test_who_throws_a_nine_hardly_keeps_another() -> None:
    nine = parse_card("9h")
    assert likelihood(clues(thrown="9s"), nine) < likelihood(clues(thrown="Ks"), nine)
    assert likelihood(clues(thrown="9s 9c"), nine) < likelihood(clues(thrown="Ks Kc"), nine)


@pytest.mark.parametrize("taken", ["Qd Qs", "Kh Jh"])
def test_who_took_cards_that_go_with_it_is_likely_to_have_the_queen(taken: str) -> None:
    queen = parse_card("Qh")
    assert likelihood(clues(taken=taken), queen) > likelihood(clues(), queen)


def test_every_card_is_spoken_of_by_one_weight_of_each_group() -> None:
    for card in range(PACK):
        told = places(clues(thrown="9s 9c Ts", let_lie="4d", taken="Qd", turns=12), card)
        assert len(told) == 12
        assert len(set(told)) == 12
        assert max(told) < PLACES == len(HOLDING)


def test_what_is_suspected_adds_up_to_the_opponents_hand() -> None:
    """Ten cards, of which two are known; no other is ever quite sure."""
    view = dealt(PALAST, 4)
    taken = [card for card in range(PACK) if BIT[card] & scene(view).pool][:2]
    recalled = Recollection((0, mask_of(taken)), (0, 0), None)
    for found in (scene(view), scene(view, recalled)):
        assert sum(found.likely.values()) == pytest.approx(10)
        assert all(
            0 < chance < 1 for card, chance in found.likely.items() if not found.held & BIT[card]
        )
    assert [scene(view, recalled).likely[card] for card in taken] == [1, 1]


@pytest.mark.parametrize("rules", PLAIN, ids=name_of)
def test_cards_that_fit_no_meld_need_no_search(rules: engine.RuleSet) -> None:
    """The short way over the draws gives what looking at each of them gives."""
    for seed in range(60):
        view = dealt(rules, seed)
        found, hand = scene(view), view.hand or 0
        if seed % 2:  # many small cards: many melds
            hand = mask_of(Random(seed).sample([card for card in range(PACK) if card % 13 < 5], 10))
            found = found._replace(
                stock=found.stock & ~hand,
                draws=tuple(card for card in found.draws if not hand & BIT[card]),
            )
            weights = [0.0] * 11
            for card in found.draws:
                weights[view.laws.knocking.value(BIT[card])] += 1 - found.likely[card]
            found = found._replace(weights=tuple(weights))
        seen = near_outlook(found, view.laws.knocking, hand).seen
        draws = after_each_draw(found, view.laws.knocking, hand)
        total = sum(weight for _points, weight in draws)
        mean = sum(weight * points for points, weight in draws) / total
        assert seen.mean == pytest.approx(mean, abs=1e-6)
        gin = sum(weight for points, weight in draws if points == 0) / total
        assert seen.gin == pytest.approx(gin, abs=1e-6)


def test_what_a_draw_makes_of_a_hand_is_what_the_melder_finds() -> None:
    """Small cards make many melds at once; the card that goes is the first that may."""
    dice, laws = Random(3), laws_of(PALAST)
    melder, tables = laws.knocking, suit_tables(laws.numbers.rank_values, 3)
    for turn in range(400):
        near = [card for card in range(PACK) if card % 13 < (4, 6, 13)[turn % 3]]  # at least 16
        rest = mask_of(dice.sample(near, 10))
        draws = draws_of(tables, melder, rest, laws.deck)
        assert draws.points == melder.points(rest)
        assert draws.without_best == melder.points_after_discard(rest)
        assert draws.value == melder.value(rest)
        for card, points in draws.fitting:
            hand = rest | BIT[card]
            assert points == melder.points_after_discard(hand)
            if points:
                kept = [hand ^ BIT[gone] for gone in cards_of(hand)]
                first = next(one for one in kept if melder.points(one) == points)
                assert kept_of(tables, hand, points) == first


def test_weights_are_multiplied_once_and_say_the_same() -> None:
    view = dealt(PALAST, 7)
    found = judged(scene(view))
    melder = view.laws.knocking
    seen = far_outlook(found, melder, near_outlook(found, melder, view.hand or 0))
    facts = [*hand_facts(seen, 0.3), *scene_facts(found)]
    whole = weigh(judge_of(view.laws).waiting, facts)
    assert waiting_worth(found, seen, 0.3) == pytest.approx(whole)
