"""Rounds played out under any rules of the family, by the same policies."""

from collections import Counter
from random import Random

import pytest

from rummy.engine import PRESETS, RuleSet, build_rules, deck_cards, evolve, start_round
from rummy.engine.families.knock.events import StockDrawn
from rummy.engine.families.knock.state import KnockState
from rummy.engine.simulation import (
    RoundAtTheDoor,
    SimulatedRound,
    Thrifty,
    Uniform,
    play_out,
    simulated,
)
from tests.engine.dealing import PALAST
from tests.engine.playing import shuffled
from tests.engine.simulation.both import Both, dealt, policies_of
from tests.engine.variants import TEAMS, VARIANTS, name_of

PLAIN = [build_rules(key) for key in ("gin_palast", "gin_classic", "gin_classic_seed")]


def begun(rules: RuleSet, seed: int) -> KnockState:
    dice = Random(seed)
    seats = min(rules.seats)
    state, _ = start_round(rules, seats, shuffled(rules, dice), dice.randrange(seats))
    assert isinstance(state, KnockState)
    return state


@pytest.mark.parametrize("rules", PLAIN, ids=name_of)
def test_plain_rounds_come_to_the_same_end_either_way(rules: RuleSet) -> None:
    for seed in range(40):
        state = begun(rules, seed)
        fast, slow = SimulatedRound.of(state), RoundAtTheDoor(state)
        assert play_out(fast, policies_of(seed)) == play_out(slow, policies_of(seed))
        assert (fast.hands, fast.pile) == (slow.hands, slow.pile)


@pytest.mark.parametrize("rules", [*VARIANTS, *TEAMS], ids=name_of)
def test_rounds_under_every_special_rule_are_played_out(rules: RuleSet) -> None:
    seats = min(rules.seats)
    ends: Counter[str] = Counter()
    for seed in range(4):
        playing = simulated(begun(rules, seed))
        score = play_out(playing, [Thrifty()] * seats)
        assert score == playing.score
        assert len(score.points) == seats
        ends[score.reason] += 1
    wild = Uniform(Random(1))
    assert play_out(simulated(begun(rules, 9)), [wild] * seats).points
    assert ends["stock_exhausted"] < 4


def test_the_fast_way_is_taken_where_it_is_proved() -> None:
    assert isinstance(simulated(begun(PALAST, 1)), SimulatedRound)
    jokers = build_rules("gin_palast", house_rules=["jokers"])
    assert isinstance(simulated(begun(jokers, 1)), RoundAtTheDoor)


def test_a_copy_goes_its_own_way() -> None:
    state = begun(build_rules("gin_palast", house_rules=["jokers", "tedesco"]), 3)
    playing = RoundAtTheDoor(state)
    other = playing.copy()
    score = play_out(playing, policies_of(3))
    assert other.state is state
    assert play_out(other, policies_of(3)) == score


def test_a_round_is_taken_up_in_the_middle_of_a_turn() -> None:
    state = begun(build_rules("gin_palast", house_rules=["cyclic_runs"]), 3)
    after = evolve(state, StockDrawn(state.turn or 0, state.stock[-1]))
    assert play_out(simulated(after), policies_of(1)).points


def test_what_cannot_be_played_out_is_refused() -> None:
    both = Both(dealt(PALAST, Random(1)))
    both.play_out(policies_of(1))
    with pytest.raises(ValueError, match="phase over"):
        RoundAtTheDoor(both.state)
    others = [preset for preset in PRESETS.values() if preset.family != "knock"]
    for preset in others:
        rules = preset.build()
        seats = min(rules.seats)
        state, _ = start_round(rules, seats, deck_cards(rules), 0)
        with pytest.raises(ValueError, match="knock family"):
            simulated(state)
