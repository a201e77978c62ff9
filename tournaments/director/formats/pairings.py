"""Tournaments of stages: everybody plays a match per stage, pairings follow from the results.

Knockout bracket, Swiss, round robin or league night, team event.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rummy.words import gettext_noop as _
from tournaments.director.commands import Command, Finish, OpenStage
from tournaments.director.formats.stage_ranks import rank_by_points, rank_by_stage, rank_teams
from tournaments.director.formats.stage_scores import rank_by_boards, score_boards, score_stage
from tournaments.director.formats.stages import StageFormat, contenders_of
from tournaments.director.plan import Plan
from tournaments.director.reasons import Reason, because
from tournaments.director.seating.foresight import repeats
from tournaments.director.seating.pairing import Pairing, bracket, by_points, on_boards, round_robin
from tournaments.director.snapshot import Dice, Record, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingFormat(StageFormat):
    """Tables are drawn anew for each stage: how it is paired, why, and how many stages there are.

    The number is given by the plan and the entries.
    """

    pair: Callable[[Snapshot, int, Dice], Pairing]
    why: Callable[[Snapshot, int, Sequence[Record]], Reason]
    stages: Callable[[Plan, int], int]

    def scored(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        if snapshot.plan.boards and not self.knocks_out:
            return score_boards(snapshot)
        return score_stage(snapshot, dice, knocks_out=self.knocks_out)

    def next_stage(self, snapshot: Snapshot, dice: Dice) -> tuple[Command, ...]:
        played = snapshot.clock.stage
        staying = contenders_of(snapshot)
        stages = self.stages(snapshot.plan, len(snapshot.records))
        if len(staying) < 2:
            return self._finish(snapshot, played, len(staying))
        # Where all who would have met somebody now were taken out, the stage after that is due.
        for stage in range(played + 1, min(stages, snapshot.plan.max_rounds) + 1):
            pairing = self.pair(snapshot, stage, dice)
            if pairing.tables:
                return (self._open(snapshot, stage, pairing),)
        return self._finish(snapshot, played, len(staying))

    def stages_of(self, plan: Plan, entries: int) -> int:
        return 0 if self.knocks_out else self.stages(plan, entries)

    def _open(self, snapshot: Snapshot, stage: int, pairing: Pairing) -> Command:
        known = {record.entry: record for record in snapshot.records}
        by_hand = [
            [entry for entry in named if entry in known and not known[entry].withdrawn]
            for named in snapshot.clock.requests.tables_in(stage)
        ]
        reasons = tuple(
            because("paired_by_director", stage=stage)
            if any(len(named) > 1 and {*named} <= {*table} for named in by_hand)
            else self.why(snapshot, stage, [known[entry] for entry in table])
            for table in pairing.tables
        )
        if stage == 1:
            reason = because("paired_by_lot", stage=stage)
        elif all(one == reasons[0] for one in reasons):
            reason = reasons[0]
        else:  # what brought players together at one table is said of that table
            reason = because("stage_is_paired", stage=stage, tables=len(reasons))
        return OpenStage(
            reason,
            stage,
            snapshot.first_table,
            pairing.tables,
            pairing.byes,
            reasons,
            breaks_ties=self.knocks_out
            and repeats([[known[entry] for entry in pairing.tables[0]]]) > 0,
        )

    def final_ranks(self, snapshot: Snapshot) -> tuple[Command, ...]:
        if self.in_teams:
            return rank_teams(snapshot)
        if self.knocks_out:
            return rank_by_stage(snapshot)
        return rank_by_boards(snapshot) if snapshot.plan.boards else rank_by_points(snapshot)

    def _finish(self, snapshot: Snapshot, stages: int, staying: int) -> tuple[Command, ...]:
        ranks = self.final_ranks(snapshot)
        if staying < 2 and not self.knocks_out:
            return (*ranks, Finish(because("only_one_left", entries=len(snapshot.records))))
        return (*ranks, Finish(because("all_stages_played", stages=stages)))


def _swiss_stages(plan: Plan, entries: int) -> int:
    """As many as it takes to leave one unbeaten, if the plan names no number."""
    return plan.stages or max(1, (entries - 1).bit_length())


def _circle_stages(plan: Plan, entries: int) -> int:
    if plan.stages:
        return plan.stages
    return -(-(entries + entries % 2 - 1) // (plan.seats - 1))


def _swiss(
    snapshot: Snapshot,
    stage: int,
    dice: Dice,
    stages: Callable[[Plan, int], int] = _swiss_stages,
    **how: bool,
) -> Pairing:
    """Pairs by points; the end of the planned stages is known, for whom it makes a difference.

    On boards only whole tables of equal size can be compared.
    """
    how |= {"clubs_apart": snapshot.plan.clubs_apart and stage == 1}
    records, seats, requests = snapshot.records, snapshot.plan.seats, snapshot.clock.requests
    if snapshot.plan.boards:
        return on_boards(records, seats, stage, dice, requests=requests, **how)
    is_last = stage == stages(snapshot.plan, len(records))
    return by_points(records, seats, stage, dice, requests=requests, is_last=is_last, **how)


def _pair_round_robin(snapshot: Snapshot, stage: int, dice: Dice) -> Pairing:
    if snapshot.plan.seats == 2:
        return round_robin(snapshot.records, stage, dice)
    return _swiss(snapshot, stage, dice, _circle_stages, ignore_points=True)


def _why_in_swiss(snapshot: Snapshot, stage: int, table: Sequence[Record]) -> Reason:
    if stage == 1:
        return because("paired_by_lot", stage=stage)  # nobody has points yet
    code = "paired_by_standing" if snapshot.plan.boards else "paired_by_points"
    return because(code, stage=stage, points=_points(table), met=repeats([table]))


def _points(table: Sequence[Record]) -> tuple[int, ...]:
    """Seat by seat."""
    return tuple(record.points for record in table)


KNOCKOUT = PairingFormat(
    "knockout",
    _("Knockout"),
    _("The winner of each table goes on, the others are out."),
    pair=lambda snapshot, stage, dice: bracket(snapshot.records, snapshot.plan.seats, stage, dice),
    why=lambda snapshot, stage, table: because(
        "tie_break_of_table" if repeats([table]) else "paired_by_bracket", stage=stage
    ),
    stages=lambda plan, entries: plan.max_rounds,
    asks_for=("boards",),
    knocks_out=True,
    deals_boards=True,
)
SWISS = PairingFormat(
    "swiss",
    _("Swiss system"),
    _("Everybody plays all stages against players with equally many points."),
    asks_for=("stages", "boards"),
    pair=_swiss,
    why=_why_in_swiss,
    stages=_swiss_stages,
    hears_requests_from=2,
    deals_boards=True,
)
ROUND_ROBIN = PairingFormat(
    "round_robin",
    _("League night"),
    _("Everybody meets everybody; points decide."),
    asks_for=("stages", "boards"),
    pair=_pair_round_robin,
    why=lambda snapshot, stage, table: because(
        "paired_by_schedule",
        stage=stage,
        stages=_circle_stages(snapshot.plan, len(snapshot.records)),
    ),
    stages=_circle_stages,
    hears_requests_from=3,  # two sit at a table by a schedule that is known beforehand
    deals_boards=True,
)
TEAMS = PairingFormat(
    "teams",
    _("Team event"),
    _("Players meet those of other teams; a team's points are added up."),
    asks_for=("stages", "boards"),
    pair=lambda snapshot, stage, dice: _swiss(snapshot, stage, dice, teams_apart=True),
    why=lambda snapshot, stage, table: because(
        "paired_against_other_teams", stage=stage, points=_points(table)
    ),
    stages=_swiss_stages,
    in_teams=True,
    hears_requests_from=2,
    deals_boards=True,
)
