"""A position as a table that somebody can sit at, without a clock."""

from dataclasses import replace
from typing import NamedTuple

from rummy import engine, match
from rummy.engine.records import Action, Event
from rummy.match import TableAction

from .position import Position

NOON_MS = 43_200_000  # clocks stand still: every moment is this one


class NothingIsShuffled:
    """A position has been dealt already, and nothing comes after its round."""

    def first_dealer(self, seats: int) -> int:
        return 0

    def commit(self, round_number: int) -> str:
        return ""

    def seating(self, cards: tuple[int, ...], seats: int) -> tuple[int, ...]:
        return cards

    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]:
        return cards

    def reshuffles(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...], times: int
    ) -> tuple[tuple[int, ...], ...]:
        return (cards,) * times


class Staged(NamedTuple):
    """A table at a position, and all that has happened there."""

    seat: int
    state: match.MatchState
    log: tuple[Event, ...]

    @property
    def is_over(self) -> bool:
        return self.state.phase is not match.Phase.PLAYING


def cards_after(before: Staged, after: Staged) -> engine.RoundState:
    """The round after a move, over or not, where the table may have put it away already."""
    state = before.state.round
    if state is None:
        raise AssertionError("a move is made while the round is played")
    for event in after.log[len(before.log) :]:
        if match.is_card_event(event):
            state = engine.evolve(state, event)
    return state


def staged(position: Position) -> Staged:
    """The table where the position's seat is to move."""
    terms = match.MatchTerms(
        rules=position.rules,
        seats=position.seats,
        format=match.MatchFormat.RING,
        rounds=1,
        training=True,
    )
    seats = range(position.seats)
    state = replace(
        match.opening_state(terms),
        phase=match.Phase.PLAYING,
        players=tuple(seats),
        robots=tuple(seat != position.seat for seat in seats),
        round_number=1,
        dealer=position.state.dealer,
        ready=(True,) * position.seats,
        round=position.state,
    )
    return Staged(position.seat, state, position.events)


def moved(now: Staged, action: Action) -> Staged:
    """The table after this move of the seat's with the cards.

    Raises IllegalAction: as at any table; and `no_card_move`.
    """
    if isinstance(action, TableAction):
        raise engine.IllegalAction("no_card_move", type=action.type)
    if now.is_over:
        raise engine.IllegalAction("round_over")
    step = match.play(now.state, now.seat, action, now_ms=NOON_MS, shuffler=NothingIsShuffled())
    return now._replace(state=step.state, log=now.log + step.events)
