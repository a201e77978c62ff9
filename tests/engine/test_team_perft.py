"""Team gin line by line: every line of play from small deals counted, whole rounds refereed."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rummy.engine import build_rules, decide, evolve, legal_actions, score, start_round
from rummy.engine.cards import card_text, face_of, held_of, is_joker
from rummy.engine.families.knock.rules.numbers import KnockNumbers
from rummy.engine.families.knock.state import KnockState, Phase
from rummy.engine.family import RoundState
from rummy.engine.rules import RuleSet
from tests.engine.dealing import Played
from tests.engine.meld_referee import Laid
from tests.engine.playing import sensible, shuffled
from tests.engine.team_referee import SEATS, TeamReferee, team_referee
from tests.engine.test_perft import low_deck, told

pytestmark = pytest.mark.thorough

DEPTH = 7
SEEDS = (10, 19, 22)
FOR_THE_PARTNER = (662, 1028)  # a run of one's own is laid off so that the partner's cards follow
NEVER = build_rules("gin_team", lay_off="never")
OFFERED = build_rules("gin_team")
AT_ONCE = build_rules("gin_team", upcard_offer=False, point_limit=50)


def small(rules: RuleSet) -> RuleSet:
    """Four cards a seat, two draws from the stock, two upcards in a row; knocks come easily."""
    assert isinstance(rules.play, KnockNumbers)
    play = replace(rules.play, hand_size=4, stock_floor=33, upcard_streak_limit=2)
    return replace(rules, play=play)


def lying(state: KnockState) -> list[Laid]:
    """The knocking team's melds with what has been laid off on them."""
    shown = state.open.shown
    melds = [list(meld) for hand in shown[:2] for meld in hand.melds]
    for hand in shown[2:]:
        for card, number in hand.layoffs:
            melds[number].append(card)
    return [_laid(meld) for meld in melds]


def _laid(meld: list[int]) -> Laid:
    wild = frozenset(card_text(face_of(card)) for card in meld if is_joker(held_of(card)))
    return Laid(tuple(card_text(face_of(card)) for card in meld), wild)


def refereed(state: KnockState, judge: TeamReferee, action: str, after: KnockState) -> TeamReferee:
    """The referee after the action, told what lies there: for a knock the knocker's own melds."""
    if state.phase is Phase.ANSWER:
        melds = lying(state)
    else:
        melds = [_laid(list(meld)) for hand in after.open.shown[:1] for meld in hand.melds]
    later = judge.after(action, melds)
    assert isinstance(later, TeamReferee)
    return later


def walk(state: RoundState, judge: TeamReferee, depth: int) -> Iterator[str]:
    """The endings below this state; at every node engine and referee agree."""
    assert isinstance(state, KnockState)
    turn = state.turn
    if turn is None or depth == 0:
        yield _agreed_ending(state, judge)
        return
    assert turn == judge.turn
    legal = legal_actions(state, turn)
    assert {told(action) for action in legal} == judge.legal()
    for action in legal:
        after: RoundState = state
        for event in decide(state, turn, action):
            after = evolve(after, event)
        assert isinstance(after, KnockState)
        yield from walk(after, refereed(state, judge, told(action), after), depth - 1)


def _agreed_ending(state: RoundState, judge: TeamReferee) -> str:
    outcome = score(state)
    assert judge.ending == ("" if outcome is None else outcome.reason)
    if outcome is None:
        return "open"
    assert list(outcome.points) == judge.points
    return outcome.reason


PERFT: list[tuple[RuleSet, dict[str, int]]] = [
    (OFFERED, {"gin": 6, "knock": 89, "open": 2543, "stock_exhausted": 600, "undercut": 26}),
    (AT_ONCE, {"gin": 9, "knock": 52, "open": 2147, "stock_exhausted": 675, "undercut": 37}),
    (NEVER, {"gin": 6, "knock": 627, "open": 1746, "stock_exhausted": 600, "undercut": 285}),
]


@pytest.mark.parametrize(("rules", "endings"), PERFT, ids=["offered", "at once", "no laying off"])
def test_all_lines_of_play_to_a_depth_are_these_many(
    rules: RuleSet, endings: dict[str, int]
) -> None:
    found: Counter[str] = Counter()
    for seed in SEEDS:
        deck = low_deck(rules, seed)
        state, _ = start_round(small(rules), SEATS, deck, dealer=0)
        judge = team_referee(small(rules), [card_text(card) for card in deck])
        found.update(walk(state, judge, DEPTH))
    assert dict(found) == endings


@pytest.mark.parametrize("rules", [OFFERED, AT_ONCE, NEVER], ids=["offered", "at once", "never"])
def test_whole_rounds_agree_with_the_referee_move_by_move(rules: RuleSet) -> None:
    endings = set()
    for seed in (*range(60), *FOR_THE_PARTNER):
        dice = random.Random(seed)
        round_ = Played(rules, shuffled(rules, dice))
        judge = team_referee(rules, [card_text(card) for card in round_.deck])
        while round_.state.turn is not None:
            turn, before = round_.state.turn, round_.state
            assert {told(action) for action in legal_actions(before, turn)} == judge.legal()
            action = sensible(before, dice)
            round_.does(turn, action)
            judge = refereed(before, judge, told(action), round_.state)
        endings.add(_agreed_ending(round_.state, judge))
    assert {"knock", "gin", "undercut"} <= endings
