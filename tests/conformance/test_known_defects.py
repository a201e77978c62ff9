"""Where the referee is wrong, or plays by another book: each point shown, and that we are right."""

from itertools import combinations

import pytest

from rummy import engine
from rummy.engine.cards import BIT, cards_of, cards_text, mask_of, parse_card, parse_cards
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Discard,
    Knock,
)
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.melding import Meld
from tests.conformance import known_defects, referee
from tests.conformance.lockstep import Lockstep
from tests.conformance.rounds import play_in_lockstep
from tests.engine.dealing import deal

pytestmark = pytest.mark.skipif(not referee.AVAILABLE, reason=referee.MISSING)

CLASSIC = engine.build_rules("gin_classic")
MELDER = laws_of(CLASSIC).knocking


def hand(text: str) -> int:
    return mask_of(parse_cards(text))


def in_lockstep(
    starter: str, dealer: str = "", *, upcard: str = "", draw: str = "", limit: int = 10
) -> Lockstep:
    """Seat 1 starts with these cards and has drawn; the first upcard was passed by both."""
    rules = engine.build_rules("gin_classic", knock_limit=limit)
    dealt = deal(rules, starter=starter, dealer=dealer, upcard=upcard, stock=draw)
    both = Lockstep(rules, dealt.deck, dealer=0)
    for action in (PASS_UPCARD, PASS_UPCARD, DRAW_STOCK):
        both.does(action)
    return both


def knock(card: str) -> Knock:
    return Knock(parse_card(card))


def test_every_difference_has_its_test() -> None:
    named = {one.key for one in (*known_defects.DEFECTS, *known_defects.OTHER_RULES)}
    assert named == {
        "knock_refused", "tie_not_scored", "third_layoff", "hand_shown",
        "taken_card_back", "wall_knock", "stall_guard",
    }  # fmt: skip
    assert all(len(one.what) > 40 for one in known_defects.DEFECTS)


# The least deadwood of eleven cards


def least_by_hand(cards: int) -> int:
    """The least deadwood after a discard, by trying every group of melds there is."""
    return min(_least(cards ^ BIT[gone]) for gone in cards_of(cards))


def _least(cards: int) -> int:
    melds = [mask for mask in referee.meld_masks().values() if not mask & ~cards]
    best = MELDER.value(cards)
    for size in (1, 2, 3):
        for group in combinations(melds, size):
            laid = 0
            for mask in group:
                laid |= mask
            if laid.bit_count() == sum(mask.bit_count() for mask in group):
                best = min(best, MELDER.value(cards ^ laid))
    return best


@pytest.mark.parametrize(
    ("text", "theirs", "true"),
    [
        ("6s 3c 4c 5c 6c 2d 4d 5d 6d 2h 5h", 11, 9),
        ("4c 5c 6c 3d 4d 5d 6d 2h 3h 5h 6h", 12, 10),
        ("As 2s 3s 3c 4c 5c 6c 8c 9c Tc 3h", 1, 0),
        ("2s Ac 2c 3c Qc Ad 2d Qd Ah 2h Qh", 1, 0),
    ],
)
def test_the_least_deadwood_of_eleven_cards_is_found(text: str, theirs: int, true: int) -> None:
    cards = hand(text)
    assert referee.judging().min_deadwood(referee.their_hand(cards)) == theirs
    assert least_by_hand(cards) == true
    assert MELDER.points_after_discard(cards) == true


@pytest.mark.parametrize(
    ("ten", "drawn", "discard", "points", "limit"),
    [
        ("6s 3c 4c 5c 6c 2d 4d 5d 6d 2h", "5h", "6s", 9, 10),
        ("As 2s 3s 3c 4c 5c 6c 8c 9c Tc", "3h", "3h", 0, 0),
    ],
)
def test_a_legal_knock_is_offered(
    ten: str, drawn: str, discard: str, points: int, limit: int
) -> None:
    """The round itself: the referee does not let the player knock, though its functions would."""
    both = in_lockstep(ten, draw=drawn, limit=limit)
    assert referee.KNOCK not in both.theirs.legal_actions()
    assert both.is_refused(knock(discard))
    both.does(knock(discard))
    assert both.left_off
    assert both.differences[known_defects.KNOCK_REFUSED] >= 1
    assert both.state.open.shown[0].points == points


# Scores and lay-offs


def test_an_equalled_knock_is_an_undercut_gin_8() -> None:
    """Worked case 3: 8 against 8 pays the opponent the bonus; the referee pays nobody."""
    both = in_lockstep(
        "2s 3s 4s 9h 9d 9c Jc Qc Kc 8d", "2h 3h 4h Th Td Tc As Ac 6c Qs", upcard="Kd", draw="Jd"
    )
    both.does(knock("Jd"))
    assert not both.state.is_over
    opponent = both.state.hands[0]
    assert MELDER.points(opponent) == 18
    both = in_lockstep(
        "2s 3s 4s 9h 9d 9c Jc Qc Kc 8d", "2h 3h 4h Th Td Tc 5d 5c 5h 8h", upcard="Kd", draw="Jd"
    )
    both.does(knock("Jd"))
    both.does(ANSWER)
    score = engine.score(both.state)
    assert score is not None
    assert (score.reason, score.points) == ("undercut", (10, 0))
    assert list(both.theirs.returns()) == [0, 0]
    assert both.differences[known_defects.TIE_NOT_SCORED] == 1


def test_a_third_card_goes_onto_the_same_end_of_a_run_gin_6() -> None:
    run: Meld = parse_cards("5s 6s 7s")
    offered = referee.judging().all_layoffs(
        [referee.laying(run)[0] - referee.FIRST_MELD], referee.their_hand(hand("8s 9s"))
    )
    assert cards_text(referee.our_mask(offered)) == ["4s", "9s"]  # 9s again, and no Ts
    assert hand("8s 9s Ts") in MELDER.layoffs(run, hand("8s 9s Ts"))
    assert MELDER.meld(parse_cards("5s 6s 7s 8s 9s Ts")) is not None


def test_the_knocker_does_not_see_the_hand_that_answers() -> None:
    both = in_lockstep(
        "2s 3s 4s 9h 9d 9c Jc Qc Kc 8d", "2h 3h 4h Th Td Tc As Ac 6c Qs", upcard="Kd", draw="Jd"
    )
    both.does(knock("Jd"))
    defender = both.state.hands[0]
    shown = both.theirs.to_observation_struct(0).hands
    assert set(referee.judging().card_ints_to_card_strings(referee.their_hand(defender))) <= {
        card for cards in shown for card in cards
    }
    ours = engine.view(both.state, 1)
    text = str(ours.to_json())
    assert not [card for card in cards_text(defender) if f"'{card}'" in text]


# Another book of rules


def test_a_card_taken_from_the_pile_is_not_discarded_in_the_same_turn_gin_2() -> None:
    dealt = deal(CLASSIC, upcard="7h")
    both = Lockstep(CLASSIC, dealt.deck, dealer=0)
    both.does(TAKE_UPCARD)
    assert referee.THEIRS[parse_card("7h")] in both.theirs.legal_actions()
    with pytest.raises(engine.IllegalAction, match="taken_card_not_discarded"):
        both.does(Discard(parse_card("7h")))


def test_two_cards_left_in_the_stock_end_the_round_gin_10() -> None:
    """A round that ends so while the next player could knock with the upcard."""
    met = play_in_lockstep(CLASSIC, seed=279)
    assert met.differences[known_defects.WALL_KNOCK] == 1
    score = engine.score(met.state)
    assert score is not None
    assert (score.reason, met.state.open.stock_count) == ("stock_exhausted", 2)


def test_after_ten_upcards_in_a_row_one_draws_from_the_stock_gin_14() -> None:
    """Back and forth with the pile: we ask for a draw after ten, the referee never does."""
    dealt = deal(CLASSIC, upcard="7h")
    both = Lockstep(CLASSIC, dealt.deck, dealer=0)
    for _ in range(10):
        both.does(TAKE_UPCARD)
        legal = engine.legal_actions(both.state, both.state.turn or 0)
        both.does(next(action for action in legal if isinstance(action, Discard)))
    assert engine.legal_actions(both.state, both.state.turn or 0) == [DRAW_STOCK]
    assert referee.UPCARD in both.theirs.legal_actions()
    assert both.differences[known_defects.STALL_GUARD] == 1
