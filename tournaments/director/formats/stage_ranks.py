"""Ranks and prizes at the end of a tournament of stages (PLAY-43)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rummy.settlement.division import split_evenly
from tournaments.director.commands import Command, PayPrize, Rank
from tournaments.director.prizes import Ladder, ladder
from tournaments.director.ranking import because_paid, final_ladder_of, ranked, tied_groups
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.moving_up import for_so_many
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


@dataclass(frozen=True, slots=True)
class Team:
    """Who plays together; `name` is empty for somebody who plays for themselves."""

    number: int
    name: str
    members: tuple[Record, ...]

    @property
    def points(self) -> int:
        return sum(record.points for record in self.members)

    @property
    def score(self) -> int:
        return sum(record.score for record in self.members)

    @property
    def has_left(self) -> bool:
        """Nobody of it is in the tournament any more."""
        return all(record.withdrawn for record in self.members)


def rank_teams(snapshot: Snapshot) -> tuple[Command, ...]:
    """Teams by the sum of their members' points, then of their card points.

    A team that has left altogether comes after those who play on, like a single player. Places
    are places of teams: the prize of a place is the team's, and its members share it equally, odd
    chips in the order of entry. Who is disqualified takes no part in that.
    """
    barred = snapshot.clock.disqualified
    teams = _teams(record for record in snapshot.records if record.entry not in barred)
    pool = snapshot.field.pool_chips(snapshot.plan)
    prizes = for_so_many(
        ladder(snapshot.plan.prizes, len(_teams(snapshot.records)), pool), len(teams)
    )
    ranks: list[Command] = []
    paid: list[Command] = []
    for rank, tied in tied_groups(
        teams, 1, lambda team: (team.has_left, -team.points, -team.score)
    ):
        shares = prizes.shared(rank, rank + len(tied) - 1)
        for team, chips in zip(tied, shares, strict=True):
            facts = {"rank": rank, "points": team.points, "score": team.score, "tied": len(tied)}
            why = because("rank_without_team", **facts)
            if team.name:
                why = because("rank_of_team", team=team.name, **facts)
            ranks += [Rank(why, record.entry, rank) for record in team.members]
            paid += _shared_in(team, prizes, rank, shares, chips)
    last = because("disqualified_last", rank=len(teams) + 1)
    return (*ranks, *paid, *(Rank(last, entry, len(teams) + 1) for entry in barred))


def _teams(records: Iterable[Record]) -> list[Team]:
    """In the order of their first members."""
    members: dict[str | int, list[Record]] = {}
    for record in records:
        members.setdefault(record.team or record.entry, []).append(record)
    return [Team(group[0].number, group[0].team, tuple(group)) for group in members.values()]


def _shared_in(
    team: Team, prizes: Ladder, rank: int, shares: Sequence[int], chips: int
) -> list[Command]:
    """What each member takes of the `chips` that are the team's; tied teams have `shares`."""
    each = split_evenly(chips, len(team.members))
    facts = {"rank": rank, "team": team.name, "members": len(each), "sum_chips": chips}
    found: list[Command] = []
    for record, part in zip(team.members, each, strict=True):
        if not team.name:
            why = because_paid(prizes, rank, shares, part)
        elif len(shares) > 1:
            why = because("team_prize_shared", tied=len(shares), prize_chips=part, **facts)
        else:
            why = because("team_prize", prize_chips=part, places=prizes.places, **facts)
        if part:
            found.append(PayPrize(why, record.entry, rank, part, False))
    return found
