"""How a seat played a round, by what it could know and by what its opponent really held."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from rummy import engine
from rummy.bots import recall, remember
from rummy.bots.knock.options import Worth, worth_of, worths
from rummy.engine.cards import BIT
from rummy.engine.families.knock.actions import Discard, Knock
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.knock.views import KnockView
from rummy.engine.records import Event

GIVEN_AWAY_MAX = 25.0  # points of a round: one blunder shall not look like a habit


class Behaviour(NamedTuple):
    """One seat in one round, or the sum of many; all but the last two are counts.

    `due`: rounds in which a knock was the best choice at some turn; `held_back`: those in which
    such a knock was not made.

    What an honest player discards is guessed twice, as the card that leaves the least deadwood and
    as the expert's choice: `followed` says how often the guess was right, `helpful` how often the
    guessed card would have bettered the opponent's hand and `avoided` how often another one that
    did not was discarded instead; `harmless` how often it would not have and `fed` how often
    another one that did was discarded.

    `given_away`: points given away by all decisions, as the expert's estimate has it; `squared`:
    the sum of its squares by rounds.
    """

    rounds: int = 1
    due: int = 0
    held_back: int = 0
    least_followed: int = 0
    least_helpful: int = 0
    least_avoided: int = 0
    least_harmless: int = 0
    least_fed: int = 0
    expert_followed: int = 0
    expert_helpful: int = 0
    expert_avoided: int = 0
    expert_harmless: int = 0
    expert_fed: int = 0
    given_away: float = 0.0
    squared: float = 0.0


FIELDS = Behaviour._fields
NOTHING_SEEN = Behaviour(rounds=0)


def total(behaviours: Iterable[Behaviour]) -> Behaviour:
    """All of them as one."""
    return Behaviour._make(map(sum, zip(NOTHING_SEEN, *behaviours, strict=True)))


def less(whole: Behaviour, part: Behaviour) -> Behaviour:
    """The whole without a part of it."""
    return Behaviour._make(one - other for one, other in zip(whole, part, strict=True))


def watch(rules: engine.RuleSet, events: Sequence[Event]) -> tuple[Behaviour, Behaviour]:
    """Both seats of a finished round of gin for two; `events` are its whole log, the deal first.

    Each decision is judged by the expert's estimate of what the seat could know. ValueError for
    other games.
    """
    state, recalled = engine.fold(rules, 2, events[:1]), recall(events[:1])
    if not isinstance(state, KnockState):
        raise ValueError("only rounds of gin are watched")
    seen = [Behaviour(), Behaviour()]
    for event in events[1:]:
        action, seat = event.cause(), state.turn
        if action is not None and seat is not None and seat == getattr(event, "seat", None):
            view, legal = engine.view(state, seat), engine.legal_actions(state, seat)
            if isinstance(state, KnockState) and isinstance(view, KnockView) and len(legal) > 1:
                choices = worths(view, legal, recalled)
                asked = Knock(action.card) if isinstance(action, Knock) else action
                done = next((one for one in choices if one.action == asked), None)
                done = done or worth_of(view, asked, recalled)
                if choices and done is not None:
                    seen[seat] = _after(seen[seat], state, seat, choices, done)
        state, recalled = engine.evolve(state, event), remember(recalled, event)
    first, second = (_rounded_off(one) for one in seen)
    return first, second


def _after(
    seen: Behaviour, state: KnockState, seat: int, choices: Sequence[Worth], done: Worth
) -> Behaviour:
    """The behaviour with one more decision."""
    best = choices[0]
    cards = [one.action.card for one in choices if isinstance(one.action, Discard)]
    if isinstance(done.action, Discard) and cards:
        melder, hand = state.laws.knocking, state.hands[seat]
        rests = {card: melder.points(hand ^ BIT[card]) for card in cards}
        least = [card for card in cards if rests[card] == min(rests.values())]
        seen = _guessed(seen, "least", state, 1 - seat, least, done.action.card)
        seen = _guessed(seen, "expert", state, 1 - seat, cards[:1], done.action.card)
    if isinstance(best.action, Knock):
        is_held = not isinstance(done.action, Knock)
        seen = seen._replace(due=1, held_back=int(is_held or seen.held_back))
        if is_held:  # judged by itself, so that one turn does not count twice
            return seen
    return seen._replace(given_away=seen.given_away + max(0.0, best.value - done.value))


def _guessed(
    seen: Behaviour, guess: str, state: KnockState, other: int, cards: Sequence[int], done: int
) -> Behaviour:
    """The behaviour with one more discard, that was guessed to be one of these cards."""
    helping = [_helps(state, other, card) for card in cards]
    is_right, helps = done in cards, _helps(state, other, done)
    counts = {"followed": is_right}
    if all(helping):
        counts |= {"helpful": True, "avoided": not helps}
    elif not any(helping):
        counts |= {"harmless": True, "fed": helps}
    names = {name: f"{guess}_{name}" for name in counts}
    return seen._replace(
        **{names[name]: getattr(seen, names[name]) + bool(count) for name, count in counts.items()}
    )


def _helps(state: KnockState, seat: int, card: int) -> bool:
    """Whether this card, taken, would leave the seat with less deadwood, melded."""
    melder, hand = state.laws.knocking, state.hands[seat]
    return melder.points(hand | BIT[card]) < melder.points(hand)


def _rounded_off(seen: Behaviour) -> Behaviour:
    """A finished round: capped, its square beside it."""
    given = min(GIVEN_AWAY_MAX, seen.given_away)
    return seen._replace(given_away=given, squared=given * given)
