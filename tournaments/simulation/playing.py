"""Playing a tournament out: tables take their time, scores fall, the director directs."""

from collections import Counter
from collections.abc import Collection, Sequence
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
class Seen:
    """A level in one tournament: when its first round was dealt, to how many, and its payments."""

    starts_ms: int
    tables: int
    players: int
    payments: int = 0
    capped: int = 0


@dataclass(slots=True)
class Report:
    """What happened, counted while it happened: told every command before it is carried out."""

    ended_ms: int = 0
    table_rounds: int = 0
    moves: int = 0
    decided: bool = True  # a winner was found before `max_rounds`
    levels: dict[int, Seen] = field(default_factory=dict)
    outs_by_wave: Counter[int] = field(default_factory=Counter)
    dealt_at: dict[int, int] = field(default_factory=dict)  # the level by its ratio

    def see(self, arena: Arena, command: order.Command) -> None:
        match command:
            case order.StartRounds(level=level, pcr=pcr) if pcr not in self.dealt_at:
                now, numbers = arena.clock.now_ms, arena.field
                self.levels[level] = Seen(now, numbers.tables, numbers.alive)
                self.dealt_at[pcr] = level
            case order.Settle(entries=entries, winners=winners):
                self.table_rounds += 1
                # A round belongs to the level at which it was dealt.
                facts = dict(command.reason.facts)
                seen = self.levels[self.dealt_at[facts["pcr"]]]
                seen.payments += len(entries) - len(winners)
                seen.capped += facts["capped"]
            case order.Out(wave=wave):
                self.outs_by_wave[wave] += 1
            case order.Move():
                self.moves += 1
            case order.Finish() if command.reason.code == "max_rounds_played":
                self.decided = False


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
    returning: bool = False,
) -> Report:
    """Play to the end; with `returning` everybody who is out comes back as long as they may."""
    report = Report()
    queue: list[tuple[int, int]] = []
    pending: dict[int, dict[int, SeatScore]] = {}
    for _ in range(STEPS_MAX):
        _direct(arena, dice, report, returning=returning)
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


def _direct(arena: Arena, dice: Dice, report: Report, *, returning: bool) -> None:
    while commands := director.direct(arena.snapshot(), dice):
        for command in commands:
            report.see(arena, command)
        carry_out(arena, commands)
        for command in commands:
            if returning and isinstance(command, order.Out):
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
