"""Accuracy: the strong bot's choices are perfect, others' the less the weaker they play."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from rummy import engine
from rummy.bots import BOTS, recall, remember
from rummy.engine.records import Event
from rummy.hints.review import decisions
from rummy.skill import Tally, accuracy, tally
from rummy.skill.measure import STORED, game_of, levels_of, loss
from tests.bots.table import Seating
from tests.engine.dealing import PALAST

pytestmark = pytest.mark.thorough

LONG = ("german_romme", "romme_500")
GAMES = ("gin_palast", *(pytest.param(game, marks=pytest.mark.soak) for game in LONG))
LEVELS = ("casual", "solid", "expert")


def played(rules: engine.RuleSet, keys: tuple[str, str], seed: int) -> list[Event]:
    """The log of a round between these bots."""
    seating = Seating(rules, [BOTS[key] for key in keys], Random(seed))
    decks = [[*engine.deck_cards(rules)] for _ in range(1 + rules.reshuffles)]
    for number, deck in enumerate(decks):
        Random(f"{seed} {number}").shuffle(deck)
    state, events = engine.start_round(rules, 2, decks[0], seed % 2, decks[1:])
    seating.recalled = recall(events)
    while state.turn is not None:
        for event in engine.decide(state, state.turn, seating.choose(state, state.turn)):
            state = engine.evolve(state, event)
            seating.recalled = remember(seating.recalled, event)
            events.append(event)
    return events


def tallies(game: str, level: str, rounds: int) -> list[Tally]:
    rules = engine.build_rules(game)
    return [tally(rules, 2, played(rules, (level, "solid"), seed), 0) for seed in range(rounds)]


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_fifty_rounds_tell_the_levels_apart(game: str) -> None:
    name = game_of(engine.build_rules(game))
    found = [accuracy(tallies(game, level, 50), name) for level in LEVELS]
    percents = [one.percent for one in found if one is not None]
    assert percents == sorted(percents)
    assert len(set(percents)) == 3
    assert percents[-1] > 98
    for one, percent in zip(found, levels_of(name).values(), strict=True):
        assert one is not None
        assert one.margin is not None
        assert abs(one.percent - percent) <= 2 * one.margin + 1


def test_what_a_decision_loses_grows_with_its_cost_and_never_beyond_all() -> None:
    assert loss(0) == 0
    assert loss(-0.1) == 0
    assert round(loss(2), 2) == 0.49
    assert 0.96 < loss(10) < loss(100) <= 1


def test_few_rounds_have_no_margin_and_none_no_accuracy() -> None:
    assert accuracy([], "gin") is None
    assert accuracy([Tally(0, 0.0, 0.0)] * 9, "gin") is None
    one = accuracy([Tally(10, 1.0, 1.1)] * 4, "gin")
    assert one is not None
    assert (one.margin, one.decisions, one.rounds) == (None, 40, 4)
    five = accuracy([Tally(10, 1.0, 1.1)] * 5, "gin")
    assert five is not None
    assert five.margin == 0


def test_more_rounds_have_a_narrower_margin() -> None:
    found = tallies("gin_palast", "casual", 60)
    few, many = accuracy(found[:15], "gin"), accuracy(found, "gin")
    assert few is not None
    assert many is not None
    assert few.margin is not None
    assert many.margin is not None
    assert many.margin < few.margin


def test_hidden_cards_change_nothing() -> None:
    """The same moves over another stock below and another hand opposite are judged alike."""
    events = played(PALAST, ("casual", "solid"), 4)
    before = next(iter(decisions(PALAST, 2, events, 0)))
    deal: Any = events[0]
    hidden = replace(deal, stock=tuple(reversed(deal.stock)))
    after = next(iter(decisions(PALAST, 2, [hidden, *events[1:]], 0)))
    assert after == before


def test_every_game_has_pars_that_are_losses() -> None:
    for game in ("gin", "german_romme", "romme_500"):
        stored = json.loads(STORED.read_text())[game]
        for kind, losses in stored["losses"].items():
            assert len(losses) == len(stored["bounds"][kind]) + 1
            assert all(0 < one <= 1 for one in losses)
    for key in engine.PRESETS:
        assert 0 <= levels_of(game_of(engine.build_rules(key)))["casual"] <= 100
