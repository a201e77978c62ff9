"""Whatever happens in whatever order: a tournament ends, with sound books and one rank each."""

from __future__ import annotations

import contextlib
import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from games.settlement import SeatScore
from tests.director.house import HOUR_MS, House
from tournaments import director
from tournaments.director import (
    Absent,
    EntryRules,
    Pace,
    Plan,
    PrizeForm,
    PrizePlan,
    Refused,
    Schedule,
    TooFew,
    desk,
)
from tournaments.director.snapshot import Phase, Reach, Unranked

PLAYERS = st.integers(0, 23)
GROWTHS = st.sampled_from([(2, 1), (3, 2), (5, 4)])


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    by_clock = draw(st.booleans())
    return Schedule(
        draw(st.integers(1, 4)),
        draw(GROWTHS),
        rounds=None if by_clock else draw(st.integers(1, 3)),
        level_ms=draw(st.integers(1, HOUR_MS)) if by_clock else None,
        break_every=draw(st.integers(0, 2)),
        break_ms=draw(st.sampled_from([0, 60_000])),
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    shootout = draw(st.integers(0, 4)) == 0
    late = -1 if shootout else draw(st.integers(-1, 3))
    back = -1 if shootout else draw(st.sampled_from([-1, 3, 20]))
    buy_in = draw(st.integers(0, 120))
    form = draw(st.sampled_from(PrizeForm))
    return Plan(
        format="shootout" if shootout else "freezeout",
        seats=draw(st.integers(2, 5)),
        stack_chips=draw(st.integers(1, 200)),
        schedule=draw(schedules()),
        entries=EntryRules(
            least=draw(st.integers(2, 4)),
            most=draw(st.integers(4, 24)),
            late_until_level=late,
            too_few=draw(st.sampled_from(TooFew)),
            returns_max=draw(st.integers(0, 2)) if back >= 0 else 0,
            rebuys_max=draw(st.integers(0, 2)) if back >= 0 else 0,
            returns_until_level=back,
            add_on_stack_chips=draw(st.sampled_from([0, 150])),
            add_on_chips=draw(st.integers(0, 50)),
        ),
        prizes=PrizePlan(
            form,
            places=draw(st.integers(1, 5)),
            ticket_chips=draw(st.integers(1, 300)),
            added_chips=draw(st.sampled_from([0, 17])),
            guarantee_chips=draw(st.sampled_from([0, 1_000])),
        ),
        buy_in_chips=buy_in,
        fee_chips=draw(st.integers(0, 10)),
        bounty_chips=draw(st.integers(0, buy_in)),
        pace=draw(st.sampled_from(Pace)),
        absent=draw(st.sampled_from(Absent)),
        absent_rounds=draw(st.integers(1, 2)),
        max_rounds=draw(st.integers(1, 40)),
    )


class Tournament(RuleBasedStateMachine):
    """Registrations, busts many at once, rebuys, no-shows, disconnects, pauses and cancels, in any
    order. `missing` never come, `away` have lost their connection and may be back any time."""

    house: House
    missing: frozenset[int]
    away: set[int]

    @initialize(
        plan=plans(),
        players=st.integers(0, 24),
        seed=st.integers(0, 10**6),
        missing=st.frozensets(st.integers(1, 24), max_size=6),
    )
    def publish(self, plan: Plan, players: int, seed: int, missing: frozenset[int]) -> None:
        self.house = House(plan, min(players, plan.entries.most), seed=seed)
        self.missing, self.away = missing, set()
        if players % 2:
            self.house.start()

    @rule(entries=st.sets(st.integers(1, 24), min_size=1, max_size=8))
    def disconnect(self, entries: set[int]) -> None:
        self.away |= entries

    @rule(entries=st.sets(st.integers(1, 24), min_size=1, max_size=8))
    def return_(self, entries: set[int]) -> None:
        self.away -= entries

    @property
    def arena(self) -> Any:
        return self.house.arena

    def phase_is(self, *phases: Phase) -> bool:
        return self.arena.phase in phases

    @rule(player=PLAYERS)
    def enter(self, player: int) -> None:
        with contextlib.suppress(Refused):
            self.house.enter(player)

    @rule(pick=st.integers(0, 50))
    def withdraw(self, pick: int) -> None:
        staying = [one for one in self.house.everybody if not one.withdrawn]
        if staying:
            with contextlib.suppress(Refused):
                entry = staying[pick % len(staying)].entry
                self.house.order(
                    [director.withdraw(self.arena.plan, self.arena.clock, entry=entry)]
                )

    @rule(pick=st.integers(0, 50), how=st.sampled_from(["come_back", "rebuy", "add_on"]))
    def buy(self, pick: int, how: str) -> None:
        wanted = [one for one in self.house.everybody if one.is_in != (how == "come_back")]
        if not wanted:
            return
        one = wanted[pick % len(wanted)]
        purse = director.Purse(
            one.entry,
            one.is_in,
            one.stack,
            one.returns,
            one.rebuys,
            one.has_add_on,
            one.rank is not None,
            one.withdrawn,
        )
        with contextlib.suppress(Refused):
            self.house.order([getattr(director, how)(self.arena.plan, self.arena.clock, purse)])

    @rule(ms=st.sampled_from([1, 30_000, HOUR_MS]))
    def wait(self, ms: int) -> None:
        self.house.pass_time(ms)

    @rule()
    def look(self) -> None:
        self.house.advance()

    @precondition(lambda self: self.house.playing)
    @rule(data=st.data(), tables=st.integers(1, 4), seed=st.integers(0, 10**6))
    def finish_rounds(self, data: st.DataObject, tables: int, seed: int) -> None:
        """Several tables end before the director looks; wild scores put many out at once."""
        dice = random.Random(seed)
        spread = data.draw(st.sampled_from([0, 1, 40, 400]))
        for number in dice.sample(self.house.playing, min(tables, len(self.house.playing))):
            self.finish(number, dice, spread)
        if data.draw(st.booleans()):
            self.house.advance()

    def finish(self, number: int, dice: random.Random, spread: int) -> None:
        dealt = self.arena.tables[number].dealt
        scores = [
            SeatScore(dice.randint(-spread, spread), dice.randint(0, 2), dice.randint(0, 1))
            for _ in dealt
        ]
        absent = [entry for entry in dealt if entry in self.missing or entry in self.away]
        self.house.play(number, *scores, absent=absent)

    @rule()
    def pause(self) -> None:
        with contextlib.suppress(Refused):
            self.house.order(desk.pause(self.arena.clock))

    @rule()
    def resume(self) -> None:
        with contextlib.suppress(Refused):
            self.house.order(desk.resume(self.arena.clock))

    @rule(pick=st.integers(0, 50))
    def remove(self, pick: int) -> None:
        seated = [one for one in self.house.everybody if one.seat]
        if not seated:
            return
        one = seated[pick % len(seated)]
        assert one.seat
        table = self.arena.tables[one.seat[0]]
        with contextlib.suppress(Refused):
            self.house.order(
                desk.remove(
                    self.arena.clock,
                    self.arena.field,
                    entry=one.entry,
                    table=table.number,
                    stack_chips=one.stack,
                    resting=table.resting,
                )
            )

    @rule(sure=st.integers(0, 9))
    def cancel(self, sure: int) -> None:
        """At any moment, but seldom: most tournaments shall be played."""
        if sure:
            return
        snapshot = self.arena.snapshot(Reach(unranked=Unranked.ALL, placed=True))
        with contextlib.suppress(Refused):
            self.house.order(desk.cancel(snapshot))

    def teardown(self) -> None:
        """From wherever we are, play goes on: it ends, and the books are sound (PLAY-47)."""
        if not hasattr(self, "house"):
            return
        dice = random.Random(1)
        with contextlib.suppress(Refused):
            self.house.order(desk.resume(self.arena.clock))
        for _ in range(3_000):
            self.house.advance()
            if self.arena.phase.is_over:
                break
            for number in self.house.playing:
                self.finish(number, dice, 60)
            wake = director.wake_at(self.arena.plan, self.arena.clock)
            self.house.pass_time(max(1, (wake or 0) - self.arena.clock.now_ms))
        assert self.arena.phase.is_over, "it ends"
        self.house.require_sound_books()
        self.house.require_all_paid()


Tournament.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, print_blob=True
)
TestTournament = Tournament.TestCase
