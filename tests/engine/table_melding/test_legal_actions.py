"""What the list of legal actions promises: by it alone all can be laid that `decide` takes."""

import random
from collections.abc import Sequence

import pytest

from rummy.engine import IllegalAction
from rummy.engine.budget import LISTING_STEPS, Budget
from rummy.engine.cards import (
    FIRST_JOKER,
    PACK,
    cards_text,
    held_of,
    laid_as,
    laid_text,
    mask_of,
)
from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import ExchangeJoker, LayMeld, LayOff
from rummy.engine.families.table_melding.events import MeldLaid
from rummy.engine.families.table_melding.legal import layings_listed
from rummy.engine.families.table_melding.reading import owed_card
from rummy.engine.families.table_melding.state import Phase, TableMeldingState, sight_of
from rummy.engine.moves import Discard
from rummy.engine.records import Action, CutShort
from rummy.engine.rules import RuleSet
from rummy.engine.table_melding import place_face
from tests.engine.table_melding.dealing import discard, lay_off, meld, position, swap, take
from tests.engine.table_melding.playing import BACK, LAYING, play
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, VARIANTS, german
from tests.engine.table_melding.sought import some_position, state_of


def cards_laid(action: Action) -> set[int]:
    """The cards, as held, that leave the hand by a meld or a lay-off."""
    match action:
        case LayMeld(cards):
            return set(map(held_of, cards))
        case LayOff(card, _):
            return {held_of(card)}
    return {-1}


def can_be_laid(state: TableMeldingState, wanted: set[int]) -> bool:
    """Whether listed melds and lay-offs of these cards alone lay them all."""
    if not wanted:
        return True
    for action in table_melding.legal_actions(state, 0):
        laid = cards_laid(action)
        if laid <= wanted:
            after = state
            for event in table_melding.decide(state, 0, action):
                after = table_melding.evolve(after, event)
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
            table_melding.decide(state, 0, LayMeld(tuple(run)))
        except IllegalAction as refusal:
            raise AssertionError((hand, refusal.code)) from refusal
        assert can_be_laid(state, set(map(held_of, run))), hand
        tried += 1


def test_of_two_copies_the_one_taken_from_the_pile_is_listed_ger_14_ger_v2() -> None:
    """♥7 of the second pack is taken while the first pack's is at hand; that one is discarded."""
    round_ = position(GERMAN, "7h 8h 9h", pile="7h2", phase=Phase.DRAW)
    round_.does(0, take())
    listed = table_melding.legal_actions(round_.state, 0)
    assert meld("7h2 8h 9h") in listed
    assert meld("7h 8h 9h") not in listed
    round_.does(0, meld("7h2 8h 9h"))
    assert discard("7h") in table_melding.legal_actions(round_.state, 0)


def test_a_card_that_must_be_laid_is_listed_for_lay_offs_and_exchanges_ger_v2() -> None:
    rules = german(discard_draw="must_meld")
    melds = ["4h 5h 6h", "5d X1=6d 7d", "7s X2=7h 7c"]
    round_ = position(rules, "7h Ks Kd Kc 2s", melds=melds, pile="7h2", phase=Phase.DRAW)
    round_.does(0, take())
    listed = table_melding.legal_actions(round_.state, 0)
    assert lay_off("7h2", 0) in listed
    assert swap("7h2", "X2", 2) in listed
    named = [one.card for one in listed if isinstance(one, LayOff | ExchangeJoker)]
    assert set(cards_text(sum(1 << card for card in set(named) if card < 2 * PACK))) == {"7h2"}


PREPARED = [
    ("8h Ks", ["5h 6h 7h"], "9h 4s", "9h"),  # a run grows towards it
    ("8h Kd 2c", ["6h 7h X1=8h"], "Jd 4s", "Jd"),  # with the joker that the eight brings
    ("Ks 2c", ["5h 6h 7h"], "X1 4s", "X1"),  # a joker is laid off, too
    ("X1 2c 3d", ["5h 6h 7h"], "X2 4s", "X2"),  # beside another joker
]


@pytest.mark.parametrize(("hand", "table", "pile", "card"), PREPARED)
def test_a_card_that_fits_after_others_may_be_chosen_r500_3(
    hand: str, table: list[str], pile: str, card: str
) -> None:
    round_ = position(FIVE_HUNDRED, hand, melds=table, pile=pile, phase=Phase.DRAW)
    assert take(card) in table_melding.legal_actions(round_.state, 0)
    round_.does(0, take(card))
    assert finds_its_end(round_.state)


def test_a_card_that_fits_nothing_may_not_be_chosen_r500_3() -> None:
    round_ = position(FIVE_HUNDRED, "Ks 2c", melds=["5h 6h 7h"], pile="9h 4s", phase=Phase.DRAW)
    assert take("9h") not in table_melding.legal_actions(round_.state, 0)


MUST_MELD = [
    ("Ks Kd 2c 3c", ["6h 7h X1=8h"], "8h", True),  # given for a joker that finds a meld
    ("Ks Kd Kc Qs Js Ts 3c 2c", ["5h 6h 7h"], "8h", False),  # laid off after a first meld
    ("7h 2c 3c", ["4h 5h 6h"], "8h", True),  # laid off behind another card
]


@pytest.mark.parametrize(("hand", "table", "pile", "opened"), MUST_MELD)
def test_the_discard_is_listed_wherever_it_can_be_laid_in_this_turn_ger_v2(
    hand: str, table: list[str], pile: str, *, opened: bool
) -> None:
    rules = german(discard_draw="must_meld")
    round_ = position(rules, hand, melds=table, pile=pile, opened=opened, phase=Phase.DRAW)
    assert take() in table_melding.legal_actions(round_.state, 0)
    round_.does(0, take())
    assert finds_its_end(round_.state)


def finds_its_end(state: TableMeldingState) -> bool:
    """Whether listed actions alone lead to a discard."""
    listed = table_melding.legal_actions(state, 0)
    if any(isinstance(action, Discard) for action in listed):
        return True
    for action in listed:
        if isinstance(action, LayMeld | LayOff | ExchangeJoker):
            after = state
            for event in table_melding.decide(state, 0, action):
                after = table_melding.evolve(after, event)
            if finds_its_end(after):
                return True
    return False


def test_a_joker_that_has_to_be_laid_is_listed_before_a_lower_one_ger_v2() -> None:
    rules = german(discard_draw="must_meld")
    hand, table = "X1 Ks Kd 2c", ["5h 6h 7h"]
    round_ = position(rules, hand, melds=table, pile="X2", phase=Phase.DRAW)
    round_.does(0, take())
    listed = table_melding.legal_actions(round_.state, 0)
    assert lay_off("X2=8h", 0) in listed
    assert meld("Ks X2=Kh Kd") in listed
    round_.does(0, lay_off("X2=8h", 0))
    assert discard("2c") in table_melding.legal_actions(round_.state, 0)


FIRST_MELDS = [
    ("8h 8c X1 Qh Qd X2 2s", "X1=8s 8h 8c", 24),  # a joker in each
    ("Kh Kd Kc Kh2 Qh Jh 2s", "Kh Kd Kc", 30),  # a copy in each
    ("Qs Qh Qd Qs2 Qh2 Qd2 2s", "Qs Qh Qd", 30),  # the same twice, and nothing else
    ("Tc Jc X1 2s 2d 2c 2s2 2d2 2c2 7h", "X1=9c Tc Jc", 29),  # the same twice, afterwards
]


@pytest.mark.parametrize(("hand", "first", "points"), FIRST_MELDS)
def test_first_melds_reach_the_minimum_with_any_joker_and_any_copy_ger_8(
    hand: str, first: str, points: int
) -> None:
    state = position(GERMAN, hand, opened=False).state
    (laid,) = table_melding.decide(state, 0, meld(first))
    assert isinstance(laid, MeldLaid)
    assert laid.points == points
    assert meld(first) in table_melding.legal_actions(state, 0)
    assert finds_its_end(table_melding.evolve(state, laid))


@pytest.mark.parametrize("seed", range(150))
def test_no_first_meld_listed_leads_into_a_dead_end_ger_8(seed: int) -> None:
    """Few ranks and suits, so that copies and jokers abound; each way on ends with a discard."""
    dice = random.Random(seed)
    ranks = dice.sample("23456789TJQKA", dice.randrange(3, 8))
    suits = dice.sample("shdc", dice.randrange(2, 5))
    deck = [rank + suit + pack for rank in ranks for suit in suits for pack in ("", "2")]
    deck += [f"X{number}" for number in range(1, dice.randrange(1, 4))]
    hand = " ".join(dice.sample(deck, min(len(deck), dice.randrange(7, 15))))
    state = position(GERMAN, hand, opened=False).state
    for action in table_melding.legal_actions(state, 0):
        if isinstance(action, LayMeld):
            (laid,) = table_melding.decide(state, 0, action)
            assert finds_its_end(table_melding.evolve(state, laid)), (seed, hand, action)


def test_all_of_the_hand_is_no_first_meld_when_nothing_stays_for_the_discard_ger_8() -> None:
    """♣A 2 3, three kings and three eights are 60 points and the whole hand; without ♣A 2 3, 54."""
    state = position(GERMAN, "Kd2 Kh Kc 8h2 8d2 8c2 Ac 2c2 3c", opened=False).state
    listed = [a for a in table_melding.legal_actions(state, 0) if isinstance(a, LayMeld)]
    assert [cards_text(mask_of(a.cards)) for a in listed] == [
        ["8h2", "8d2", "8c2"],
        ["Kh", "Kc", "Kd2"],
    ]


def test_two_jokers_may_be_exchanged_for_one_meld_ger_9() -> None:
    """♦5 J J ♦8 of two jokers from the table: neither alone would find a meld."""
    melds = ["6h 7h X1=8h", "Ts X2=Js Qs"]
    round_ = position(GERMAN, "8h Js 5d 8d 2c", melds=melds)
    assert swap("8h", "X1", 0) in table_melding.legal_actions(round_.state, 0)
    round_.does(0, swap("8h", "X1", 0))
    assert swap("Js", "X2", 1) in table_melding.legal_actions(round_.state, 0)
    round_.does(0, swap("Js", "X2", 1))
    round_.does(0, meld("5d X1=6d X2=7d 8d"))
    round_.does(0, discard("2c"))


def test_a_joker_that_would_find_no_meld_is_not_listed_ger_9() -> None:
    round_ = position(GERMAN, "8h 5d 9d 2c", melds=["6h 7h X1=8h"])
    assert swap("8h", "X1", 0) not in table_melding.legal_actions(round_.state, 0)


def test_a_joker_for_a_card_of_the_own_hand_is_taken_and_not_listed_ger_5() -> None:
    round_ = position(GERMAN, "7h 8h 9h X1 Kd 2s", opened=True)
    instead = meld("7h 8h X1=9h")
    listed = table_melding.legal_actions(round_.state, 0)
    assert meld("7h 8h 9h") in listed
    assert instead not in listed
    round_.does(0, instead)
    assert round_.table() == ["7h 8h X1=9h"]


def test_a_first_meld_may_need_another_whose_joker_lies_for_one_of_its_cards_ger_8() -> None:
    """♠7 J ♠9 is worth 24, and ♠5 ♠6 J as ♠7 then 18: together they reach forty."""
    hand = "5s 9s 4h Qh Ac 6s2 7s2 5d2 Ac2 2c2 4c2 X1 X2"
    state = position(GERMAN, hand, opened=False).state
    begun = meld("7s2 X1=8s 9s")
    assert begun in table_melding.legal_actions(state, 0)
    for action in (begun, meld("5s 6s2 X2=7s"), discard("Qh")):
        for event in table_melding.decide(state, 0, action):
            state = table_melding.evolve(state, event)


@pytest.mark.parametrize("key", [key for key in VARIANTS if "robber" not in key.split("+")])
def test_who_follows_the_list_is_never_left_with_nothing_but_taking_back(key: str) -> None:
    """R500-3, GER-V2: what is listed leaves room for a card that must be laid in this turn."""
    owing = 0

    def onward(state: TableMeldingState, legal: Sequence[Action], dice: random.Random) -> Action:
        nonlocal owing
        owing += owed_card(state.open) is not None
        choices = [action for action in legal if not isinstance(action, BACK)]
        assert choices or isinstance(legal, CutShort), state
        laying = [action for action in choices if action.type in LAYING]
        return dice.choice(laying if laying and dice.random() < 0.7 else choices or [*legal])

    for seed in range(12):
        play(VARIANTS[key], 2 + seed % 2, seed, onward)
    assert owing or "must_meld" not in key


@pytest.mark.parametrize("name", VARIANTS)
def test_a_list_that_is_shorter_since_steps_were_over_says_so(name: str) -> None:
    rules = VARIANTS[name]
    for seed in range(20):
        state = state_of(rules, some_position(rules, random.Random(f"{name}{seed}")))
        if state.turn is None or state.open.phase is not Phase.PLAY:
            continue
        whole = listed_within(state, LISTING_STEPS)
        for most in (20, 50, 100, 300, 1_000) if whole is not None else ():
            assert listed_within(state, most) in (None, whole), (seed, most)


def listed_within(state: TableMeldingState, most: int) -> set[Action] | None:
    """All layings that are listed with so many steps; None where the list says there are more."""
    steps = Budget(most)
    listed = set[Action](layings_listed(sight_of(state, state.turn or 0), steps))
    return None if steps.over else listed
