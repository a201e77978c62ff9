"""Within one's own turn everything that showed nothing hidden can be taken back, and only that."""

from rummy.engine.cards import cards_text
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import RESET_TURN, UNDO
from rummy.engine.families.table_melding.events import TakenBack
from rummy.engine.families.table_melding.state import Phase
from rummy.engine.moves import DRAW_STOCK
from tests.engine.table_melding.dealing import (
    discard,
    lay_off,
    meld,
    position,
    swap,
    take,
)
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN


def test_every_step_is_taken_back_one_by_one_to_exactly_what_was() -> None:
    round_ = position(
        GERMAN,
        "7d 9h 4s 5s Ks Kd2 2s",
        melds=["5h 6h X1=7h 8h", "7s 7h2 X2=7c"],
        pile="3c 7h",
        phase=Phase.DRAW,
    )
    steps = [take(), swap("7h", "X1"), meld("4s 5s X1=6s"), lay_off("9h"), swap("7d", "X2", at=1),
             meld("Ks Kd2 X2=Kc")]  # fmt: skip
    stages = [round_.state]
    for step in steps:
        round_.does(0, step)
        stages.append(round_.state)
    assert [step.act for step in round_.state.open.steps] == [
        "take", "exchange", "meld", "lay_off", "exchange", "meld",
    ]  # fmt: skip
    while stages:
        assert round_.state == stages.pop()
        if stages:
            round_.does(0, UNDO)
    assert round_.refuses(0, UNDO)[:2] == ("nothing_to_take_back", "GER-7")


def test_the_whole_turn_is_taken_back_at_once() -> None:
    round_ = position(GERMAN, "4s 5s 6s 9h 9d 9c 2s", pile="3c 7h", phase=Phase.DRAW)
    before = round_.state
    for step in (take(), meld("4s 5s 6s"), meld("9h 9d 9c")):
        round_.does(0, step)
    assert round_.does(0, RESET_TURN) == [TakenBack(0, 3)]
    assert round_.state == before


def test_a_card_drawn_from_the_stock_stays_drawn() -> None:
    round_ = position(GERMAN, "4s 5s 6s 2s", phase=Phase.DRAW, stock="9c")
    round_.does(0, DRAW_STOCK)
    drawn = round_.state
    assert round_.refuses(0, UNDO)[0] == "nothing_to_take_back"
    round_.does(0, meld("4s 5s 6s"))
    round_.does(0, RESET_TURN)
    assert round_.state == drawn
    assert "9c" in cards_text(round_.hand(0))


def test_after_the_discard_nothing_is_taken_back_and_never_by_another() -> None:
    round_ = position(GERMAN, "4s 5s 6s 2s 3d", others=["8c 8d"])
    round_.does(0, meld("4s 5s 6s"))
    assert round_.refuses(1, UNDO)[0] == "not_your_turn"
    round_.does(0, discard("2s"))
    assert round_.refuses(0, UNDO)[0] == "not_your_turn"
    assert round_.refuses(1, UNDO)[0] == "nothing_to_take_back"


def test_a_joker_that_came_to_the_hand_goes_back_to_its_meld_r500_6() -> None:
    round_ = position(FIVE_HUNDRED, "9d 5s 6s 2c", melds=["8d X1=9d Td"])
    before = round_.state
    round_.does(0, swap("9d", "X1"))
    round_.does(0, meld("5s 6s X1=7s"))
    round_.does(0, UNDO)
    assert cards_text(round_.hand(0)) == ["5s", "6s", "2c", "X1"]
    round_.does(0, UNDO)
    assert round_.state == before


def test_the_list_offers_to_take_back_what_was_done() -> None:
    round_ = position(GERMAN, "4s 5s 6s 9h 9d 9c 2s")
    assert UNDO not in table_melding.legal_actions(round_.state, 0)
    round_.does(0, meld("4s 5s 6s"))
    assert table_melding.legal_actions(round_.state, 0)[-1:] == [UNDO]
    round_.does(0, meld("9h 9d 9c"))
    assert table_melding.legal_actions(round_.state, 0)[-2:] == [UNDO, RESET_TURN]
