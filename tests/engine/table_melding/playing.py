"""Rounds played out by dice, for tests that must see many of them.

`eager` players lay whatever they can, so that rounds end by going out; `wild` ones do anything
listed. Both now and then take back what they did, and knock for discards where they may.
"""

import random
from collections.abc import Callable, Sequence

from rummy.engine.families import table_melding
from rummy.engine.families.table_melding.actions import (
    ClaimDiscard,
    LayMeld,
    LayOff,
    Rearrange,
    ResetTurn,
    Undo,
)
from rummy.engine.families.table_melding.reading import has_melded
from rummy.engine.families.table_melding.state import Phase, TableMeldingState
from rummy.engine.moves import Discard
from rummy.engine.records import Action
from rummy.engine.rules import RuleSet
from rummy.engine.table_melding import figure_of, suited
from tests.engine.table_melding.dealing import Round, dealt

Player = Callable[[TableMeldingState, Sequence[Action], random.Random], Action]
BACK = (Undo, ResetTurn)
LAYING = ("lay_meld", "lay_off", "exchange_joker")


def wild(state: TableMeldingState, legal: Sequence[Action], dice: random.Random) -> Action:
    """Any listed action; taking back when nothing else is left, or now and then."""
    back = [action for action in legal if isinstance(action, BACK)]
    onward = [action for action in legal if not isinstance(action, BACK)]
    if back and (not onward or dice.random() < 0.05):
        return dice.choice(back)
    return dice.choice(onward)


def eager(state: TableMeldingState, legal: Sequence[Action], dice: random.Random) -> Action:
    """Lay what can be laid, and keep jokers."""
    laying = [action for action in legal if action.type in LAYING]
    if laying and dice.random() < 0.9:
        action = dice.choice(laying)
        return rearranged(state, action) if dice.random() < 0.5 else action
    divided = divided_run(state) if dice.random() < 0.5 else None
    if divided is not None:
        return divided
    discards = [action for action in legal if isinstance(action, Discard) and action.card < 104]
    return dice.choice(discards) if discards and not laying else wild(state, legal, dice)


def rearranged(state: TableMeldingState, action: Action) -> Action:
    """At a Räuber-Rommé table the same as a whole final table; elsewhere the action itself."""
    seat = state.turn or 0
    laid_apart = not isinstance(action, LayMeld | LayOff) or state.open.freed
    if not _may_rearrange(state, seat) or laid_apart:
        return action
    for event in table_melding.decide(state, seat, action):
        state = table_melding.evolve(state, event)
    return Rearrange(tuple(meld.cards for meld in state.open.melds))


def divided_run(state: TableMeldingState) -> Rearrange | None:
    """A long run divided where a card of the hand doubles one of its own (GER-V6, case 11)."""
    seat = state.turn or 0
    if not _may_rearrange(state, seat) or state.open.freed:
        return None
    hand = state.hidden.hands[seat]
    table = [meld.cards for meld in state.open.melds]
    for number, cards in enumerate(table):
        for place in range(2, len(cards) - 2):
            twin = (suited(cards[place]) + 52) % 104
            for card in (twin, suited(cards[place])):
                run = (*cards[:place], card), cards[place:]
                figures = [figure_of(part) for part in run]
                if hand >> card & 1 and all(f and state.laws.melds.allow(f) for f in figures):
                    others = [*table[:number], *table[number + 1 :]]
                    return Rearrange((*others, *run))
    return None


def _may_rearrange(state: TableMeldingState, seat: int) -> bool:
    return (
        state.laws.numbers.robber
        and state.phase is Phase.PLAY
        and has_melded(state.laws, state.open, seat)
    )


def play(rules: RuleSet, seats: int, seed: int, player: Player = eager) -> Round:
    """One round from this seed, to its end."""
    dice = random.Random(seed)
    round_ = dealt(rules, seats, dice.randrange(2**32), dealer=dice.randrange(seats))
    while round_.state.turn is not None:
        _somebody_knocks(round_, dice)
        seat = round_.state.turn
        legal = table_melding.legal_actions(round_.state, seat)
        round_.does(seat, player(round_.state, legal, dice))
    return round_


def _somebody_knocks(round_: Round, dice: random.Random) -> None:
    if not round_.state.laws.numbers.knock_for_discard:
        return
    for seat in range(round_.state.seats):
        for action in table_melding.legal_actions(round_.state, seat):
            if isinstance(action, ClaimDiscard) and dice.random() < 0.3:
                round_.does(seat, action)
