"""What the director's tests share: tournaments in memory, lots by purpose, proofs of the books."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

from rummy.settlement import SeatScore
from tournaments import director
from tournaments.director import Plan
from tournaments.director.commands import Command, OpenStage, StartRounds
from tournaments.director.snapshot import Phase
from tournaments.simulation.arena import Arena, Entrant
from tournaments.simulation.carrying_out import carry_out

HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Lots:
    """The same purpose always gives the same order."""

    seed: int = 1

    def draw(self, among: Collection[int], purpose: str) -> tuple[int, ...]:
        numbers = sorted(among)
        random.Random(f"{self.seed}:{purpose}").shuffle(numbers)
        return tuple(numbers)


class House:
    """An arena whose every step is watched: what must never happen fails at once."""

    def __init__(self, plan: Plan, players: int = 0, *, seed: int = 1) -> None:
        self.arena = Arena(plan, starts_at_ms=HOUR_MS)
        self.lots = Lots(seed)
        self.log: list[Command] = []
        # What waits for the end of a round is carried out before each step.
        self.before_step: Callable[[], None] = lambda: None
        for player in range(players):
            self.enter(player)

    def enter(self, player: int) -> None:
        known = any(one.player == player and not one.withdrawn for one in self.everybody)
        arena = self.arena
        self.order(
            [director.enter(arena.plan, arena.clock, arena.field, player=player, known=known)]
        )

    def start(self) -> House:
        self.pass_time(HOUR_MS)
        return self.advance()

    def pass_time(self, ms: int) -> None:
        self.arena.pass_time(self.arena.clock.now_ms + ms)

    def advance(self) -> House:
        for _ in range(10_000):
            self.before_step()
            snapshot = self.arena.snapshot()
            commands = director.direct(snapshot, self.lots)
            assert commands == director.direct(snapshot, self.lots), "a step decides twice the same"
            if not commands:
                return self
            self.order(commands)
        raise AssertionError("the director does not come to rest")

    def order(self, commands: Iterable[Command]) -> None:
        for command in commands:
            if isinstance(command, StartRounds) and self.arena.plan.format != "shootout":
                self._require_level_sizes(command)
            if isinstance(command, OpenStage):
                self._require_one_table_each(command)
            self.log.append(command)
            carry_out(self.arena, [command])
        self.require_sound_books()

    def play(self, table: int, *scores: int | SeatScore, absent: Iterable[int] = ()) -> None:
        """The round at `table` ends with these scores in seat order; the director is not called."""
        dealt = self.arena.tables[table].dealt
        read = [SeatScore(score) if isinstance(score, int) else score for score in scores]
        self.arena.finish_round(table, dict(zip(dealt, read, strict=True)), absent=absent)

    # --- what is where -----------------------------------------------------------------------

    @property
    def everybody(self) -> list[Entrant]:
        return list(self.arena.entrants.values())

    @property
    def playing(self) -> list[int]:
        return [number for number, place in self.arena.tables.items() if self.in_play(number)]

    def in_play(self, number: int) -> bool:
        place = self.arena.tables[number]
        return not place.quiet and place.result is None and place.score is None

    @property
    def sizes(self) -> list[int]:
        return sorted(len(place.entries) for place in self.arena.tables.values())

    @property
    def ranks(self) -> dict[int, int | None]:
        return {one.entry: one.rank for one in self.everybody if not one.withdrawn}

    def stack(self, entry: int) -> int:
        return self.arena.entrants[entry].stack

    def ordered(self, kind: type[Command]) -> list[Any]:
        return [command for command in self.log if isinstance(command, kind)]

    def codes(self, kind: type[Command]) -> list[str]:
        return [command.reason.code for command in self.ordered(kind)]

    # --- proofs ------------------------------------------------------------------------------

    def require_sound_books(self) -> None:
        """PLAY-23, and nobody in two places."""
        arena = self.arena
        assert arena.stacks_chips + arena.forfeited_chips == arena.issued_chips
        assert all(one.stack >= 0 for one in self.everybody)
        seated = [entry for place in arena.tables.values() for entry in place.entries]
        assert len(seated) == len(set(seated)) == arena.field.seated
        assert not set(seated) & set(arena.unseated)
        assert len(arena.unseated) == arena.field.unseated
        assert len(arena.fallen) == arena.field.fallen
        for one in self.everybody:
            assert (one.seat is not None) == (one.entry in seated)
        seats = Counter(one.seat for one in self.everybody if one.seat)
        assert not seats or max(seats.values()) == 1

    def require_all_paid(self) -> None:
        """At the end: prizes are the pool, bounties are gone, everybody has one rank."""
        arena = self.arena
        assert arena.bounty_bank == 0
        assert arena.paid_out == arena.paid_in + arena.house_added
        if arena.phase is Phase.CANCELLED:
            return
        ranked = [one for one in self.everybody if not one.withdrawn]
        assert len(ranked) == arena.field.entries
        if arena.plan.format == "teams":
            # Teams have ranks; who was disqualified has none of the team's, but the last of all.
            staying = [one for one in ranked if not one.disqualified]
            teams = {one.team or one.entry: one.rank or 0 for one in staying}
            assert {one.rank for one in ranked if one.disqualified} <= {len(teams) + 1}
            counted = Counter(teams.values())
        else:
            counted = Counter(one.rank or 0 for one in ranked)
        better = 0
        for rank in sorted(counted):
            assert rank == better + 1, f"rank {rank} after {better} entries"
            better += counted[rank]

    def _require_one_table_each(self, command: OpenStage) -> None:
        """In a stage everybody who is still in has one table or a bye."""
        placed = [entry for table in command.tables for entry in table] + list(command.byes)
        assert len(placed) == len(set(placed))
        assert all(2 <= len(table) <= self.arena.plan.seats for table in command.tables)
        staying = {one.entry for one in self.everybody if one.is_in and one.lost_stage is None}
        if self.arena.plan.format != "single_table":  # whose tie-breakers are for the tied alone
            assert set(placed) == staying

    def _require_level_sizes(self, command: StartRounds) -> None:
        """PLAY-41: no table starts two players short of another, nor alone."""
        sizes = [len(place.entries) for place in self.arena.tables.values()]
        starting = [
            len(place.entries)
            for place in self.arena.tables.values()
            if place.resting and len(place.entries) >= command.least_players
        ]
        assert min(starting) >= max(2, max(sizes) - 1)
        if self.arena.clock.together:
            assert max(sizes) - min(sizes) <= 1
