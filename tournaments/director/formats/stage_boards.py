"""Stages of duplicate boards: what the boards of a stage are worth, and ranks by them."""

from tournaments.director.boards import SCORINGS, Scoring, boards_in, points_of_stage
from tournaments.director.commands import CloseStage, Command, Score
from tournaments.director.formats.stage_scores import score_of
from tournaments.director.ranking import final_ladder_of, ranked
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Record, Snapshot


def score_boards(snapshot: Snapshot) -> tuple[Command, ...]:
    """Score everybody who played or rested, and close the stage."""
    stage, tables = snapshot.clock.stage, snapshot.stage_results
    scoring = _scoring_of(snapshot)
    points = points_of_stage(scoring, tables)
    boards = boards_in(tables)
    commands: list[Command] = []
    for table in tables:
        for seat, entry in enumerate(table.entries):
            facts = {"boards": boards, "scoring": scoring.key, "stage": stage}
            reason = because("scored_boards", points=points[entry], **facts)
            commands.append(score_of(table, seat, points[entry], stage, reason, lost=False))
    commands += [
        _sat_out(snapshot, record, boards)
        for record in snapshot.records
        if record.entry not in points and not record.withdrawn
    ]
    return (*commands, CloseStage(because("stage_over", stage=stage), stage))


def _scoring_of(snapshot: Snapshot) -> Scoring:
    return SCORINGS[snapshot.plan.boards or ""]


def _sat_out(snapshot: Snapshot, record: Record, boards: int) -> Command:
    stage, scoring = snapshot.clock.stage, _scoring_of(snapshot)
    asked = record.entry in snapshot.clock.requests.rest_in(stage)
    points = boards * (scoring.rested if asked else scoring.sat_out)
    code = "rested_on_request" if asked else "sat_boards_out"
    reason = because(code, stage=stage, points=points)
    return Score(reason, record.entry, stage, points, 0, (), bye=not asked, lost=False)


def rank_by_boards(snapshot: Snapshot) -> tuple[Command, ...]:
    """By the points of all boards; level ones by what the cards gave."""
    barred = snapshot.clock.disqualified

    def order(record: Record) -> tuple[bool, bool, int, int]:
        return record.entry in barred, record.withdrawn, -record.points, -record.score

    def why(record: Record, rank: int, tied: int) -> Reason:
        facts = {"points": record.points, "score": record.score}
        return because("rank_by_boards", rank=rank, tied=tied, **facts)

    return ranked(final_ladder_of(snapshot), snapshot.records, 1, order, why)
