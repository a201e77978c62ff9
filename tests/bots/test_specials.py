"""Bots under the special rules: glasses are caught when they are there, Hirschn is meant."""

from random import Random

import pytest

from rummy import engine
from rummy.bots import BOTS
from rummy.bots.knock.hands import knock_view
from rummy.bots.knock.options import worths
from rummy.bots.knock.specials import sure_gain
from rummy.engine.cards import parse_card, parse_cards
from rummy.engine.families.knock.actions import Discard, DrawStock, Knock, TakeUpcard
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.house_rules.catch_the_glass import CatchRun, CatchSet
from rummy.engine.house_rules.hirschn import ANNOUNCE, AnnounceHirschn, Window
from rummy.engine.records import Action

from .table import Seating, after

THINKING = ("solid", "expert")


def holding(
    hand: str, house_rules: list[str], *, upcard: str, drawn: str, pile: str = ""
) -> KnockState:
    """Gin with these house rules: seat 0 has drawn this card; the pile lies as named."""
    rules = engine.build_rules("gin_palast", house_rules=house_rules)
    own, up = parse_cards(hand), parse_cards(f"{upcard} {drawn}")
    below = parse_cards(pile)
    named = (*own, *up, *below)
    others = [card for card in engine.deck_cards(rules) if card not in named]
    hands = [card for pair in zip(own, others[:10], strict=True) for card in pair]
    deck = [*hands, *up, *others[10:], *below]
    state = after(engine.start_round(rules, 2, deck, dealer=1)[0], DrawStock())
    now = state.open._replace(pile=(*below, *state.open.pile))
    return state._replace(open=now, stock=state.stock[len(below) :])


def choice(key: str, state: KnockState) -> Action:
    assert state.turn is not None
    seen, legal = engine.view(state, state.turn), engine.legal_actions(state, state.turn)
    action = BOTS[key].choose(seen, legal, Random(1))
    assert action in legal
    return action


def evolved(state: KnockState, action: Action) -> KnockState:
    return after(state, action)


@pytest.mark.parametrize("key", THINKING)
def test_a_glass_that_is_there_is_caught_first_gin_s1(key: str) -> None:
    state = holding(
        "7h 7d 2s 3s 4s 9c Th Kd As 5c", ["catch_the_glass"],
        upcard="8c", drawn="Qc", pile="Jh Js 4d Jc",
    )  # fmt: skip
    claimed = choice(key, state)
    assert claimed == CatchSet(parse_card("Jh") % 13)
    assert not isinstance(choice(key, evolved(state, claimed)), CatchSet | CatchRun)


@pytest.mark.parametrize("key", THINKING)
def test_no_glass_is_claimed_that_is_not_there(key: str) -> None:
    state = holding(
        "7h 7d 2s 3s 4s 9c Th Kd As 5c", ["catch_the_glass"],
        upcard="8c", drawn="Qc", pile="Jh Js 4d 9d",
    )  # fmt: skip
    assert isinstance(choice(key, state), Discard)


def test_of_two_glasses_the_smaller_is_caught_so_that_the_other_stays() -> None:
    state = holding(
        "7h 7d 2s 3s 4s 9c Th Kd As 5c", ["catch_the_glass"],
        upcard="8c", drawn="Qc", pile="Jh Js Jc Jd 4d 5d 6d",
    )  # fmt: skip
    view, legal = knock_view(engine.view(state, 0)), engine.legal_actions(state, 0)
    gain = sure_gain(view, legal)
    assert gain is not None
    assert gain[0] == CatchRun(parse_card("4d") // 13)


@pytest.mark.parametrize("key", sorted(set(BOTS) - {"random"}))
def test_bots_with_judgement_never_claim_wrongly(key: str) -> None:
    rules = engine.build_rules("gin_palast", house_rules=["catch_the_glass"])
    seating = Seating(rules, [BOTS[key], BOTS["casual"]], Random(2))
    for number in range(6):
        score = seating.play_round(dealer=number % 2)
        assert not [line for line in score.lines if line.reason == "glass_missed"]


@pytest.mark.parametrize("key", THINKING)
def test_hirschn_is_not_announced_senselessly_gin_s4(key: str) -> None:
    """Nothing fits in this hand: three turns are not enough to knock."""
    state = holding("7h Jd 2s 4c 9s 9c Th Kd Qs 5c", ["hirschn"], upcard="8c", drawn="Qc")
    assert isinstance(choice(key, state), Discard)


def test_hirschn_is_announced_when_the_knock_is_as_good_as_sure_gin_s4() -> None:
    """Five points and gin in sight: waiting is right, and now it is paid for."""
    state = holding("7h 7d 7c 2s 3s 4s 9c Tc 5h 5d", ["hirschn"], upcard="8h", drawn="Ac")
    seen, legal = knock_view(engine.view(state, 0)), engine.legal_actions(state, 0)
    by_action = {worth.action: worth.value for worth in worths(seen, legal)}
    best_wait = max(v for action, v in by_action.items() if isinstance(action, Discard))
    (hook,) = seen.laws.hooks
    assert (hook.promise(seen, 1.0) or 0) > 2
    assert (hook.promise(seen, 0.1) or 0) < -5
    assert ANNOUNCE in by_action
    assert (by_action[ANNOUNCE] > best_wait) == (_chance(seen, legal) > 0.5)


def _chance(seen: KnockView, legal: list[Action]) -> float:
    waits = [worth for worth in worths(seen, legal) if isinstance(worth.action, Discard)]
    return waits[0].outlook.knock if waits[0].outlook else 0.0


@pytest.mark.parametrize("key", THINKING)
def test_the_last_turn_of_ones_hirschn_ends_with_a_knock(key: str) -> None:
    """Worth fifteen points to the opponent otherwise, however near gin may be."""
    state = holding("7h 7d 7c 2s 3s 4s 9c Tc Jc 5h", ["hirschn"], upcard="Kh", drawn="Kd")
    late = state._replace(memory=(Window(0, 3),))
    assert isinstance(choice(key, late), Knock)


def test_announcing_thinkers_knock_in_their_window_more_often_than_not() -> None:
    rules = engine.build_rules("gin_palast", house_rules=["hirschn"])
    seating, announced = Seating(rules, [BOTS["expert"], BOTS["casual"]], Random(3)), 0
    paid: dict[tuple[int, str], int] = {}
    for number in range(25):
        for _, seat, action in seating.positions(dealer=number % 2):
            announced += seat == 0 and isinstance(action, AnnounceHirschn)
        assert seating.score is not None
        for line in seating.score.lines:
            paid[line.seat, line.reason] = paid.get((line.seat, line.reason), 0) + line.points
    assert announced >= 3
    assert paid.get((0, "hirschn"), 0) > paid.get((1, "hirschn_missed"), 0)


@pytest.mark.parametrize("key", THINKING)
def test_a_joker_is_kept_gin_s5(key: str) -> None:
    """Fifteen points if it stays loose; it fits everywhere, though."""
    state = holding("7h 7d 2s 3s 9h 9c Th Kd As X1", ["jokers"], upcard="8c", drawn="Qc")
    assert choice(key, state) != Discard(parse_card("X1"))


def test_a_joker_is_thrown_with_the_knock_when_it_doubles_more_than_it_costs() -> None:
    """Gin-like melds without it: thrown, the opponent's hand counts twice."""
    state = holding("7h 7d 7c 2s 3s 4s 9c Tc Jc As", ["jokers"], upcard="8h", drawn="X1")
    assert choice("expert", state) == Knock(parse_card("X1"))


def test_a_taken_card_must_be_melded_to_knock_gin_s8() -> None:
    """Under Tedesco a low card is not taken just to knock with it."""
    plain = holding("7h 7d 7c 2s 3s 4s Tc Jc Qc 9h", [], upcard="8h", drawn="Ac")
    legal = engine.legal_actions(plain, 0)
    assert any(isinstance(action, Knock) for action in legal)
    rules = engine.build_rules("gin_palast", house_rules=["tedesco"])
    own = parse_cards("7h 7d 7c 2s 3s 4s 5s 6s Qh 5h")
    others = [card for card in engine.deck_cards(rules) if card not in (*own, parse_card("Ac"))]
    hands = [card for pair in zip(own, others[:10], strict=True) for card in pair]
    deck = [*hands, parse_card("Ac"), *others[10:]]
    state = after(engine.start_round(rules, 2, deck, dealer=1)[0])
    assert choice("expert", state) != TakeUpcard()
