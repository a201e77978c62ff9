"""What makes a puzzle: hidden cards dealt anew, moves weighed by playing on, the stored proof."""

import pytest

from benchmarks.find_puzzles import ways_out_in
from rummy import engine
from rummy.bots.serving.dice import SeededDice
from rummy.engine.as_json.stored import action_from_json
from rummy.engine.cards import cards_of, mask_of, parse_cards
from rummy.engine.families.knock.actions import TAKE_UPCARD, Knock
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.table_melding.actions import TakeDiscard
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.moves import DRAW_STOCK, Discard
from rummy.puzzles import Position, Puzzle, same_move
from rummy.puzzles.puzzle import GO_OUT, THEMES, goes_out
from rummy.puzzles.store import stored_puzzles
from rummy.puzzles.weighing import PLAYOUTS, dealt_anew, weigh

from .positions import gin_position, take_it

pytestmark = pytest.mark.thorough

STORED = dict(stored_puzzles())
SMALL = (20, 60)


def hidden_of(state: engine.RoundState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if isinstance(state, KnockState):
        return state.hands, state.stock
    assert isinstance(state, TableMeldingState)
    return state.hidden.hands, state.hidden.stock


@pytest.mark.parametrize("key", STORED)
def test_dealt_anew_the_seat_knows_what_it_knew(key: str) -> None:
    """Same view, same number of cards everywhere, no card lost; what was seen taken stays."""
    position, dice = STORED[key].position, SeededDice(key)
    hands, stock = hidden_of(position.state)
    orders = set()
    for _ in range(5):
        anew = dealt_anew(position.state, position.seat, position.recalled, dice)
        assert engine.view(anew, position.seat) == position.view
        others, left = hidden_of(anew)
        assert [hand.bit_count() for hand in others] == [hand.bit_count() for hand in hands]
        assert sorted((*left, *(c for hand in others for c in cards_of(hand)))) == sorted(
            (*stock, *(c for hand in hands for c in cards_of(hand)))
        )
        for seat, hand in enumerate(others):
            kept = position.recalled.held_by(seat) & hands[seat]
            assert hand & kept == kept
        orders.add((others, left))
    assert len(orders) > 1


def test_house_rules_that_remember_cards_are_not_dealt_anew() -> None:
    rules = engine.build_rules("gin_palast", house_rules=("hirschn",))
    state, events = engine.start_round(rules, 2, engine.deck_cards(rules), 0)
    position = Position(rules, 2, tuple(events), 1)
    with pytest.raises(ValueError, match="house rules"):
        dealt_anew(state, 1, position.recalled, SeededDice("1"))


def test_the_best_move_is_found_with_its_distance() -> None:
    """GIN-8: gin at once against drawing on."""
    puzzle = take_it()
    found = weigh(puzzle.position, [DRAW_STOCK, TAKE_UPCARD], TAKE_UPCARD, SMALL)
    assert found is not None
    best, second = found
    assert (best.action, best.behind, best.margin) == (TAKE_UPCARD, 0, 0)
    assert second.action == DRAW_STOCK
    assert second.behind - second.margin > 0
    assert (best.playouts, second.playouts) == (60, 60)


def test_what_is_not_the_best_is_no_puzzle() -> None:
    assert weigh(take_it().position, [DRAW_STOCK, TAKE_UPCARD], DRAW_STOCK, SMALL) is None


def test_two_moves_as_good_are_no_puzzle() -> None:
    """Two kings of which neither helps: whichever goes, the rest is the same."""
    position = gin_position(
        "7s 7h 7d 4c 5c 6c 9h Th Jh Kd", "2s 3h 4d 8s 8c 9s 9d Qs Qc Ah", upcard="Ks"
    )
    drawn = position.after(engine.decide(position.state, 0, TAKE_UPCARD))
    discards = [Discard(card) for card in parse_cards("Kd 7s")]
    assert weigh(drawn, discards[:1] * 2, discards[0], SMALL) is None


def test_moves_that_come_to_the_same_are_one_answer() -> None:
    puzzle = take_it()
    drawn = puzzle.position.after(engine.decide(puzzle.position.state, 0, TAKE_UPCARD))
    (king,), (nine,) = parse_cards("Kd"), parse_cards("9h")
    laid = action_from_json(
        {"type": "knock", "card": "Kd", "melds": [["7s", "7h", "7d"], ["4c", "5c", "6c"]]}
    )
    assert same_move(drawn.state, 0, Knock(king), laid)
    assert not same_move(drawn.state, 0, Knock(king), Knock(nine))
    assert not same_move(drawn.state, 0, Knock(king), Discard(king))


def test_the_top_card_may_be_taken_with_or_without_its_name() -> None:
    rules = engine.build_rules("romme_500")
    state, _events = engine.start_round(rules, 2, engine.deck_cards(rules), 0)
    assert isinstance(state, TableMeldingState)
    top = state.open.pile[-1]
    assert same_move(state, 1, TakeDiscard(), TakeDiscard(top))
    assert not same_move(state, 1, TakeDiscard(), DRAW_STOCK)


@pytest.mark.parametrize("key", STORED)
def test_every_stored_puzzle_has_its_proof(key: str) -> None:
    """What could go out does; what was weighed was weighed ten thousand times, and is clear."""
    puzzle = STORED[key]
    assert puzzle.theme in THEMES
    assert key.startswith(puzzle.game)
    assert key.endswith(puzzle.theme)
    assert puzzle.position.state.turn == puzzle.position.seat
    if puzzle.theme == GO_OUT:
        assert goes_out(puzzle.position, puzzle.line)
        assert goes_out(puzzle.position, puzzle.line[:-1]) is None
        return
    best, second, *rest = puzzle.choices
    legal = engine.legal_actions(puzzle.position.state, puzzle.position.seat)
    assert all(choice.action in legal for choice in puzzle.choices)
    assert (best.playouts, second.playouts) == (PLAYOUTS, PLAYOUTS) == (10_000, 10_000)
    assert second.behind - second.margin > 0
    assert all(choice.behind >= second.behind - second.margin for choice in rest)


@pytest.mark.parametrize("key", STORED)
def test_a_stored_puzzle_can_be_read_back(key: str) -> None:
    puzzle = STORED[key]
    assert Puzzle.from_json(puzzle.to_json()) == puzzle


def test_the_house_comes_with_puzzles_of_every_game_and_kind() -> None:
    assert {puzzle.game for puzzle in STORED.values()} == {
        "gin_palast",
        "german_romme",
        "romme_500",
    }
    assert {puzzle.theme for puzzle in STORED.values()} == set(THEMES)


def test_the_same_deal_gives_the_same_puzzle() -> None:
    key, puzzle = next((key, one) for key, one in STORED.items() if one.theme == GO_OUT)
    (found,) = ways_out_in(puzzle.game, int(key.split("-")[1]))
    assert found == puzzle


def test_a_hand_that_would_have_knocked_is_not_dealt() -> None:
    """Who has had a turn and did not knock hardly holds ten points or less (GIN-5)."""
    position = gin_position(
        "7s 8s 9d 4c 5c 6c 9h Th Kh Kd", "2s 3h 4d 8h 8c 9s 9c Qs Qc Ah", upcard="2h"
    )
    events = list(engine.decide(position.state, 0, DRAW_STOCK))
    for action in (Discard(parse_cards("Kh")[0]), DRAW_STOCK, Discard(parse_cards("Qs")[0])):
        now = position.after(events)
        events += engine.decide(now.state, now.state.turn or 0, action)
    now = position.after(events)
    dice = SeededDice("thirty")
    for _ in range(30):
        anew = dealt_anew(now.state, 0, now.recalled, dice)
        assert isinstance(anew, KnockState)
        assert anew.laws.knocking.points(anew.hands[1]) > 10
        assert not mask_of(parse_cards("Qs")) & anew.hands[1]
