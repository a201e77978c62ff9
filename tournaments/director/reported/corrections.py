"""A reported result that was wrong, corrected after it has counted.

Where chips are played for, the difference between the two settlements changes hands, as long as the
chips are there. In stages points and what was scored change; what has been paired is played.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from rummy.settlement import ScoredRound, SeatScore, best_seats, settle_round
from tournaments.director.desk import holders as holding
from tournaments.director.desk.chips import WonRound
from tournaments.director.desk.commands import CorrectResult, Rescore
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.formats.stage_scores import table_points
from tournaments.director.plan import Plan
from tournaments.director.reasons import because
from tournaments.director.snapshot import Clock, TableScore


def settled_anew(
    plan: Plan,
    clock: Clock,
    played: WonRound,
    points: tuple[int, ...],
    scores: Sequence[SeatScore],
    holders: Mapping[int, holding.Holder],
) -> tuple[CorrectResult]:
    """Settle it as it should have been; who gets less now must still have the difference.

    Raises Refused(player_is_out | round_in_play | round_not_over | chips_spent | bounty_is_paid |
    out_since); where the tournament is over also Refused(out_by_then): with other chips somebody
    who is out would have played on, and nobody can say how.
    """
    right, changes = _right_and_missing(played, scores)
    concerned = [
        holders[entry] for entry, change in zip(played.entries, changes, strict=True) if change
    ]
    if clock.phase.is_over and (out := [one for one in concerned if not one.is_in]):
        raise Refused("out_by_then", rule="PLAY-43", name=out[0].name)
    for entry, change in zip(played.entries, changes, strict=True):
        holder = holders[entry]
        holding.require_no_bounty(plan, holder, played.out)
        if not change:
            continue
        holding.require_in(holder)
        holding.require_same_stack(holder, played.out)
        holding.require_quiet(clock, [holder])
        if change < 0:
            holding.require_reachable(holder, -change)
    return (_corrected(played, points, right, changes),)


def last_settled_anew(
    played: WonRound,
    points: tuple[int, ...],
    scores: Sequence[SeatScore],
    holders: Mapping[int, holding.Holder],
) -> CorrectResult:
    """Settle the round anew that left one alone with chips: whoever that should have been has all.

    Raises Refused(out_by_then): several would have had chips, or have lost or got others since;
    play would have gone on, and nobody can say how.
    """
    right, changes = _right_and_missing(played, scores)
    left = [stack + change for stack, change in zip(played.stacks_chips, right, strict=True)]
    now = zip(played.entries, played.stacks_chips, played.changes_chips, strict=True)
    as_it_ended = all(holders[one].stack_chips == stack + change for one, stack, change in now)
    if sum(chips > 0 for chips in left) != 1 or not as_it_ended:
        out = next(holders[one] for one in played.entries if not holders[one].is_in)
        raise Refused("out_by_then", rule="PLAY-43", name=out.name)
    return _corrected(played, points, right, changes)


def _right_and_missing(
    played: WonRound, scores: Sequence[SeatScore]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What the round should have changed, and what of it is still to be changed."""
    right = settle_round(
        ScoredRound(played.stacks_chips, tuple(scores), played.pcr, played.dealer)
    ).changes_chips
    missing = (new - now for new, now in zip(right, played.changes_chips, strict=True))
    return right, tuple(missing)


def _corrected(
    played: WonRound, points: tuple[int, ...], right: tuple[int, ...], changes: tuple[int, ...]
) -> CorrectResult:
    reason = because("result_corrected", table=played.table, number=played.number)
    return CorrectResult(
        reason, played.table, played.number, points, played.entries, changes, right
    )


@dataclass(frozen=True, slots=True)
class ReportedTable:
    """A table of a stage that was scored; `gone` gave the match up, `most` sat at the longest."""

    score: TableScore
    number: int
    stage: int
    gone: Collection[int]
    most: int


def scored_anew(
    plan: Plan, table: ReportedTable, points: tuple[int, ...], scores: tuple[SeatScore, ...]
) -> tuple[CorrectResult | Rescore, ...]:
    """Score the table as it should have been, whoever goes on by it."""
    played, before, entries = FORMATS[plan.format], table.score, table.score.entries
    now = table_points(before, table.gone, table.most)
    right = table_points(replace(before, scores=scores), table.gone, table.most)
    rescored = tuple(
        Rescore(
            because("score_corrected", points=new.score, before=old.score, stage=table.stage),
            entry,
            table.stage,
            0 if played.total_decides else worth - worth_now,
            new.score - old.score,
        )
        for entry, new, old, worth, worth_now in zip(
            entries, scores, before.scores, right, now, strict=True
        )
        if (new, worth) != (old, worth_now)
    )
    reason = because("result_corrected", table=before.number, number=table.number)
    corrected = CorrectResult(reason, before.number, table.number, points, entries, (), ())
    return (corrected, *rescored)


def require_same_go_on(
    plan: Plan,
    table: ReportedTable,
    scores: Sequence[SeatScore],
    holders: Mapping[int, holding.Holder],
) -> None:
    """Who lost by this table has lost: others have been paired, or the table has played on.

    Raises Refused(bracket_went_on): by these scores somebody else would have gone on.
    """
    played = FORMATS[plan.format]
    if not played.knocks_out and not played.total_decides:
        return
    seats = [seat for seat, entry in enumerate(table.score.entries) if entry not in table.gone]
    lost = {seat for seat in seats if holders[table.score.entries[seat]].lost_stage == table.stage}
    would_lose = set[int]()
    if played.knocks_out:
        best, _ = best_seats([scores[seat] for seat in seats])
        would_lose = set(seats) - {seats[place] for place in best}
    if lost != would_lose:
        raise Refused("bracket_went_on", rule="PLAY-43", table=table.score.number)
