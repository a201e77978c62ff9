"""The engine's door: the few functions through which everyone plays, whatever the family.

Frozen values in, frozen values out; no clock, no dice. `fold(rules, seats, events)` is the state,
always, and `evolve_view` over redacted events is the view.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

from rummy.engine.as_json.codec import Json
from rummy.engine.cards import deck_of
from rummy.engine.errors import InvalidRules
from rummy.engine.family import Family, RoundState, RoundView
from rummy.engine.records import Action, Event
from rummy.engine.registry import Registry
from rummy.engine.rules import RuleSet
from rummy.engine.scoring import RoundScore

FAMILIES: Final[Registry[Family]] = Registry("family")
_FAMILY_OF: Final[dict[type, Family]] = {}
# What every move asks for, without a way through the family.
_LEGAL: Final[dict[type, Callable[[Any, int], list[Action]]]] = {}
_DECIDE: Final[dict[type, Callable[[Any, int, Action], list[Event]]]] = {}
_EVOLVE: Final[dict[type, Callable[[Any, Event], Any]]] = {}


def open_family(family: Family) -> None:
    """Let a family in: its rule-sets, states and views are then understood."""
    FAMILIES.register(family)
    _FAMILY_OF[family.state_type] = _FAMILY_OF[family.view_type] = family
    _LEGAL[family.state_type] = family.legal_actions
    _DECIDE[family.state_type] = family.decide
    _EVOLVE[family.state_type] = family.evolve


def deck_cards(rules: RuleSet) -> tuple[int, ...]:
    """The deck of these rules in canonical order."""
    return deck_of(rules.packs, rules.jokers)


@cache
def _all_cards(packs: int, jokers: int) -> frozenset[int]:
    return frozenset(deck_of(packs, jokers))


def deck_size(rules: RuleSet) -> int:
    """How many cards these rules are played with."""
    return len(deck_cards(rules))


def start_round(
    rules: RuleSet,
    seats: int,
    deck: Sequence[int],
    dealer: int,
    reshuffles: Sequence[Sequence[int]] = (),
) -> tuple[RoundState, list[Event]]:
    """Deal a round from a deck in the order given (first card dealt first).

    `reshuffles` are `rules.reshuffles` further orders of the same deck, for stocks that are built
    again during the round; without them none is. InvalidRules when seats, dealer or cards do not
    fit the rules.
    """
    if seats not in rules.seats:
        raise InvalidRules("seats_not_allowed", seats=seats, allowed=list(rules.seats))
    if not 0 <= dealer < seats:
        raise InvalidRules("dealer_not_seated", dealer=dealer, seats=seats)
    for order in (deck, *reshuffles):
        if len(order) != deck_size(rules) or set(order) != _all_cards(rules.packs, rules.jokers):
            raise InvalidRules("deck_incomplete", cards=len(order), expected=deck_size(rules))
    if len(reshuffles) not in (0, rules.reshuffles):
        raise InvalidRules("reshuffles_incomplete", orders=len(reshuffles), most=rules.reshuffles)
    state: RoundState
    state, events = FAMILIES[rules.family].start_round(rules, seats, deck, dealer, reshuffles)
    return state, events


def legal_actions(state: RoundState, seat: int) -> list[Action]:
    """What this seat may do now; `decide` accepts every one of them.

    Finite choices only: a knock appears once per discard with the best arrangement, an answer
    once with the optimum. `decide` also takes the named forms.
    """
    return _LEGAL[type(state)](state, seat)


def decide(state: RoundState, seat: int, action: Action) -> list[Event]:
    """What happens when this seat does this; IllegalAction(code, **facts) when it may not."""
    return _DECIDE[type(state)](state, seat, action)


def evolve(state: RoundState, event: Event) -> RoundState:
    """The state after the event. Knows no rules: old logs replay whatever the rules became."""
    after: RoundState = _EVOLVE[type(state)](state, event)
    return after


def fold(rules: RuleSet, seats: int, events: Iterable[Event]) -> RoundState:
    """The state after all events of a round, the deal first."""
    family = FAMILIES[rules.family]
    state: RoundState = family.blank(rules, seats)
    for event in events:
        state = family.evolve(state, event)
    return state


def view(state: RoundState, seat: int | None) -> RoundView:
    """All that a seat, or a spectator (None), may know."""
    seen: RoundView = _FAMILY_OF[type(state)].view(state, seat)
    return seen


def redact(event: Event, seat: int | None) -> Event:
    """The event as a seat, or a spectator (None), may see it."""
    return event.redact(seat)


def evolve_view(seen: RoundView, event: Event) -> RoundView:
    """The view after an event redacted for its seat: stale view + events == fresh view."""
    after: RoundView = _FAMILY_OF[type(seen)].evolve_view(seen, event)
    return after


def score(state: RoundState) -> RoundScore | None:
    """How the round ended, line by line; None before its end."""
    return _FAMILY_OF[type(state)].score(state)


def state_to_json(state: RoundState) -> Json:
    """The state as JSON with the version `v`, without its rules: those are stored once."""
    return _FAMILY_OF[type(state)].state_to_json(state)


def state_from_json(rules: RuleSet, data: Json) -> RoundState:
    """The state stored by `state_to_json`; UnreadableRecord for another version."""
    state: RoundState = FAMILIES[rules.family].state_from_json(rules, data)
    return state


def view_from_json(rules: RuleSet, data: Json) -> RoundView:
    """The view written by `RoundView.to_json`."""
    seen: RoundView = FAMILIES[rules.family].view_from_json(rules, data)
    return seen
