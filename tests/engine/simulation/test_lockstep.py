"""The simulation plays by the door's rules: the same choices, the same course, the same score."""

from collections import Counter
from random import Random

import pytest

from rummy import engine
from rummy.engine.families import knock
from rummy.engine.families.knock.state import KnockState, Phase
from rummy.engine.simulation import SimulatedRound, Thrifty, play_out, simulates
from tests.engine.dealing import deal
from tests.engine.playing import sensible
from tests.engine.simulation.both import Both, compare_rounds, dealt, policies_of
from tests.engine.variants import VARIANTS, name_of

pytestmark = pytest.mark.thorough

QUIET = [["oklahoma"], ["gin_pro", "training"], ["gin_pro", "oklahoma", "training"]]
RULE_SETS = [
    *(engine.build_rules(preset) for preset in ("gin_palast", "gin_classic", "gin_classic_seed")),
    *(engine.build_rules("gin_palast", house_rules=keys) for keys in QUIET),
    *(engine.build_rules("gin_classic", knock_limit=limit) for limit in (0, 1, 5)),
    engine.build_rules("gin_palast", upcard_streak_limit=2, point_limit=50, gin_bonus=20),
    engine.build_rules("gin_classic", lay_off="never", undercut_bonus=25, box_bonus=5),
]
ENDS = {"knock", "gin", "undercut", "stock_exhausted"}


def reasons(ends: Counter[tuple[str, str]]) -> set[str]:
    return {reason for _, reason in ends}


def test_rounds_agree_with_the_door_at_every_choice() -> None:
    assert reasons(compare_rounds(RULE_SETS, 220, seed=1)) == ENDS


@pytest.mark.thorough
@pytest.mark.drawn(1)
@pytest.mark.parametrize("thousand", range(4))
def test_thousands_of_rounds_agree_with_the_door_at_every_choice(thousand: int) -> None:
    ends = compare_rounds(RULE_SETS, 1000, seed=20261120 + thousand)
    assert sum(ends.values()) == 1000
    for key in ("gin_palast", "gin_classic"):
        assert {reason for preset, reason in ends if preset == key} == ENDS


@pytest.mark.parametrize("rules", RULE_SETS[:4], ids=name_of)
def test_a_round_is_taken_up_wherever_it_stands(rules: engine.RuleSet) -> None:
    """From the middle of a turn too, and the end is the one the round itself comes to."""
    dice = Random(5)
    for seed in range(6):
        both = Both(dealt(rules, Random(seed)))
        while not both.state.is_over:
            seat = both.state.turn or 0
            score = play_out(SimulatedRound.of(both.state), policies_of(seed))
            assert score == Both(both.state).play_out(policies_of(seed))
            both.at_the_door(seat, sensible(both.state, dice))


def test_a_round_is_imagined_from_a_view_and_the_cards_it_hides() -> None:
    both = Both(dealt(RULE_SETS[0], Random(4)))
    seen = knock.view(both.state, both.playing.turn)
    imagined = SimulatedRound(seen.laws, seen.open, both.state.hands, both.state.stock)
    assert play_out(imagined, policies_of(8)) == both.play_out(policies_of(8))


def test_a_copy_goes_its_own_way() -> None:
    playing = SimulatedRound.of(dealt(RULE_SETS[0], Random(1)))
    policies = policies_of(3)
    other = playing.copy()
    before = [other.hands[:], other.pile[:], other.stock[:], [held[:] for held in other.held]]
    assert play_out(playing, policies).points
    assert [other.hands, other.pile, other.stock, other.held] == before
    assert other.score is None
    assert play_out(other, policies_of(3)) == play_out(
        SimulatedRound.of(dealt(RULE_SETS[0], Random(1))), policies_of(3)
    )


def test_only_rules_that_are_proved_equal_are_simulated() -> None:
    quiet = {frozenset(), frozenset({"gin_pro"}), frozenset({"oklahoma"}), frozenset({"training"})}
    for rules in VARIANTS:
        is_gin = rules.family == "knock" and not rules.teams
        assert simulates(rules) == (is_gin and frozenset(rules.house_rules) in quiet), rules.key


def test_a_round_whose_rules_or_phase_are_not_simulated_is_refused() -> None:
    joker = dealt(engine.build_rules("gin_palast", house_rules=["jokers"]), Random(1))
    with pytest.raises(ValueError, match="not simulated"):
        SimulatedRound.of(joker)
    with pytest.raises(ValueError, match="phase over"):
        SimulatedRound.of(ended(dealt(RULE_SETS[0], Random(1))))


def ended(state: KnockState) -> KnockState:
    both = Both(state)
    both.play_out(policies_of(1))
    return both.state


def test_the_knocker_lays_what_leaves_the_opponent_least_to_lay_off() -> None:
    """GIN-6: three sets, not three runs, which would take five of the opponent's cards."""
    both = Both(
        deal(
            starter="5s 6s 7s 5c 6c 7c 5d 6d 7d As",
            dealer="3s 4s 8s 4c 8c 4d 8d 5h 6h 7h",
            upcard="Kc",
            stock="Kd",
        ).state
    )
    score = both.play_out((Thrifty(), Thrifty()))
    assert (score.reason, score.lines[0].points) == ("knock", 2)


def test_the_third_draw_after_two_passes_is_from_the_stock() -> None:
    """GIN-11: whoever began must draw from the stock when both have left the first upcard."""
    playing = SimulatedRound.of(dealt(engine.build_rules("gin_classic"), Random(2)))
    assert playing.phase is Phase.UPCARD_OFFER
    first = playing.turn
    playing.pass_upcard()
    assert playing.turn == 1 - first
    playing.pass_upcard()
    assert (playing.turn, playing.may_take_upcard) == (first, False)
