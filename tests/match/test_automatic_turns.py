"""What is played for somebody who is late: what was laid stays as far as it can (PLAY-45).

And nothing is looked for, so that no hand holds up the table: the moves come without any list.
"""

import random
from typing import Any

import pytest

from rummy import engine
from rummy.bots import safe_turn
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding import views
from rummy.engine.families.table_melding.actions import EndTurn, Undo
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import Discard, DrawStock
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from tests.engine.table_melding.dealing import (
    Round,
    dealt,
    discard,
    lay_off,
    meld,
    position,
    swap,
    table_of,
    take,
)
from tests.engine.table_melding.playing import eager, wild
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER, VARIANTS, german
from tests.engine.variants import PLAYED_APART, TEAMS


def played_for(round_: Round, seat: int = 0) -> list[Action]:
    """The automatic turn, action by action, each accepted by `decide`."""
    turn = safe_turn(engine.view(round_.state, seat))
    actions = [next(turn)]
    while True:
        round_.does(seat, actions[-1])
        if round_.state.turn != seat:
            return actions
        actions.append(turn.send(engine.view(round_.state, seat)))


def test_a_finished_meld_stays_r500_2() -> None:
    round_ = position(FIVE_HUNDRED, "7h 7d 7s Kc 2c", opened=True)
    round_.does(0, meld("7s 7h 7d"))
    assert played_for(round_) == [discard("Kc")]
    assert round_.table() == ["7s 7h 7d"]


def test_a_first_meld_that_reaches_its_minimum_stays_ger_8() -> None:
    round_ = position(GERMAN, "Ts Th Td 5c 6c 7c Kh 2h", opened=False)
    for one in ("Ts Th Td", "5c 6c 7c"):
        round_.does(0, meld(one))
    assert played_for(round_) == [discard("Kh")]
    assert round_.table() == ["Ts Th Td", "5c 6c 7c"]


def test_a_first_meld_below_its_minimum_is_taken_back_ger_8() -> None:
    round_ = position(GERMAN, "3c 4c 5c Kh 2h 9d", opened=False)
    round_.does(0, meld("3c 4c 5c"))
    assert played_for(round_) == [Undo(), discard("Kh")]
    assert round_.table() == []


def test_a_rearranged_table_stays_ger_v6() -> None:
    round_ = position(ROBBER, "8d2 Kh 2c", melds=["6d 7d 8d 9d Td"])
    round_.does(0, table_of("6d 7d 8d2", "8d 9d Td"))
    assert played_for(round_) == [EndTurn()]
    assert sorted(round_.table()) == ["6d 7d 8d2", "8d 9d Td"]


def test_an_exchanged_joker_that_waits_goes_back_and_what_stands_without_it_stays_ger_9() -> None:
    melds = ["5d X1=6d 7d", "9s 9h 9c"]
    round_ = position(GERMAN, "6d 9d Kh Qs 2c 3c", melds=melds, opened=True)
    round_.does(0, swap("6d", "X1", 0))
    round_.does(0, lay_off("9d", 1))
    assert played_for(round_) == [Undo(), Undo(), lay_off("9d", 1), discard("Kh")]
    assert round_.table() == ["5d X1=6d 7d", "9s 9h 9d 9c"]


def test_a_card_taken_and_not_used_goes_back_and_melds_without_it_stay_r500_3() -> None:
    round_ = position(FIVE_HUNDRED, "7h 7d 7s 4c 3c", pile="9d Kd Kh", stock="Qs", phase=Phase.DRAW)
    round_.does(0, take("9d"))
    round_.does(0, meld("7s 7h 7d"))
    actions = played_for(round_)
    assert actions == [Undo(), Undo(), DrawStock(), meld("7s 7h 7d"), discard("Qs")]
    assert round_.table() == ["7s 7h 7d"]


def test_a_card_taken_that_must_be_melded_ger_v2() -> None:
    rules = german(discard_draw="must_meld")
    round_ = position(
        rules, "Ks Kh Kd 4c 3c", pile="9d", stock="Qs", phase=Phase.DRAW, opened=False
    )
    round_.does(0, take())
    assert played_for(round_) == [Undo(), DrawStock(), discard("Qs")]


@pytest.mark.parametrize("player", [eager, wild], ids=["eager", "wild"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_automatic_turn_is_legal_in_every_position(variant: str, player: Any) -> None:
    """Whoever leaves, wherever: the turn ends, and as much stays as the longest prefix."""
    rules, dice = VARIANTS[variant], random.Random(f"{variant} {player.__name__}")
    for number in range(2):
        round_ = dealt(rules, min(3, max(rules.seats)), dice.randrange(2**32), dealer=number)
        for _ in range(120):
            seat = round_.state.turn
            if seat is None:
                break
            may_end = bool(table_melding.legal_actions(round_.state, seat)) and any(
                isinstance(one, Discard | EndTurn)
                for one in table_melding.legal_actions(round_.state, seat)
            )
            left = Round(round_.state)
            actions = played_for(left, seat)
            assert not (may_end and len(actions) > 1), (variant, number)
            legal = table_melding.legal_actions(round_.state, seat)
            round_.does(seat, player(round_.state, legal, dice))


@pytest.mark.parametrize("rules", [*PLAYED_APART, *TEAMS], ids=lambda rules: rules.digest)
def test_the_automatic_turn_of_gin_is_legal_in_every_position(rules: RuleSet) -> None:
    dice = random.Random(rules.digest)
    for number in range(3):
        deck = list(engine.deck_cards(rules))
        dice.shuffle(deck)
        state, _ = engine.start_round(rules, rules.seats[0], deck, number % 2)
        for _ in range(80):
            seat = state.turn
            if seat is None:
                break
            legal = engine.legal_actions(state, seat)
            assert next(safe_turn(engine.view(state, seat))) in legal
            for event in engine.decide(state, seat, dice.choice(legal)):
                state = engine.evolve(state, event)


def test_nothing_is_listed_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table's own moves may not depend on what a hand could do."""

    def listed(*_: object) -> None:
        raise AssertionError("an automatic move needs no list")

    round_ = dealt(ROBBER, 2, 1)
    monkeypatch.setattr(views, "legal_actions", listed)
    monkeypatch.setattr(table_melding, "legal_actions", listed)
    while round_.state.turn is not None:
        played_for(round_, round_.state.turn)
    assert round_.score.reason == "stock_exhausted"
