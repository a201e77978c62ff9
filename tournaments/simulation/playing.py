"""Playing a tournament out: tables take their time, scores fall, the director directs."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Protocol

from rummy.settlement import SeatScore
from tournaments import director
from tournaments.director import commands as order
from tournaments.director.snapshot import Dice
from tournaments.simulation.arena import Arena
from tournaments.simulation.carrying_out import carry_out

STEPS_MAX = 10_000_000


class Cards(Protocol):
    """What a round comes to: scores by seat, and how long it takes."""

    def round(self, seats: int) -> tuple[Sequence[SeatScore], int]:
        """Scores in seat order, milliseconds."""
        ...


class Chance(Protocol):
    """Random numbers, as `random.Random` has them."""

    def randrange(self, stop: int, /) -> int: ...

    def shuffle(self, values: list[int], /) -> None: ...


@dataclass(slots=True)
class ChanceDice:
    """Lots without a commitment, for simulations of one tournament each."""

    chance: Chance
    drawn: dict[tuple[int, str], tuple[int, ...]] = field(default_factory=dict)

    def draw(self, among: Collection[int], purpose: str) -> tuple[int, ...]:
        numbers, count = sorted(among), len(among)
        if (count, purpose) not in self.drawn:
            places = list(range(count))
            self.chance.shuffle(places)
            self.drawn[count, purpose] = tuple(places)
        return tuple(numbers[place] for place in self.drawn[count, purpose])


@dataclass(slots=True)
class Report:
    """What happened, counted while it happened."""

    ended_ms: int = 0
    steps: int = 0
    table_rounds: int = 0
    rounds_most: int = 0
    payments: int = 0
    payments_capped: int = 0
    moves: int = 0
    tables_by_level: dict[int, int] = field(default_factory=dict)
    outs_by_wave: dict[int, int] = field(default_factory=dict)

    def see(self, arena: Arena, commands: Iterable[order.Command]) -> None:
        for command in commands:
            match command:
                case order.Settle(entries=entries, round_number=number):
                    self.table_rounds += 1
                    self.rounds_most = max(self.rounds_most, number)
                    facts = dict(command.reason.facts)
                    self.payments += len(entries) - len(command.winners)
                    self.payments_capped += facts["capped"]
                case order.Out(wave=wave):
                    self.outs_by_wave[wave] = self.outs_by_wave.get(wave, 0) + 1
                case order.Move():
                    self.moves += 1
                case order.StartRounds(level=level):
                    self.tables_by_level.setdefault(level, arena.field.tables)


def enter_field(arena: Arena, players: int) -> None:
    """So many players enter before the start."""
    for player in range(1, players + 1):
        entered = director.enter(arena.plan, arena.clock, arena.field, player=player, known=False)
        carry_out(arena, [entered])


def play_out(
    arena: Arena,
    cards: Cards,
    dice: Dice,
    *,
    pause_ms: int = 0,
    see: Callable[[order.Command], None] | None = None,
    returning: bool = False,
) -> Report:
    """Play to the end; `see` is told every command before it is carried out.

    With `returning` everybody who is out comes back as long as they may.
    """
    report = Report()
    queue: list[tuple[int, int]] = []
    pending: dict[int, dict[int, SeatScore]] = {}
    for _ in range(STEPS_MAX):
        _direct(arena, dice, report, see, returning=returning)
        for number in arena.dealt:
            seated = arena.tables[number].dealt
            scores, length_ms = cards.round(len(seated))
            pending[number] = dict(zip(seated, scores, strict=True))
            heappush(queue, (arena.clock.now_ms + length_ms + pause_ms, number))
        arena.dealt.clear()
        if arena.phase.is_over:
            report.ended_ms = arena.clock.now_ms
            return report
        _next_event(arena, queue, pending)
    raise AssertionError("the tournament does not end")


def _direct(
    arena: Arena,
    dice: Dice,
    report: Report,
    see: Callable[[order.Command], None] | None,
    *,
    returning: bool,
) -> None:
    while commands := director.direct(arena.snapshot(), dice):
        report.see(arena, commands)
        if see is not None:
            for command in commands:
                see(command)
        carry_out(arena, commands)
        report.steps += 1
        if returning:
            _come_back(arena, commands)


def _come_back(arena: Arena, commands: Iterable[order.Command]) -> None:
    for command in commands:
        if not isinstance(command, order.Out):
            continue
        returns = arena.entrants[command.entry].returns
        buyer = director.Buyer(command.entry, is_in=False, stack_chips=0, returns=returns)
        with suppress(director.Refused):
            carry_out(arena, [director.come_back(arena.plan, arena.clock, buyer)])


def _next_event(
    arena: Arena, queue: list[tuple[int, int]], pending: dict[int, dict[int, SeatScore]]
) -> None:
    """Go to the next finished round, or to the hour at which the clock changes something."""
    wake_ms = director.wake_at(arena.plan, arena.clock)
    if queue and (wake_ms is None or queue[0][0] <= wake_ms):
        at_ms, number = heappop(queue)
        arena.pass_time(max(at_ms, arena.clock.now_ms))
        scores = pending.pop(number)
        if director.FORMATS[arena.plan.format].plays_for_chips:
            arena.finish_round(number, scores)
        else:
            arena.finish_match(number, scores)
    elif wake_ms is not None:
        arena.pass_time(max(wake_ms, arena.clock.now_ms))
    else:
        raise AssertionError("nothing can happen any more and the tournament is not over")
