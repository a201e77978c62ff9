"""Dealing: the deck's order becomes hands, the first upcard and the stock (GIN-1)."""

from collections.abc import Sequence

from rummy.engine.cards import mask_of
from rummy.engine.families.knock.events import RoundDealt
from rummy.engine.families.knock.evolve import evolve
from rummy.engine.families.knock.rules.laws import laws_of
from rummy.engine.families.knock.state import KnockState, OpenRound, Phase
from rummy.engine.records import Event
from rummy.engine.rules import RuleSet


def blank(rules: RuleSet, seats: int) -> KnockState:
    """The state before the deal, where every fold begins."""
    laws = laws_of(rules)
    open_round = OpenRound(Phase.DEAL, None, 0, seats, laws.numbers.knock_limit)
    memory = tuple(hook.start_memory() for hook in laws.hooks)
    return KnockState(laws, open_round, (0,) * seats, (), None, memory)


def start_round(
    rules: RuleSet,
    seats: int,
    deck: Sequence[int],
    dealer: int,
    reshuffles: Sequence[Sequence[int]] = (),
) -> tuple[KnockState, list[Event]]:
    """Deal one card at a time, the dealer's left neighbour first; then turn up the first upcard.

    A stock is never built again in these games: there are no `reshuffles`.
    """
    state = blank(rules, seats)
    dealt = seats * state.laws.numbers.hand_size
    hands = tuple(
        mask_of(deck[(seat - dealer - 1) % seats : dealt : seats]) for seat in range(seats)
    )
    stock = tuple(reversed(deck[dealt + 1 :]))
    for hook in state.laws.hooks:
        stock = hook.arrange_stock(stock)
    dealt_event = RoundDealt(
        dealer, hands, deck[dealt], len(stock), stock, open_partners=rules.teams or None
    )
    events: list[Event] = [dealt_event]
    state = evolve(state, events[0])
    for hook in state.laws.hooks:
        for event in hook.after_deal(state):
            events.append(event)
            state = evolve(state, event)
    return state, events
