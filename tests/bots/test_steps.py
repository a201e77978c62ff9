"""A decision in gin ends after so many steps, the same whatever was remembered before."""

import random
from collections.abc import Iterator

import pytest

from rummy import engine
from rummy.bots.knock.hands import HOPING_STEPS, best_discard, own_hand
from rummy.bots.knock.options import worths
from rummy.engine.budget import DECIDING_STEPS, Budget
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard
from rummy.engine.families.knock.views import KnockView
from rummy.engine.melding.wild import WildMelder
from rummy.hints import STEPS_AT_ONCE, advise, advise_at_once

FREELY = 10**9
# What is under way when the steps are over comes to its end: laying out, or one hand with jokers.
TO_THE_END = 5_000
PLAIN: tuple[str, ...] = ()
DEAR = ("jokers", "cyclic_runs", "rainbow_runs")


def positions(house_rules: tuple[str, ...], seeds: int) -> Iterator[KnockView]:
    """Of whole rounds; in every second one a player was dealt all jokers there are."""
    rules = engine.build_rules("gin_palast", house_rules=house_rules)
    for seed in range(seeds):
        dice = random.Random(seed)
        deck = list(engine.deck_cards(rules))
        dice.shuffle(deck)
        if seed % 2:
            jokers = [card for card in deck if card >= 104]
            deck = [card for card in deck if card < 104]
            for place, joker in enumerate(jokers):
                deck.insert(2 * place, joker)
        state, _events = engine.start_round(rules, 2, deck, dealer=0)
        for _turn in range(24):
            if state.turn is None:
                break
            view = engine.view(state, state.turn)
            assert isinstance(view, KnockView)
            yield view
            for event in engine.decide(state, state.turn, dice.choice(view.legal_actions())):
                state = engine.evolve(state, event)


def spent(view: KnockView, most: int = FREELY) -> int:
    steps = Budget(most)
    worths(view, view.legal_actions(), steps=steps)
    return most - steps.left


def forget(view: KnockView) -> None:
    melder = view.laws.knocking
    assert isinstance(melder, WildMelder)
    melder.counted_after_discard.cache_clear()
    melder._least.cache_clear()


def test_what_was_remembered_counts_as_if_it_were_looked_at() -> None:
    for view in positions(DEAR, 2):
        forget(view)
        first = spent(view)
        assert first == spent(view)


@pytest.mark.parametrize("house_rules", [PLAIN, DEAR], ids=["plain", "dear"])
def test_ordinary_decisions_are_far_below_what_there_is(house_rules: tuple[str, ...]) -> None:
    assert max(spent(view) for view in positions(house_rules, 6)) < DECIDING_STEPS / 2


def test_where_steps_are_over_it_ends_with_something_that_may_be_done() -> None:
    for view in positions(DEAR, 4):
        legal = view.legal_actions()
        for most in (1, 50, 500):
            steps = Budget(most)
            found = worths(view, legal, steps=steps)
            assert most - steps.left <= most + TO_THE_END
            assert all(worth.action in legal for worth in found)
            assert bool(found) == bool(worths(view, legal))


def test_fewer_steps_look_at_less() -> None:
    hard = [view for view in positions(DEAR, 6) if spent(view) > 1_000]
    assert hard
    assert all(spent(view, 50) < spent(view) for view in hard)


def test_plain_gin_is_advised_at_once() -> None:
    """Always; and what few steps suffice for is the same hint."""
    for view in positions(PLAIN, 4):
        assert spent(view) < STEPS_AT_ONCE
        assert advise_at_once(view) == advise(view)


def test_a_discard_for_an_absent_player_is_chosen_soon() -> None:
    """Whatever is alike: the more jokers, the fewer draws are looked at for each."""
    for view in positions(DEAR, 4):
        discards = [one for one in view.legal_actions() if isinstance(one, Discard)]
        if not discards:
            continue
        melder = view.laws.knocking
        chosen = best_discard(view, discards)
        points = [melder.points(own_hand(view) ^ BIT[one.card]) for one in discards]
        assert melder.points(own_hand(view) ^ BIT[chosen.card]) == min(points)
    assert HOPING_STEPS <= STEPS_AT_ONCE
