"""A table for tests: known decks, a clock that is told the time, obedient players."""

import random
from collections.abc import Sequence
from typing import Any

from rummy import engine
from rummy.bots import BOTS
from rummy.engine.records import Action, Event
from rummy.match import (
    MatchFormat,
    MatchState,
    MatchTerms,
    Phase,
    Ready,
    Step,
    opening_state,
    play,
    start_match,
    tick,
)


class KnownShuffler:
    """Decks from a seeded generator; `decks` are dealt first."""

    def __init__(self, seed: int, decks: Sequence[Sequence[int]] = (), dealer: int = 0) -> None:
        self._dice = random.Random(seed)
        self._decks = list(decks)
        self._dealer = dealer

    def first_dealer(self, seats: int) -> int:
        return self._dealer

    def seating(self, cards: tuple[int, ...], seats: int) -> tuple[int, ...]:
        return self._shuffled(cards)

    def reshuffles(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...], times: int
    ) -> tuple[tuple[int, ...], ...]:
        return tuple(self._shuffled(cards) for _ in range(times))

    def commit(self, round_number: int) -> str:
        return f"commitment of round {round_number}"

    def deck(
        self, round_number: int, client_seeds: tuple[str, ...], cards: tuple[int, ...]
    ) -> tuple[int, ...]:
        if self._decks:
            return tuple(self._decks.pop(0))
        return self._shuffled(cards)

    def _shuffled(self, cards: tuple[int, ...]) -> tuple[int, ...]:
        shuffled = list(cards)
        self._dice.shuffle(shuffled)
        return tuple(shuffled)


def terms(preset: str = "gin_palast", **given: Any) -> MatchTerms:
    options = {key: given.pop(key) for key in list(given) if key in ("point_limit",)}
    house_rules = given.pop("house_rules", ())
    rules = engine.build_rules(preset, house_rules=house_rules, **options)
    given.setdefault("format", MatchFormat.RING if "rounds" in given else MatchFormat.MATCH)
    return MatchTerms(rules=rules, seats=2, **given)


class Table:
    """A match under way, with its log."""

    def __init__(
        self,
        agreed: MatchTerms,
        *,
        seed: int = 1,
        dealer: int = 0,
        robots: tuple[bool, ...] = (False, False),
    ) -> None:
        self.shuffler = KnownShuffler(seed, dealer=dealer)
        self.dice = random.Random(seed)
        self.now_ms = 1_000_000
        self.log: list[tuple[Event, int]] = []
        self.terms = agreed
        self.state: MatchState = opening_state(agreed)
        self._take(
            start_match(
                self.state,
                players=tuple(range(101, 101 + agreed.seats)),
                robots=robots,
                now_ms=self.now_ms,
                shuffler=self.shuffler,
            )
        )

    def _take(self, step: Step) -> Step:
        self.state = step.state
        self.log += [(event, self.now_ms) for event in step.events]
        return step

    def act(self, seat: int, action: Action) -> Step:
        return self._take(
            play(self.state, seat, action, now_ms=self.now_ms, shuffler=self.shuffler)
        )

    def wait(self, milliseconds: int) -> Step:
        """Time passes, and the table looks at its clock."""
        self.now_ms += milliseconds
        return self._take(tick(self.state, now_ms=self.now_ms, shuffler=self.shuffler))

    def both_ready(self) -> None:
        for seat in range(self.terms.seats):
            if not self.state.ready[seat]:
                self.act(seat, Ready(f"seed of {seat}"))

    def bot_move(self, bot: str = "greedy") -> None:
        """Whoever is on turn plays like this bot, when others have had their time to knock."""
        self.now_ms = max(self.now_ms, self.state.clock.knock_until_ms)
        cards = self.state.round
        assert cards is not None
        assert cards.turn is not None
        legal = engine.legal_actions(cards, cards.turn)
        choice = BOTS[bot].choose(engine.view(cards, cards.turn), legal, self.dice)
        self.act(cards.turn, choice)

    def play_round(self, bot: str = "greedy") -> None:
        if self.state.phase is Phase.BETWEEN:
            self.both_ready()
        number = self.state.round_number
        while self.state.phase is Phase.PLAYING and self.state.round_number == number:
            self.bot_move(bot)

    def play_out(self, bot: str = "greedy") -> None:
        while self.state.phase is not Phase.FINISHED:
            self.play_round(bot)
