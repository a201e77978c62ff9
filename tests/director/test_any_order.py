"""Whatever happens in whatever order: a tournament ends, with sound books and one rank each.

All ten formats: those played for chips, with re-entries, rebuys, add-ons, tickets and bounties, and
those of stages. A few tournaments in every run, many more in `make soak`.
"""

import contextlib
import random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from rummy.settlement import SeatScore
from tests.director.house import HOUR_MS, House
from tournaments import director
from tournaments.director import (
    FORMATS,
    Absent,
    EntryRules,
    Pace,
    Plan,
    PrizeForm,
    PrizePlan,
    Refused,
    Schedule,
    TooFew,
)
from tournaments.director.clock.schedule import LEVEL_MS_MIN
from tournaments.director.desk import orders as desk
from tournaments.director.desk.holders import Holder
from tournaments.director.desk.orders import disqualify, take_out
from tournaments.director.snapshot import Phase

PLAYERS = st.integers(0, 23)
PLAYING = st.integers(0, 24)
SEEDS = st.integers(0, 10**6)
MISSING = st.frozensets(st.integers(1, 24), max_size=6)
GROWTHS = st.sampled_from([(2, 1), (3, 2), (5, 4)])


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    by_clock = draw(st.booleans())
    return Schedule(
        draw(st.integers(1, 4)),
        draw(GROWTHS),
        rounds=None if by_clock else draw(st.integers(1, 3)),
        level_ms=draw(st.integers(LEVEL_MS_MIN, HOUR_MS)) if by_clock else None,
        break_every=draw(st.integers(0, 2)),
        break_ms=draw(st.sampled_from([0, 60_000])),
    )


CHIPS = [key for key in FORMATS if FORMATS[key].plays_for_chips]
STAGES = [key for key in FORMATS if not FORMATS[key].plays_for_chips]


@st.composite
def prizes(draw: st.DrawFn, forms: st.SearchStrategy[PrizeForm]) -> PrizePlan:
    return PrizePlan(
        draw(forms),
        places=draw(st.integers(1, 5)),
        ticket_chips=draw(st.integers(1, 300)),
        added_chips=draw(st.sampled_from([0, 17])),
        guarantee_chips=draw(st.sampled_from([0, 1_000])),
    )


@st.composite
def plans_for_chips(draw: st.DrawFn) -> Plan:
    kind = draw(st.sampled_from(CHIPS))
    closed, returning = kind == "shootout", kind == "re_entry"
    late = -1 if closed else draw(st.integers(-1, 3))
    back = -1 if closed else draw(st.sampled_from([3, 20] if returning else [-1, 3, 20]))
    least_bounty = int(kind == "bounty")
    buy_in = draw(st.integers(least_bounty, 120))
    form = st.just(PrizeForm.TICKETS) if kind == "satellite" else st.sampled_from(PrizeForm)
    return Plan(
        format=kind,
        seats=draw(st.integers(2, 5)),
        stack_chips=draw(st.integers(1, 200)),
        schedule=draw(schedules()),
        entries=EntryRules(
            least=draw(st.integers(2, 4)),
            most=draw(st.integers(4, 24)),
            late_until_level=late,
            too_few=draw(st.sampled_from(TooFew)),
            returns_max=draw(st.integers(int(returning), 2)) if back >= 0 else 0,
            rebuys_max=draw(st.integers(0, 2)) if back >= 0 else 0,
            returns_until_level=back,
            add_on_stack_chips=draw(st.sampled_from([0, 150])),
            add_on_chips=draw(st.integers(0, 50)),
        ),
        prizes=draw(prizes(form)),
        buy_in_chips=buy_in,
        fee_chips=draw(st.integers(0, 10)),
        bounty_chips=draw(st.integers(least_bounty, buy_in)),
        pace=draw(st.sampled_from(Pace)),
        absent=draw(st.sampled_from(Absent)),
        absent_rounds=draw(st.integers(1, 2)),
        max_rounds=draw(st.integers(1, 40)),
    )


@st.composite
def plans_of_stages(draw: st.DrawFn) -> Plan:
    kind = draw(st.sampled_from(STAGES))
    seats = draw(st.integers(2, 5))
    single = kind == "single_table"
    most = draw(st.integers(2, seats) if single else st.integers(4, 24))
    forms = [form for form in PrizeForm if not (kind == "teams" and form is PrizeForm.TICKETS)]
    return Plan(
        format=kind,
        seats=seats,
        entries=EntryRules(
            least=draw(st.integers(2, min(4, most))),
            most=most,
            too_few=draw(st.sampled_from(TooFew)),
        ),
        prizes=draw(prizes(st.sampled_from(forms))),
        buy_in_chips=draw(st.integers(0, 120)),
        fee_chips=draw(st.integers(0, 10)),
        max_rounds=draw(st.integers(1, 40)),
        stages=draw(st.integers(0, 4)),
        target_points=draw(st.integers(1, 200)) if single else 0,
    )


class Tournament(RuleBasedStateMachine):
    """Registrations, busts many at once, rebuys, no-shows, disconnects, pauses and cancels, in any
    order. `missing` never come, `away` have lost their connection and may be back any time."""

    house: House
    missing: frozenset[int]
    away: set[int]

    def before_step(self) -> None:
        """Where a director orders, what waits for the end of a round."""

    def open(self, plan: Plan, players: int, seed: int, missing: frozenset[int]) -> None:
        self.house = House(plan, min(players, plan.entries.most), seed=seed)
        self.house.before_step = self.before_step
        self.missing, self.away = missing, set()
        self.form_teams()
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
        self.form_teams()

    def form_teams(self) -> None:
        if self.arena.plan.format == "teams":
            for one in self.house.everybody:
                one.team = "ABC"[one.entry % 3]

    @rule(pick=st.integers(0, 50))
    def withdraw(self, pick: int) -> None:
        staying = [one for one in self.house.everybody if not one.withdrawn]
        if staying:
            with contextlib.suppress(Refused):
                entry = staying[pick % len(staying)].entry
                self.house.order(
                    [director.withdraw(self.arena.plan, self.arena.clock, entry=entry)]
                )

    @precondition(lambda self: self.arena.plan.format in CHIPS)
    @rule(pick=st.integers(0, 50), how=st.sampled_from(["come_back", "rebuy", "add_on"]))
    def buy(self, pick: int, how: str) -> None:
        entered = [one for one in self.house.everybody if not one.withdrawn]
        wanted = [one for one in entered if one.is_in != (how == "come_back")]
        if not wanted:
            return
        one = wanted[pick % len(wanted)]
        buyer = director.Buyer(
            one.entry,
            one.is_in,
            one.stack,
            one.returns,
            one.rebuys,
            one.has_add_on,
            one.rank is not None,
        )
        with contextlib.suppress(Refused):
            self.house.order([getattr(director, how)(self.arena.plan, self.arena.clock, buyer)])

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
        if self.arena.plan.format in STAGES:
            entries = self.arena.tables[number].entries
            told = {entry: dice.randint(-spread, spread) for entry in entries}
            self.arena.finish_match(number, told)
            return
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

    @precondition(lambda self: self.arena.plan.format in CHIPS)
    @rule(pick=st.integers(0, 50))
    def remove(self, pick: int) -> None:
        seated = [one for one in self.house.everybody if one.seat]
        if not seated:
            return
        one = seated[pick % len(seated)]
        assert one.seat
        table = self.arena.tables[one.seat[0]]
        leaving = Holder(one.entry, "Anna", one.stack, table=table.number, quiet=table.resting)
        with contextlib.suppress(Refused):
            self.house.order(desk.remove(self.arena.clock, self.arena.field, leaving))

    @precondition(lambda self: self.arena.plan.format in STAGES)
    @rule(pick=st.integers(0, 50), how=st.sampled_from([take_out, disqualify]))
    def leave_stages(self, pick: int, how: Any) -> None:
        staying = [one for one in self.house.everybody if not one.withdrawn]
        if not staying:
            return
        one = staying[pick % len(staying)]
        playing = [other for other in staying if other.is_in and other.lost_stage is None]
        holder = Holder(
            one.entry,
            "Anna",
            one.stack,
            is_in=one.is_in,
            table=one.seat and one.seat[0],
            lost_stage=one.lost_stage,
        )
        others = len(playing) - (one in playing)
        with contextlib.suppress(Refused):
            self.house.order(how(self.arena.clock, holder, others=others))

    @rule(sure=st.integers(0, 9))
    def cancel(self, sure: int) -> None:
        """At any moment, but seldom: most tournaments shall be played."""
        if sure:
            return
        snapshot = self.arena.snapshot(desk.reach_of_cancel(self.arena.plan))
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


class ForChips(Tournament):
    """Freeze-out, re-entry, bounty, satellite, shootout."""

    @initialize(plan=plans_for_chips(), players=PLAYING, seed=SEEDS, missing=MISSING)
    def publish(self, plan: Plan, players: int, seed: int, missing: frozenset[int]) -> None:
        self.open(plan, players, seed, missing)


class OfStages(Tournament):
    """Bracket, Swiss, league night, teams, the single table."""

    @initialize(plan=plans_of_stages(), players=PLAYING, seed=SEEDS, missing=MISSING)
    def publish(self, plan: Plan, players: int, seed: int, missing: frozenset[int]) -> None:
        self.open(plan, players, seed, missing)


class LongForChips(ForChips):
    pass


class LongOfStages(OfStages):
    pass


def cases(machine: type[Tournament], examples: int) -> Any:
    machine.TestCase.settings = settings(
        max_examples=examples, stateful_step_count=60, deadline=None, print_blob=True
    )
    return machine.TestCase


TestForChips = cases(ForChips, 25)
TestOfStages = cases(OfStages, 12)
LONG = pytest.mark.timeout(3_000)
TestManyForChips = LONG(pytest.mark.soak(cases(LongForChips, 1_000)))
TestManyOfStages = LONG(pytest.mark.soak(cases(LongOfStages, 1_000)))
