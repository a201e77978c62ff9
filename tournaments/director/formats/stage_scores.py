"""What the tables of a stage are worth: points, and in a bracket who goes on.

A table gives each entry two points for every opponent beaten and one for every equal one, and one
for every seat by which it is shorter than the stage's longest table; a bye counts as a table won,
and half of that when it was asked for. Where the winner goes on alone, equal scores are told apart
by what was melded and what is held (PLAY-21); who is level even then plays a round for it
(PLAY-12), and so on, until after so many such rounds the lot decides. Duplicate boards are worth
what their scoring makes of them, and rank by themselves.
"""

from collections.abc import Container

from rummy.settlement import DecidedBy, best_seats
from tournaments.director.boards import SCORINGS, Scoring, boards_in, points_of_stage
from tournaments.director.commands import CloseStage, Command, Score
from tournaments.director.ranking import final_ladder_of, ranked
from tournaments.director.reasons import Reason, because
from tournaments.director.snapshot import Dice, Record, Snapshot, TableScore


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


TIE_BREAKS_MAX = 3


def score_stage(snapshot: Snapshot, dice: Dice, *, knocks_out: bool) -> tuple[Command, ...]:
    """Score everybody who played or rested, and close the stage."""
    stage = snapshot.clock.stage
    playing = {entry for table in snapshot.stage_results for entry in table.entries}
    known = {record.entry: record for record in snapshot.records}
    gone = {record.entry for record in snapshot.records if record.withdrawn}
    most = max(len(table.entries) for table in snapshot.stage_results)
    commands: list[Command] = []
    for table in snapshot.stage_results:
        points = table_points(table, gone, most)
        if knocks_out:
            commands += _knocked_out(table, points, stage, dice, known)
        else:
            commands += _compared(table, points, stage, gone)
    for record in snapshot.records:
        if record.entry in playing or record.withdrawn or record.lost_stage is not None:
            continue
        commands.append(_rested(snapshot, record))
    return (*commands, CloseStage(because("stage_over", stage=stage), stage))


def table_points(table: TableScore, gone: Container[int], most: int) -> list[int]:
    """For each entry of the table. Who is `gone` is behind the others, whatever was played.

    An empty seat is worth what an opponent is on the average: nobody chose the table.
    """
    results = [
        (entry not in gone, seat.score)
        for entry, seat in zip(table.entries, table.scores, strict=True)
    ]
    empty = most - len(results)
    return [
        sum(2 * (result > other) + (result == other) for other in results) - 1 + empty
        if result[0]
        else 0
        for result in results
    ]


def _compared(
    table: TableScore, points: list[int], stage: int, gone: Container[int]
) -> list[Command]:
    staying = [
        seat.score for e, seat in zip(table.entries, table.scores, strict=True) if e not in gone
    ]
    best = max(staying, default=None)
    alone = staying.count(best or 0) == 1
    commands: list[Command] = []
    for seat, entry in enumerate(table.entries):
        score = table.scores[seat].score
        reason = because("scored_table", points=score, stage=stage)
        if alone and score == best and entry not in gone:
            reason = because("won_table", points=score)
        commands.append(score_of(table, seat, points[seat], stage, reason, lost=False))
    return commands


def _knocked_out(
    table: TableScore, points: list[int], stage: int, dice: Dice, known: dict[int, Record]
) -> list[Command]:
    """One goes on, or those who are level do and play for it."""
    seats = [s for s, entry in enumerate(table.entries) if not known[entry].withdrawn]
    seats = seats or list(range(len(table.entries)))
    best, decided_by = best_seats([table.scores[seat] for seat in seats])
    ahead = [seats[place] for place in best]
    score = table.scores[ahead[0]].score
    level = sum(table.scores[seat].score == score for seat in seats)
    why = because("won_table", points=score)
    if len(ahead) > 1:
        one, other = (known[table.entries[seat]] for seat in ahead[:2])
        if one.met.count(other.entry) < TIE_BREAKS_MAX:
            why = because("tied_play_on", tied=len(ahead), points=score)
        else:
            why = because("won_table_by_lot", points=score, tied=len(ahead))
            level_entries = [table.entries[seat] for seat in ahead]
            lucky = dice.draw(level_entries, f"tie:{stage}:{table.number}")[0]
            ahead = [table.entries.index(lucky)]
    elif decided_by is not DecidedBy.SCORE:
        why = because(
            "won_table_by_comparison", points=score, tied=level, decided_by=decided_by.value
        )
    return [
        score_of(
            table,
            seat,
            points[seat],
            stage,
            why
            if seat in ahead
            else because("lost_table", points=table.scores[seat].score, stage=stage),
            lost=seat not in ahead,
        )
        for seat in range(len(table.entries))
    ]


def score_of(
    table: TableScore, seat: int, points: int, stage: int, reason: Reason, *, lost: bool
) -> Command:
    entry = table.entries[seat]
    met = tuple(other for other in table.entries if other != entry)
    score = table.scores[seat].score
    return Score(reason, entry, stage, points, score, met, bye=False, lost=lost, seat=seat)


def _rested(snapshot: Snapshot, record: Record) -> Command:
    stage = snapshot.clock.stage
    half = snapshot.plan.seats - 1
    if record.entry in snapshot.clock.requests.rest_in(stage):
        asked = because("rested_on_request", stage=stage, points=half)
        return Score(asked, record.entry, stage, half, 0, (), bye=False, lost=False)
    bye = because("bye", stage=stage, byes=record.byes + 1)
    return Score(bye, record.entry, stage, 2 * half, 0, (), bye=True, lost=False)
