"""What the list of legal actions promises: by it alone all can be laid that `decide` takes."""

import random

import pytest

from games.engine import IllegalAction
from games.engine.cards import FIRST_JOKER, PACK, cards_text, held_of, laid_as, laid_text
from games.engine.families import tabling
from games.engine.families.tabling.actions import ExchangeJoker, LayMeld, LayOff
from games.engine.families.tabling.state import Phase, TablingState
from games.engine.records import Action
from games.engine.rules import RuleSet
from games.engine.tabling import place_face
from tests.engine.tabling.dealing import discard, lay_off, meld, position, swap, take
from tests.engine.tabling.rules import FIVE_HUNDRED, GERMAN, german


def cards_laid(action: Action) -> set[int]:
    """The cards, as held, that leave the hand by a meld or a lay-off."""
    match action:
        case LayMeld(cards):
            return set(map(held_of, cards))
        case LayOff(card, _):
            return {held_of(card)}
    return {-1}


def can_be_laid(state: TablingState, wanted: set[int]) -> bool:
    """Whether listed melds and lay-offs of these cards alone lay them all."""
    if not wanted:
        return True
    for action in tabling.legal_actions(state, 0):
        laid = cards_laid(action)
        if laid <= wanted:
            after = state
            for event in tabling.decide(state, 0, action):
                after = tabling.evolve(after, event)
            if can_be_laid(after, wanted - laid):
                return True
    return False


@pytest.mark.parametrize("rules", [GERMAN, FIVE_HUNDRED], ids=lambda rules: rules.key)
def test_long_runs_with_jokers_anywhere_can_be_laid_by_what_is_listed(rules: RuleSet) -> None:
    dice, tried = random.Random(4), 0
    while tried < 60:
        size = dice.randrange(6, 12)
        first, suit = dice.randrange(14 - size), dice.randrange(4)
        jokers = dice.sample(range(size), dice.randrange(3))
        run = [place_face(first + at, suit) for at in range(size)]
        for number, at in enumerate(jokers):
            run[at] = laid_as(FIRST_JOKER + number, run[at])
        hand = [laid_text(held_of(card)) for card in run]
        spare = laid_text(place_face(5, (suit + 1) % 4))
        state = position(rules, " ".join([*hand, spare])).state
        try:
            tabling.decide(state, 0, LayMeld(tuple(run)))
        except IllegalAction as refusal:
            raise AssertionError((hand, refusal.code)) from refusal
        assert can_be_laid(state, set(map(held_of, run))), hand
        tried += 1


def test_of_two_copies_the_one_taken_from_the_pile_is_listed_ger_14_ger_v2() -> None:
    """♥7 of the second pack is taken while the first pack's is at hand; that one is discarded."""
    round_ = position(GERMAN, "7h 8h 9h", pile="7h2", phase=Phase.DRAW)
    round_.does(0, take())
    listed = tabling.legal_actions(round_.state, 0)
    assert meld("7h2 8h 9h") in listed
    assert meld("7h 8h 9h") not in listed
    round_.does(0, meld("7h2 8h 9h"))
    assert discard("7h") in tabling.legal_actions(round_.state, 0)


def test_a_card_that_must_be_laid_is_listed_for_lay_offs_and_exchanges_ger_v2() -> None:
    rules = german(discard_draw="must_meld")
    melds = ["4h 5h 6h", "5d X1=6d 7d", "7s X2=7h 7c"]
    round_ = position(rules, "7h Ks Kd Kc 2s", melds=melds, pile="7h2", phase=Phase.DRAW)
    round_.does(0, take())
    listed = tabling.legal_actions(round_.state, 0)
    assert lay_off("7h2", 0) in listed
    assert swap("7h2", "X2", 2) in listed
    named = [one.card for one in listed if isinstance(one, LayOff | ExchangeJoker)]
    assert set(cards_text(sum(1 << card for card in set(named) if card < 2 * PACK))) == {"7h2"}
