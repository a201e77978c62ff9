"""Ranks and prizes at the end of a tournament of stages (PLAY-43)."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.director.commands import Command, Rank
from tournaments.director.ranking import final_ladder_of, prizes_for, ranked, tied_groups
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Record, Snapshot


def rank_by_stage(snapshot: Snapshot) -> tuple[Command, ...]:
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

    return ranked(final_ladder_of(snapshot), snapshot.records, 1, order, why)


def buchholz(records: Sequence[Record]) -> dict[int, int]:
    """The sum of the points of everybody an entry has met."""
    points = {record.entry: record.points for record in records}
    return {record.entry: sum(points[other] for other in record.met) for record in records}


def rank_by_points(snapshot: Snapshot) -> tuple[Command, ...]:
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

    return ranked(final_ladder_of(snapshot), snapshot.records, 1, order, why)


def rank_teams(snapshot: Snapshot) -> tuple[Command, ...]:
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
    for rank, tied in tied_groups(teams, 1, lambda team: (-team.points, -team.score)):
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
