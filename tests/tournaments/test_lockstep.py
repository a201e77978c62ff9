"""The database and the simulation carry out the same commands to the same end, step by step."""

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rummy.settlement import SeatScore
from tests.chance import dice
from tests.tournaments.club import require_sound
from tournaments.desk.calling_off import report_round
from tournaments.director import FORMATS, TURBO, Command, Field, Plan, Snapshot, commands
from tournaments.director import enter as entered
from tournaments.director.desk import commands as desk_commands
from tournaments.director.snapshot import TableAtHand
from tournaments.forecast import Sample, SampledCards
from tournaments.models import Entry, Tournament
from tournaments.planner.forecasts import simulating
from tournaments.running import carrying_out, directing
from tournaments.running.reading import load_snapshot
from tournaments.simulation import carrying_out as simulated
from tournaments.simulation.arena import Arena

ALL = [
    kind
    for module in (commands, desk_commands)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Command) and kind.__module__ == module.__name__
]
KINDS = [kind for kind in ALL if not kind.__subclasses__()]
# Rounds in memory have no turns that could be given time, and nobody who could be told something
# or report what was played.
NOT_IN_MEMORY = {
    *(desk_commands.GiveTime, desk_commands.Announce, commands.CheckIn),
    *(desk_commands.ReportRound, desk_commands.TakeReportBack),
    *(desk_commands.CorrectResult, desk_commands.Rescore),
}


def test_every_command_does_something_in_the_database_and_in_memory() -> None:
    assert set(KINDS) == set(carrying_out.ACTS)
    on_the_clock = {kind for kind in KINDS if kind.on is not Command.on}
    assert set(simulated.ACTS) | on_the_clock | NOT_IN_MEMORY == set(KINDS)


class Mirror:
    """A tournament in memory that is ordered what the one in the database is ordered."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.arena: Arena | None = None
        self.steps = 0
        self.seen: Snapshot | None = None
        load, carry_out, report = load_snapshot, carrying_out.carry_out, report_round

        def see(live: Any) -> Snapshot:
            self.seen = load(live)
            if self.arena is None:
                self.arena = arena_of(live.row, live.plan, self.seen)
            return self.seen

        def do_both(live: Any, ordered: Sequence[Command]) -> None:
            self.compare()
            carry_out(live, ordered)
            assert self.arena is not None
            simulated.carry_out(self.arena, ordered)
            self.steps += 1

        def tell_both(*, table_number: int, scores: dict[int, SeatScore], **told: Any) -> None:
            report(table_number=table_number, scores=scores, **told)
            assert self.arena is not None
            if self.arena.tables[table_number].stacks:
                self.arena.finish_round(table_number, scores)
            else:
                self.arena.finish_match(table_number, scores)

        monkeypatch.setattr(directing, "load_snapshot", see)
        monkeypatch.setattr(directing, "carry_out", do_both)
        monkeypatch.setattr(simulating, "report_round", tell_both)

    def compare(self) -> None:
        """Time apart, which only the database knows, both see the same."""
        assert self.arena is not None
        assert self.seen is not None
        self.arena.clock = replace(self.arena.clock, now_ms=self.seen.clock.now_ms)
        assert self.arena.clock == self.seen.clock
        assert in_order(self.arena.field) == in_order(self.seen.field)
        mine = self.arena.snapshot()
        for part in ("unranked", "records", "placed", "finished"):
            own, theirs = getattr(mine, part), getattr(self.seen, part)
            assert sorted(map(shown, own)) == sorted(map(shown, theirs)), part


def shown(one: object) -> str:
    """Where nothing depends on an order, none is compared."""
    if isinstance(one, TableAtHand):
        sittings = tuple(sorted(one.sittings, key=lambda sitting: sitting.seat))
        return repr(replace(one, sittings=sittings))
    return repr(one)


def in_order(field: Field) -> Field:
    return replace(field, sizes=tuple(sorted(field.sizes)))


def arena_of(row: Tournament, plan: Plan, seen: Snapshot) -> Arena:
    """The same entries under the same numbers, before the first step."""
    arena = Arena(plan, starts_at_ms=seen.clock.starts_at_ms, now_ms=seen.clock.now_ms)
    entries = list(Entry.objects.filter(tournament=row).order_by("number"))
    for entry in entries:
        order = entered(arena.plan, arena.clock, arena.field, player=entry.player_id, known=False)
        simulated.carry_out(arena, [order])
    for entry, one in zip(entries, list(arena.entrants.values()), strict=True):
        one.entry = entry.pk
        one.team = entry.team
    arena.entrants = {one.entry: one for one in arena.entrants.values()}
    arena.unseated = dict.fromkeys(arena.entrants)
    return arena


def cards() -> SampledCards:
    chance: random.Random = dice("cards of the lockstep")
    samples = {
        size: [
            Sample(tuple(SeatScore(chance.randrange(-40, 100)) for _ in range(size)), 18)
            for _ in range(60)
        ]
        for size in (2, 3, 4)
    }
    return SampledCards(samples, 8_000, chance)


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize(
    ("plan", "players"),
    [
        pytest.param(Plan(seats=4, stack_chips=200, schedule=TURBO), 11, id="freezeout"),
        pytest.param(
            Plan(format="shootout", seats=3, stack_chips=150, schedule=TURBO), 9, id="shootout"
        ),
        pytest.param(
            Plan(
                format="single_table", seats=3, stack_chips=100, target_points=200, schedule=TURBO
            ),
            3,
            id="single_table",
        ),
        pytest.param(Plan(format="knockout", seats=2), 7, id="knockout"),
        pytest.param(Plan(format="knockout", seats=4), 17, id="knockout of four"),
        pytest.param(Plan(format="swiss", seats=2, stages=3), 7, id="swiss"),
        pytest.param(Plan(format="swiss", seats=4, stages=4), 13, id="swiss of four"),
        pytest.param(Plan(format="round_robin", seats=2), 5, id="round_robin"),
    ],
)
def test_the_database_and_the_simulation_go_in_step(
    plan: Plan, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    mirror = Mirror(monkeypatch)
    tournament = simulating.run_on_database(plan, players, cards())
    assert mirror.steps > min(players / 2, 5)
    assert mirror.arena is not None
    mirror.seen = None
    entrants = mirror.arena.entrants.values()
    stored = Entry.objects.filter(tournament=tournament)
    assert {(one.entry, one.rank) for one in entrants} == set(stored.values_list("pk", "rank"))
    if FORMATS[plan.format].plays_for_chips:
        chips = set(stored.values_list("pk", "stack_chips"))
        assert {(one.entry, one.stack) for one in entrants} == chips
    require_sound(tournament)
