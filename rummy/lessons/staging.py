"""Playing a lesson: its state after so many beats, and what the learner's next move does."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rummy import engine, match
from rummy.engine.as_json.stored import action_from_json
from rummy.engine.cards import parse_cards
from rummy.engine.records import Action, Event
from rummy.lessons.script import Beat, Lesson
from rummy.puzzles import same_move
from rummy.puzzles.staging import NOON_MS, NothingIsShuffled

LEARNER = 0
SEATS = 2


class WrongMove(Exception):
    """The move is allowed by the rules, or not, but it is not the one the lesson is about."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A lesson after `done` beats. `news` are the events of each beat just played, oldest first."""

    lesson: Lesson
    done: int
    state: match.MatchState
    log: tuple[Event, ...]
    news: tuple[Stage, ...] = ()

    @property
    def beat(self) -> Beat | None:
        """What comes next; None when the lesson is over."""
        beats = self.lesson.beats
        return beats[self.done] if self.done < len(beats) else None


@dataclass(frozen=True, slots=True)
class StackedDeck(NothingIsShuffled):
    lesson: Lesson

    def first_dealer(self, seats: int) -> int:
        return self.lesson.dealer

    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]:
        """The hands one card at a time from the dealer's left, the upcard, the stock, the rest."""
        waiting = [list(parse_cards(hand)) for hand in self.lesson.hands]
        order: list[int] = []
        while any(waiting):
            for step in range(1, SEATS + 1):
                hand = waiting[(self.lesson.dealer + step) % SEATS]
                order += [hand.pop(0)] if hand else []
        order += parse_cards(f"{self.lesson.upcard} {self.lesson.stock}")
        return (*order, *(card for card in cards if card not in set(order)))


def stage(lesson: Lesson, done: int = 0) -> Stage:
    """The lesson after its first `done` beats."""
    now = _dealt(lesson)
    while now.done < min(done, len(lesson.beats)):
        now = _played(now)
    return now


def go_on(now: Stage) -> Stage:
    """What was to be read has been read."""
    if now.beat is None or now.beat.action is not None:
        raise WrongMove
    return _to_the_learner(replace(now, done=now.done + 1))


def act(now: Stage, action: Action) -> Stage:
    """The learner moves, and the others after that.

    Raises:
        IllegalAction: the rules forbid it, as at any table.
        WrongMove: they do not, but the lesson asks for something else.
    """
    if now.beat is None or now.state.phase is not match.Phase.PLAYING:
        raise WrongMove
    _play(now, LEARNER, action)
    if now.beat.action is None or now.state.round is None:
        raise WrongMove
    if not same_move(now.state.round, LEARNER, action, action_from_json(now.beat.action)):
        raise WrongMove
    after = _played(now)
    return _to_the_learner(replace(after, news=(after,)))


def _to_the_learner(now: Stage) -> Stage:
    """Others' beats are played at once, each one a piece of news."""
    while now.beat is not None and now.beat.seat != LEARNER:
        after = _played(now)
        now = replace(after, news=(*now.news, after))
    return now


def _dealt(lesson: Lesson) -> Stage:
    """Seats taken, both ready, cards dealt."""
    rules = engine.build_rules(lesson.preset, **lesson.options)
    terms = match.MatchTerms(
        rules=rules, seats=SEATS, format=match.MatchFormat.RING, rounds=1, training=True
    )
    shuffler = StackedDeck(lesson)
    begun = match.start_match(
        match.opening_state(terms),
        players=(0, 1),
        robots=(False, True),
        now_ms=NOON_MS,
        shuffler=shuffler,
        places_settled=True,
    )
    now = Stage(lesson, 0, begun.state, begun.events)
    for seat in range(SEATS):
        if not now.state.ready[seat] and now.state.phase is match.Phase.BETWEEN:
            now = _play(now, seat, match.Ready(f"lesson {seat}"))
    return now


def _played(now: Stage) -> Stage:
    beat = now.beat
    if beat is None:
        raise AssertionError("a lesson goes on after its end")
    after = now if beat.action is None else _play(now, beat.seat, action_from_json(beat.action))
    return replace(after, done=now.done + 1)


def _play(now: Stage, seat: int, action: Action) -> Stage:
    step = match.play(now.state, seat, action, now_ms=NOON_MS, shuffler=StackedDeck(now.lesson))
    return replace(now, state=step.state, log=now.log + step.events, news=())
