"""Tournaments of stages: everybody plays a match per stage, pairings follow from the results.

Knockout bracket, Swiss, round robin or league night, team event. A table gives each entry two
points for every opponent beaten and one for every equal one, and one for every seat by which it is
shorter than the stage's longest table; a bye counts as a table won.
"""

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from rummy.words import gettext_noop as _
from tournaments.director.commands import CloseStage, Command, Finish, OpenStage, Rank, Score
from tournaments.director.errors import InvalidPlan
from tournaments.director.formats.base import Format
from tournaments.director.plan import Absent, Plan
from tournaments.director.ranking import final_ladder_of, prizes_for
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.pairing import Pairing, bracket, by_points, round_robin, same_team
from tournaments.director.snapshot import (
    Clock,
    Dice,
    Field,
    Phase,
    Reach,
    Record,
    Snapshot,
    TableScore,
)
from tournaments.director.starting import open_play, reach_of_start, start, start_is_due


@dataclass(frozen=True, slots=True)
class Draw:
    """How a format pairs a stage and says why."""

    pair: Callable[[Snapshot, int, Dice], Pairing]
    why: Callable[[Snapshot, int, Sequence[Record]], Reason]
    stages: Callable[[Plan, int], int]


@dataclass(frozen=True, slots=True)
class PairingFormat(Format):
    """Tables are drawn anew for each stage."""

    draw: Draw = field(kw_only=True)

    def check(self, plan: Plan) -> None:
        if plan.entries.open_until_level >= 0:
            raise InvalidPlan("no_late_entries_in_format", rule="PLAY-40", format=self.key)
        if plan.bounty_chips:
            raise InvalidPlan("no_bounty_in_format", rule="PLAY-44", format=self.key)
        if plan.absent is Absent.REMOVED:
            raise InvalidPlan("no_removal_in_format", rule="PLAY-45", format=self.key)

    def reach(self, plan: Plan, clock: Clock, field: Field) -> Reach:
        if start_is_due(plan, clock, field):
            return reach_of_start(plan, field, records=True)
        idle = clock.phase is Phase.RUNNING and field.finished == field.tables
        return Reach(records=idle and clock.paused_at_ms is None)

    def direct(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        clock, field = snapshot.clock, snapshot.field
        if clock.phase is Phase.ENTERING:
            return self._start(snapshot, dice)
        if clock.phase is not Phase.RUNNING or clock.paused_at_ms is not None:
            return ()
        if field.finished < field.tables:
            return ()
        if field.tables:
            return self._score(snapshot, dice)
        return self._next_stage(snapshot, dice)

    def _start(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        if not start_is_due(snapshot.plan, snapshot.clock, snapshot.field):
            return ()
        if snapshot.field.entries < snapshot.plan.entries.least:
            return start(snapshot, dice)
        return (*open_play(snapshot), *self._next_stage(snapshot, dice))

    def _next_stage(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        played = snapshot.clock.stage
        staying = [r for r in snapshot.records if r.lost_stage is None and not r.withdrawn]
        stages = self.draw.stages(snapshot.plan, len(snapshot.records))
        if len(staying) < 2:
            return self._finish(snapshot, played, len(staying))
        # Where all who would have met somebody now were taken out, the stage after that is due.
        for stage in range(played + 1, min(stages, snapshot.plan.max_rounds) + 1):
            pairing = self.draw.pair(snapshot, stage, dice)
            if pairing.tables:
                return (self._open(snapshot, stage, pairing),)
        return self._finish(snapshot, played, len(staying))

    def _open(self, snapshot: Snapshot, stage: int, pairing: Pairing) -> Command:
        known = {record.entry: record for record in snapshot.records}
        reasons = tuple(
            self.draw.why(snapshot, stage, [known[entry] for entry in table])
            for table in pairing.tables
        )
        reason = because("paired_by_lot", stage=stage) if stage == 1 else reasons[0]
        first = snapshot.field.tables_opened + 1
        return OpenStage(reason, stage, first, pairing.tables, pairing.byes, reasons)

    def _score(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        stage = snapshot.clock.stage
        playing = {entry for table in snapshot.stage_results for entry in table.entries}
        gone = {record.entry for record in snapshot.records if record.withdrawn}
        most = max(len(table.entries) for table in snapshot.stage_results)
        commands: list[Command] = []
        for table in snapshot.stage_results:
            commands += self._score_table(table, stage, dice, gone, most - len(table.entries))
        for record in snapshot.records:
            if record.entry in playing or record.withdrawn or record.lost_stage is not None:
                continue
            points = 2 * (snapshot.plan.seats - 1)
            bye = because("bye", stage=stage, byes=record.byes + 1)
            commands.append(Score(bye, record.entry, stage, points, 0, (), bye=True, lost=False))
        return (*commands, CloseStage(because("stage_over", stage=stage), stage))

    def _score_table(
        self, table: TableScore, stage: int, dice: Dice, gone: Container[int], empty: int
    ) -> list[Command]:
        """Who is `gone` is behind the others, whatever was played.

        An `empty` seat is worth what an opponent is on the average: nobody chose the table.
        """
        results = [
            (entry not in gone, score)
            for entry, score in zip(table.entries, table.scores, strict=True)
        ]
        best = max(results)
        ahead = [e for e, r in zip(table.entries, results, strict=True) if r == best]
        winner = ahead[0]
        if self.knocks_out and len(ahead) > 1:
            winner = dice.draw(ahead, f"tie:{stage}:{table.number}")[0]
        commands: list[Command] = []
        for entry, result in zip(table.entries, results, strict=True):
            score = result[1]
            points = sum(2 * (result > other) + (result == other) for other in results) - 1 + empty
            points = 0 if entry in gone else points
            lost = self.knocks_out and entry != winner
            met = tuple(other for other in table.entries if other != entry)
            reason = because("scored_table", points=score, stage=stage)
            if lost:
                reason = because("lost_table", points=score, stage=stage)
            elif self.knocks_out and len(ahead) > 1:
                reason = because("won_table_by_lot", points=score, tied=len(ahead))
            elif entry == winner and len(ahead) == 1:
                reason = because("won_table", points=score)
            commands.append(Score(reason, entry, stage, points, score, met, bye=False, lost=lost))
        return commands

    def _finish(self, snapshot: Snapshot, stages: int, staying: int) -> tuple[Command, ...]:
        if self.in_teams:
            ranks = _rank_teams(snapshot)
        elif self.knocks_out:
            ranks = _rank_by_stage(snapshot)
        else:
            ranks = _rank_by_points(snapshot)
        if staying < 2 and not self.knocks_out:
            return (*ranks, Finish(because("only_one_left", entries=len(snapshot.records))))
        return (*ranks, Finish(because("all_stages_played", stages=stages)))


def _rank_by_stage(snapshot: Snapshot) -> tuple[Command, ...]:
    last = snapshot.clock.stage + 1

    barred = snapshot.clock.disqualified

    def order(record: Record) -> tuple[bool, int]:
        # Who withdrew is behind everybody who lost at a table.
        stage = last if record.lost_stage is None else record.lost_stage
        return record.entry in barred, 0 if record.withdrawn else -stage

    def why(record: Record, rank: int, tied: int) -> Reason:
        if record.withdrawn:
            return because("rank_after_withdrawing", rank=rank)
        if record.lost_stage is None and tied > 1:
            return because("rank_of_the_last_in", rank=rank, stage=snapshot.clock.stage, tied=tied)
        if record.lost_stage is None:
            return because("rank_of_champion", rank=rank, stages=snapshot.clock.stage)
        if tied > 1:
            return because("rank_by_stage_shared", rank=rank, stage=record.lost_stage, tied=tied)
        return because("rank_by_stage", rank=rank, stage=record.lost_stage)

    return _ranks(snapshot, snapshot.records, order, why)


def buchholz(records: Sequence[Record]) -> dict[int, int]:
    """The sum of the points of everybody an entry has met."""
    points = {record.entry: record.points for record in records}
    return {record.entry: sum(points[other] for other in record.met) for record in records}


def _rank_by_points(snapshot: Snapshot) -> tuple[Command, ...]:
    strength = buchholz(snapshot.records)

    barred = snapshot.clock.disqualified

    def order(record: Record) -> tuple[bool, bool, int, int, int]:
        return (
            record.entry in barred,
            record.withdrawn,
            -record.points,
            -strength[record.entry],
            -record.score,
        )

    def why(record: Record, rank: int, tied: int) -> Reason:
        return because(
            "rank_by_points",
            rank=rank,
            points=record.points,
            buchholz=strength[record.entry],
            score=record.score,
            tied=tied,
        )

    return _ranks(snapshot, snapshot.records, order, why)


def _ranks(
    snapshot: Snapshot,
    records: Sequence[Record],
    order: Callable[[Record], Any],
    why: Callable[[Record, int, int], Reason],
) -> tuple[Command, ...]:
    ranked: list[Command] = []
    prizes: list[Command] = []
    ladder = final_ladder_of(snapshot)
    for rank, tied in _tied(records, order):
        ranked += [Rank(why(record, rank, len(tied)), record.entry, rank) for record in tied]
        prizes += prizes_for(ladder, rank, [record.entry for record in tied])
    return (*ranked, *prizes)


def _tied(
    records: Sequence[Record], order: Callable[[Record], Any]
) -> list[tuple[int, list[Record]]]:
    groups: list[tuple[int, list[Record]]] = []
    best_first = sorted(records, key=lambda record: (order(record), record.number))
    for place, record in enumerate(best_first):
        if groups and order(groups[-1][1][0]) == order(record):
            groups[-1][1].append(record)
        else:
            groups.append((place + 1, [record]))
    return groups


def _rank_teams(snapshot: Snapshot) -> tuple[Command, ...]:
    """Teams by the sum of their members' points; a team's places are its members' together."""
    barred = snapshot.clock.disqualified
    members: dict[str, list[Record]] = {}
    for record in snapshot.records:
        if record.entry in barred:
            continue
        members.setdefault(record.team or f"#{record.entry}", []).append(record)
    teams = [
        replace(
            group[0],
            points=sum(record.points for record in group),
            score=sum(record.score for record in group),
            team=team,
        )
        for team, group in members.items()
    ]
    commands: list[Command] = []
    ladder = final_ladder_of(snapshot)
    place = 1
    for rank, tied in _tied(teams, lambda team: (-team.points, -team.score)):
        group = [record for team in tied for record in members[team.team]]
        reasons = {
            record.entry: because("rank_of_team", rank=rank, points=team.points, team=team.team)
            for team in tied
            for record in members[team.team]
        }
        commands += [Rank(reasons[record.entry], record.entry, rank) for record in group]
        commands += prizes_for(ladder, place, [record.entry for record in group])
        place += len(group)
    last = because("disqualified_last", rank=place)
    return (*commands, *(Rank(last, entry, place) for entry in barred))


def _swiss_stages(plan: Plan, entries: int) -> int:
    """As many as it takes to leave one unbeaten, if the plan names no number."""
    return plan.stages or max(1, (entries - 1).bit_length())


def _circle_stages(plan: Plan, entries: int) -> int:
    if plan.stages:
        return plan.stages
    return -(-(entries + entries % 2 - 1) // (plan.seats - 1))


def _pair_round_robin(snapshot: Snapshot, stage: int, dice: Dice) -> Pairing:
    if snapshot.plan.seats == 2:
        return round_robin(snapshot.records, stage, dice)
    return by_points(snapshot.records, snapshot.plan.seats, stage, dice, ignore_points=True)


def _met(table: Sequence[Record]) -> int:
    entries = {record.entry for record in table}
    return sum(len(entries.intersection(record.met)) for record in table) // 2


def _points(table: Sequence[Record]) -> str:
    return "–".join(str(record.points) for record in table)


KNOCKOUT = PairingFormat(
    "knockout",
    _("Knockout"),
    _("The winner of each table goes on, the others are out."),
    draw=Draw(
        lambda snapshot, stage, dice: bracket(snapshot.records, snapshot.plan.seats, stage, dice),
        lambda snapshot, stage, table: because("paired_by_bracket", stage=stage),
        lambda plan, entries: plan.max_rounds,
    ),
    knocks_out=True,
)
SWISS = PairingFormat(
    "swiss",
    _("Swiss system"),
    _("Everybody plays all stages against players with equally many points."),
    asks_for=("stages",),
    draw=Draw(
        lambda snapshot, stage, dice: by_points(snapshot.records, snapshot.plan.seats, stage, dice),
        lambda snapshot, stage, table: because(
            "paired_by_points", stage=stage, points=_points(table), met=_met(table)
        ),
        _swiss_stages,
    ),
)
ROUND_ROBIN = PairingFormat(
    "round_robin",
    _("League night"),
    _("Everybody meets everybody; points decide."),
    asks_for=("stages",),
    draw=Draw(
        _pair_round_robin,
        lambda snapshot, stage, table: because(
            "paired_by_schedule",
            stage=stage,
            stages=_circle_stages(snapshot.plan, len(snapshot.records)),
        ),
        _circle_stages,
    ),
)
TEAMS = PairingFormat(
    "teams",
    _("Team event"),
    _("Players meet those of other teams; a team's points are added up."),
    asks_for=("stages",),
    draw=Draw(
        lambda snapshot, stage, dice: by_points(
            snapshot.records, snapshot.plan.seats, stage, dice, clash=same_team
        ),
        lambda snapshot, stage, table: because(
            "paired_against_other_teams", stage=stage, points=_points(table)
        ),
        _swiss_stages,
    ),
    in_teams=True,
)
