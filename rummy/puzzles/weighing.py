"""What moves are worth by playing on: the same hidden cards and the same chance for all of them.

The sound bot plays on for everybody. What it makes of a position is not what the best players
would, but for two moves in one position it is the same yardstick, and the interval says how far
chance may have moved the difference.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

from rummy import engine
from rummy.bots import BOTS
from rummy.bots.knock.players import worthwhile_points
from rummy.bots.memory import Recollection
from rummy.bots.playing import carried_out, played_out
from rummy.bots.serving.dice import SeededDice
from rummy.engine.cards import cards_of, mask_of
from rummy.engine.families.knock.state import KnockState
from rummy.engine.families.table_melding.state import TableMeldingState
from rummy.engine.records import Action

from .position import Position
from .puzzle import Choice

PLAYOUTS: Final = 10_000
CERTAIN: Final = 1.96  # standard errors on either side of 95 of 100
ROUNDS: Final = (40, 100, 300, 1_000, 3_000, PLAYOUTS)  # after so many, look who is out of it
HOPELESS: Final = 3.0  # standard errors behind the best: not played on any more
CLEAR_POINTS: Final = 1.0  # the second best is at least so far behind
SURE_AFTER: Final = 1_000  # playouts from which on it must be, not only may be
PLAYER = BOTS["solid"]


class Weighed:
    """A move and what came of it, playout by playout: own points less the others' mean."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.ahead: list[float] = []

    def behind(self, best: "Weighed") -> tuple[float, float]:
        """Points behind the best over the playouts of both, and the standard error of that."""
        pairs = [other - own for own, other in zip(self.ahead, best.ahead, strict=False)]
        mean = sum(pairs) / len(pairs)
        spread = sum((one - mean) ** 2 for one in pairs) / max(1, len(pairs) - 1)
        return mean, sqrt(spread / len(pairs))

    @property
    def mean(self) -> float:
        return sum(self.ahead) / len(self.ahead)


def weigh(
    position: Position, actions: Sequence[Action], expected: Action, rounds: Sequence[int] = ROUNDS
) -> list[Choice] | None:
    """These moves, the best first, when `expected` is the best by at least `CLEAR_POINTS`.

    None as soon as it is clear that it is not, or hardly. After each of `rounds` playouts it is
    looked who is out of it; the best and the second go to the end.
    """
    running = [Weighed(action) for action in actions]
    done: list[Weighed] = []
    for playouts in rounds:
        for one in running:
            _play_on(position, one, playouts)
        best = max(running, key=lambda one: one.mean)
        others = [one for one in running if one is not best]
        # At least the second best is followed to the end: that is the proof.
        others.sort(key=lambda one: -one.mean)
        hopeless = [
            one
            for one in others[1:]
            for mean, error in (one.behind(best),)
            if mean > HOPELESS * error
        ]
        done += hopeless
        running = [one for one in running if one not in hopeless]
        if not _is_clear(expected, best, others[0]):
            return None
    ranked = _ranked([*running, *done], best)
    while len(ranked[1].ahead) < rounds[-1]:  # given up early, and yet second in the end
        _play_on(position, ranked[1], rounds[-1])
        ranked = _ranked(ranked, best)
    found = [_choice(one, best) for one in ranked]
    return found if found[1].behind - found[1].margin > 0 else None


def _play_on(position: Position, one: Weighed, playouts: int) -> None:
    """Until it has been played out so many times."""
    for number in range(len(one.ahead), playouts):
        one.ahead.append(ahead(position, one.action, f"playout {number}"))


def _ranked(moves: Sequence[Weighed], best: Weighed) -> list[Weighed]:
    return sorted(moves, key=lambda one: one.behind(best)[0])


def _is_clear(expected: Action, best: Weighed, second: Weighed) -> bool:
    """Whether the expected move may still turn out the best by enough."""
    mean, error = second.behind(best)
    if best.action == expected:
        doubt = 0.0 if len(best.ahead) >= SURE_AFTER else CERTAIN * error
        return mean + doubt >= CLEAR_POINTS
    return second.action == expected and mean <= CERTAIN * error


def _choice(one: Weighed, best: Weighed) -> Choice:
    mean, error = one.behind(best)
    return Choice(one.action, round(mean, 1), round(CERTAIN * error, 1), len(one.ahead))


def ahead(position: Position, action: Action, name: str) -> float:
    """What this move leads to for the seat, with hidden cards and chance that the name decides."""
    dice = SeededDice(name)
    state = dealt_anew(position.state, position.seat, position.recalled, dice)
    *_, moved = carried_out(state, position.recalled, position.seat, action)
    seats = range(position.seats)
    chance = [SeededDice(f"{name} {seat}") for seat in seats]
    score = engine.score(played_out(moved.state, moved.recalled, [PLAYER] * len(seats), chance))
    if score is None:
        raise AssertionError("a round that is over has a score")
    others = [score.points[seat] for seat in seats if seat != position.seat]
    return score.points[position.seat] - sum(others) / len(others)


TRIES = 50  # for a hand that would not have knocked; after so many, any


def dealt_anew(
    state: engine.RoundState, seat: int, recalled: Recollection, dice: SeededDice
) -> engine.RoundState:
    """The same position for this seat with other hidden cards. Without house rules only."""
    if state.rules.house_rules:
        raise ValueError("house rules may remember hidden cards")
    if isinstance(state, KnockState):
        return _knock(state, seat, recalled, dice)
    if isinstance(state, TableMeldingState):
        hidden = state.hidden
        hands, stock = _shuffled(hidden.hands, hidden.stock, seat, recalled, dice)
        later = tuple(tuple(dice.shuffled(order)) for order in hidden.reshuffles)
        return state._replace(hidden=hidden._replace(hands=hands, stock=stock, reshuffles=later))
    raise TypeError(f"no hidden cards are known of {state.rules.family!r}")


def _knock(state: KnockState, seat: int, recalled: Recollection, dice: SeededDice) -> KnockState:
    for _ in range(TRIES):
        hands, stock = _shuffled(state.hands, state.stock, seat, recalled, dice)
        anew = state._replace(hands=hands, stock=stock)
        if not any(_would_have_knocked(anew, other, recalled) for other in range(state.seats)):
            break
    return anew


def _would_have_knocked(state: KnockState, seat: int, recalled: Recollection) -> bool:
    """Whether a player who has had a turn could have ended the round instead."""
    if seat == state.turn or not recalled.thrown_by(seat):
        return False
    worthwhile = worthwhile_points(state.laws, state.open)
    return state.laws.knocking.points(state.hands[seat]) <= worthwhile


def _shuffled(
    hands: tuple[int, ...],
    stock: tuple[int, ...],
    seat: int,
    recalled: Recollection,
    dice: SeededDice,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    known = [
        hand if number == seat else hand & recalled.held_by(number)
        for number, hand in enumerate(hands)
    ]
    unknown = [
        card for number, hand in enumerate(hands) for card in cards_of(hand & ~known[number])
    ]
    cards = dice.shuffled([*unknown, *stock])
    anew = []
    for number, hand in enumerate(hands):
        missing = (hand & ~known[number]).bit_count()
        anew.append(known[number] | mask_of(cards[:missing]))
        cards = cards[missing:]
    return tuple(anew), tuple(cards)
