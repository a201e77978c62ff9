"""Each action in each phase is refused by the one code that says what is wrong about its time.

Rounds are played with legal actions; at every position the seat on turn tries every kind of
action. FITS means that its time is right: what is refused then is refused for another reason.
"""

import random
from collections.abc import Callable

import pytest

from rummy.engine import (
    IllegalAction,
    RuleSet,
    build_rules,
    deck_cards,
    door,
    evolve,
    legal_actions,
    start_round,
)
from rummy.engine.cards import BIT, cards_of
from rummy.engine.families.knock.actions import (
    ANSWER,
    DRAW_STOCK,
    PASS_UPCARD,
    TAKE_UPCARD,
    Knock,
)
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.table_melding.actions import (
    CLAIM_DISCARD,
    END_TURN,
    RESET_TURN,
    TAKE_DISCARD,
    UNDO,
    ExchangeJoker,
    LayMeld,
    LayOff,
    Rearrange,
)
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.family import RoundState
from rummy.engine.house_rules.catch_the_glass import CatchSet
from rummy.engine.house_rules.hirschn import ANNOUNCE
from rummy.engine.moves import Discard
from rummy.engine.records import Action
from tests.chance import dice
from tests.engine.table_melding.rules import FIVE_HUNDRED, GERMAN, ROBBER

Code = tuple[str, str]
FITS: Code = ("", "")
KNOCK_ACTIONS: dict[str, Callable[[int], Action]] = {
    "draw": lambda card: DRAW_STOCK,
    "take": lambda card: TAKE_UPCARD,
    "pass": lambda card: PASS_UPCARD,
    "discard": Discard,
    "knock": Knock,
    "answer": lambda card: ANSWER,
    "hirschn": lambda card: ANNOUNCE,
    "glass": lambda card: CatchSet(card % 13),
    "meld": lambda card: LayMeld((card,)),
}
MELDING_ACTIONS: dict[str, Callable[[int], Action]] = {
    "draw": lambda card: DRAW_STOCK,
    "take": lambda card: TAKE_DISCARD,
    "claim": lambda card: CLAIM_DISCARD,
    "meld": lambda card: LayMeld((card,)),
    "lay off": lambda card: LayOff(card, 0),
    "exchange": lambda card: ExchangeJoker(card, 0, card),
    "rearrange": lambda card: Rearrange(((card,),)),
    "discard": Discard,
    "end": lambda card: END_TURN,
    "answer": lambda card: ANSWER,
}

# Gin (GIN-2, GIN-6, GIN-11): what is refused for its time, by phase.
OFFER, KNOCKED = ("upcard_on_offer", "GIN-11"), ("knock_to_answer", "GIN-6")
DRAWN, UNDRAWN = ("already_drawn", "GIN-2"), ("draw_first", "GIN-2")
NO_OFFER, NO_KNOCK = ("no_upcard_on_offer", "GIN-11"), ("no_knock_to_answer", "GIN-6")
TURN = {"discard": UNDRAWN, "knock": UNDRAWN}
SPECIAL = {"hirschn": ("draw_first", "GIN-S4"), "glass": ("draw_first", "GIN-S1")}
GIN: dict[str, dict[str, Code]] = {
    "upcard_offer": {
        "answer": NO_KNOCK,
        **dict.fromkeys(("draw", "discard", "knock", "hirschn", "glass"), OFFER),
    },
    "draw": {"pass": NO_OFFER, "answer": NO_KNOCK, **TURN, **SPECIAL},
    "discard": {"pass": NO_OFFER, "answer": NO_KNOCK, "draw": DRAWN, "take": DRAWN},
    "answer": dict.fromkeys(
        ("draw", "take", "pass", "discard", "knock", "hirschn", "glass"), KNOCKED
    ),
}
STRANGE = ("action_not_in_these_rules", "GIN-2")
WITH_SPECIAL = {phase: {**row, "meld": STRANGE} for phase, row in GIN.items()}
PLAIN = {
    phase: {**row, **dict.fromkeys(("hirschn", "glass", "meld"), STRANGE)}
    for phase, row in GIN.items()
}
LAYING = ("meld", "lay off", "exchange")


def melding(turn: str, *, robber: bool = False) -> dict[str, dict[str, Code]]:
    """The same for a table-melding game whose turns are ruled by `turn` (GER-7, R500-2)."""
    undrawn, drawn = ("draw_first", turn), ("already_drawn", turn)
    strange = ("action_not_in_these_rules", "GER-V6")
    never = dict.fromkeys(("take", "discard") if robber else ("rearrange", "end"), strange)
    ends = ("rearrange", "end") if robber else ("discard",)
    takes = () if robber else ("take",)
    common = {
        "claim": ("action_not_in_these_rules", "GER-V4"),
        "answer": ("action_not_in_these_rules", turn),
        **never,
    }
    return {
        "draw": {**common, **dict.fromkeys((*LAYING, *ends), undrawn)},
        "play": {**common, **dict.fromkeys(("draw", *takes), drawn)},
    }


GAMES = {
    "gin": (build_rules("gin_classic", house_rules=["hirschn", "catch_the_glass"]), WITH_SPECIAL),
    "team gin": (build_rules("gin_team"), PLAIN),
    "Deutsches Rommé": (GERMAN, melding("GER-7")),
    "Räuber-Rommé": (ROBBER, melding("GER-7", robber=True)),
    "Rommé 500": (FIVE_HUNDRED, melding("R500-2")),
}
OF_TIME = {
    code for table in (PLAIN, melding("")) for row in table.values() for code, _ in row.values()
}  # fmt: skip


def positions(rules: RuleSet, shuffling: random.Random) -> list[RoundState]:
    """Every position of a round played with some sense."""
    deck = list(deck_cards(rules))
    shuffling.shuffle(deck)
    state, _ = start_round(rules, min(rules.seats), deck, dealer=0)
    found = [state]
    while not state.is_over and len(found) < 60:
        assert state.turn is not None
        for event in door.decide(state, state.turn, chosen(state, shuffling)):
            state = evolve(state, event)
        found.append(state)
    return found


def chosen(state: RoundState, shuffling: random.Random) -> Action:
    """Any legal action; in gin a knock, else the discard that leaves the least deadwood."""
    assert state.turn is not None
    choices = legal_actions(state, state.turn)
    if not isinstance(state, KnockState) or state.phase != "discard":
        return shuffling.choice(choices)
    hand, points = state.hands[state.turn], state.laws.knocking.points
    knocks = [action for action in choices if isinstance(action, Knock)]
    discards = [action for action in choices if isinstance(action, Discard)]
    if knocks:
        return knocks[0]
    return min(discards, key=lambda action: points(hand ^ BIT[action.card]))


def refusal_of(state: RoundState, seat: int, action: Action) -> Code:
    try:
        door.decide(state, seat, action)
    except IllegalAction as refusal:
        return refusal.code, refusal.rule
    return FITS


def hand_of(state: RoundState, seat: int) -> int:
    assert isinstance(state, KnockState | TableMeldingState)
    return state.hands[seat] if isinstance(state, KnockState) else state.hidden.hands[seat]


def a_beginning_dealer(state: RoundState) -> bool:
    """The dealer's first turn begins with a card more, not with a draw (GER-3)."""
    return (
        isinstance(state, TableMeldingState)
        and state.turn == state.dealer
        and state.hidden.drawn is None
        and state.open.taken is None
    )


@pytest.mark.parametrize("name", GAMES)
def test_every_action_in_every_phase_gets_the_code_of_its_time(name: str) -> None:
    rules, table = GAMES[name]
    actions = KNOCK_ACTIONS if rules.family == "knock" else MELDING_ACTIONS
    seen, shuffling = set(), dice(f"every phase of {name}")
    for state in [found for _ in range(12) for found in positions(rules, shuffling)]:
        seat, phase = state.turn, str(state.phase)
        if seat is None or state.is_over or not hand_of(state, seat):
            continue
        seen.add(phase)
        card = cards_of(hand_of(state, seat))[0]
        for kind, make in actions.items():
            expected = table[phase].get(kind, FITS)
            if expected[0] == "already_drawn" and a_beginning_dealer(state):
                expected = ("dealer_does_not_draw", "GER-3")
            found = refusal_of(state, seat, make(card))
            if expected == FITS:
                assert found[0] not in OF_TIME, (phase, kind, found)
            else:
                assert found == expected, (phase, kind)
    assert seen >= set(table) - ({"upcard_offer"} if rules.teams else set())


@pytest.mark.parametrize("name", GAMES)
def test_nobody_takes_back_what_was_not_done_nor_plays_out_of_turn(name: str) -> None:
    rules, _ = GAMES[name]
    state = positions(rules, dice(f"first turn of {name}"))[0]
    assert state.turn is not None
    waiting = (state.turn + 1) % state.seats
    assert refusal_of(state, waiting, DRAW_STOCK)[0] == "not_your_turn"
    expected = "action_not_in_these_rules" if rules.family == "knock" else "nothing_to_take_back"
    for action in (UNDO, RESET_TURN):
        assert refusal_of(state, state.turn, action)[0] == expected
