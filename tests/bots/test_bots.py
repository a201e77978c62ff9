"""All bots: they finish every round legally, see only their seat, and think fast enough."""

from random import Random
from statistics import mean
from typing import Any

import pytest

from rummy import engine
from rummy.bots import BOTS, safe_turn
from rummy.engine.families.knock.actions import (
    Answer,
    Discard,
    DrawStock,
    PassUpcard,
    TakeUpcard,
)
from rummy.engine.families.knock.state import KnockState
from rummy.engine.records import Action

from .table import PLAIN, RULE_SETS, Seating, after, discard, name_of, other_world, seat_to_draw

pytestmark = pytest.mark.thorough

PAIRS = [
    ("casual", "solid"), ("expert", "casual"), ("greedy", "random"), ("safe", "safe"),
]  # fmt: skip
ROUNDS_PER_PAIR = 2


def test_the_registry_names_every_bot_once() -> None:
    assert list(BOTS) == ["casual", "solid", "expert", "random", "greedy", "safe"]
    assert all(bot.key == key for key, bot in BOTS.items())


@pytest.mark.parametrize("pair", PAIRS, ids=" – ".join)
@pytest.mark.parametrize("rules", RULE_SETS, ids=name_of)
def test_bots_finish_every_round_by_legal_actions(
    rules: engine.RuleSet, pair: tuple[str, str]
) -> None:
    """`Seating` asserts legality; each round of each pair under each rule-set has to end."""
    seating = Seating(rules, [BOTS[key] for key in pair], Random(repr(pair)))
    for number in range(ROUNDS_PER_PAIR):
        score = seating.play_round(dealer=number % 2)
        assert score.reason in {"knock", "gin", "undercut", "stock_exhausted"}
    assert len(seating.seconds) < 600 * ROUNDS_PER_PAIR


@pytest.mark.drawn(26)
@pytest.mark.parametrize("key", BOTS)
@pytest.mark.parametrize("rules", RULE_SETS, ids=name_of)
def test_a_choice_stays_the_same_when_hidden_cards_change(rules: engine.RuleSet, key: str) -> None:
    """Twin worlds: what a seat cannot see must not move its bot (P14)."""
    seating = Seating(rules, [BOTS[key], BOTS["greedy"]], Random(7))
    dice, changed = Random(8), 0
    for number in range(2):
        for state, seat, _ in seating.positions(dealer=number % 2):
            if seat != 0:
                continue
            assert isinstance(state, KnockState)
            twin = other_world(state, seat, dice)
            changed += twin != state
            assert choice_in(state, seat, key) == choice_in(twin, seat, key)
    assert changed > 5


def choice_in(state: KnockState, seat: int, key: str) -> Action:
    seen, legal = engine.view(state, seat), engine.legal_actions(state, seat)
    return BOTS[key].choose(seen, legal, Random(9))


def test_twin_worlds_differ_in_the_hand_that_is_hidden() -> None:
    """Power of the test above: a bot that looked at the opponent's cards would see others."""
    seating = Seating(RULE_SETS[0], [BOTS["greedy"], BOTS["greedy"]], Random(7))
    dice, differ = Random(8), []
    for state, seat, _ in seating.positions(dealer=1):
        assert isinstance(state, KnockState)
        twin = other_world(state, seat, dice)
        differ.append(state.hands[1 - seat] != twin.hands[1 - seat])
        assert engine.view(state, seat) == engine.view(twin, seat)
    assert mean(differ) > 0.9


def test_the_random_bot_gives_every_action_the_same_chance() -> None:
    seating = Seating(RULE_SETS[0], [BOTS["random"], BOTS["random"]], Random(1))
    state = seating.deal(dealer=1)
    draws = [seating.choose(state, 0) for _ in range(2000)]
    assert 900 < sum(isinstance(action, DrawStock) for action in draws) < 1100


def test_the_safe_bot_never_takes_and_never_knocks_and_gives_back_what_it_drew() -> None:
    for rules in PLAIN:
        seating = Seating(rules, [BOTS["safe"], BOTS["greedy"]], Random(4))
        for number in range(30):
            for state, seat, action in seating.positions(dealer=number % 2):
                if seat == 0:
                    assert isinstance(action, PassUpcard | DrawStock | Discard | Answer)
                    assert isinstance(state, KnockState)
                    assert not isinstance(action, Discard) or action.card == state.drawn


def test_the_safe_move_after_a_taken_upcard_spoils_no_meld() -> None:
    """The player took the 7s and left: it may not be discarded, so the worst other card goes."""
    state = after(seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s"), TakeUpcard())
    assert next(safe_turn(engine.view(state, 0))) == discard("Kd")


def test_no_bot_plays_a_family_it_does_not_know_nor_for_a_spectator() -> None:
    state = seat_to_draw("7h 7d 2s 3s 4s 9c Th Kd As 5c", upcard="7s")
    legal = engine.legal_actions(after(state, DrawStock()), 0)
    with pytest.raises(ValueError, match="spectator"):
        BOTS["greedy"].choose(engine.view(state, None), legal, Random(0))
    with pytest.raises(TypeError, match="no bot plays the family 'other'"):
        BOTS["greedy"].choose(OtherView(), legal, Random(0))


class OtherNumbers:
    """The numbers of a family without bots."""

    family = "other"


class OtherView:
    """A seat's view in that family."""

    seat, phase, turn = 0, "draw", 0
    rules = engine.RuleSet("other", OtherNumbers())

    def legal_actions(self) -> list[Action]:
        return []

    def to_json(self) -> dict[str, Any]:
        return {}
