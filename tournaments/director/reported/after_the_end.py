"""A reported result that turns out wrong after the end: other ranks and prizes than were paid.

The ranking of the format is worked out twice, with what has counted and with what should have. What
others have played since stands: where somebody else would have gone on, nothing can be corrected.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rummy.settlement import SeatScore, best_seats
from tournaments.director.commands import Command, PayPrize, Rank
from tournaments.director.desk.chips import WonRound
from tournaments.director.desk.commands import CorrectResult, Rescore
from tournaments.director.errors import Refused
from tournaments.director.formats import FORMATS
from tournaments.director.prizes import PrizeForm
from tournaments.director.ranking import rank_the_fallen
from tournaments.director.reported.corrections import ReportedTable
from tournaments.director.snapshot import Record, Snapshot, Standing

RULE = "PLAY-46"


@dataclass(frozen=True, slots=True)
class Place:
    rank: int
    prize_chips: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """By entry: the places that have counted, those that should have, and who lost which stage.

    `lost` names those alone for whom a bracket would have ended otherwise; None: they have won it.
    `fell` likewise those of the last round, with the chips they had before it; None: they won it.
    """

    before: Mapping[int, Place]
    after: Mapping[int, Place]
    lost: Mapping[int, int | None]
    fell: Mapping[int, int | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LastRound:
    """The round after which one alone had chips; `numbers` is the order of entry of who sat in it,
    `wave` that of who fell in it. Everybody else had fallen before."""

    played: WonRound
    numbers: Mapping[int, int]
    wave: int


def outcome_in_stages(
    snapshot: Snapshot,
    table: ReportedTable,
    scores: Sequence[SeatScore],
    rescored: Sequence[Command],
) -> Outcome:
    """Raises Refused(bracket_went_on | tickets_are_given)."""
    gained = {one.entry: (one.points, one.score) for one in rescored if isinstance(one, Rescore)}
    rescored_records = tuple(
        replace(record, points=record.points + points, score=record.score + score)
        for record in snapshot.records
        for points, score in (gained.get(record.entry, (0, 0)),)
    )
    lost = _lost(snapshot, table, scores, rescored_records)
    records = tuple(
        replace(record, lost_stage=lost.get(record.entry, record.lost_stage))
        for record in rescored_records
    )
    return _compared(snapshot, replace(snapshot, records=records), lost)


def outcome_in_chips(snapshot: Snapshot, corrected: CorrectResult) -> Outcome:
    """`snapshot.unranked` are those who were in at the end, with what they have held since.

    Raises Refused(bounties_are_paid | others_moved_up | tickets_are_given).
    """
    _require_no_more_paid(snapshot)
    changes = dict(zip(corrected.entries, corrected.changes_chips, strict=True))
    standings = tuple(
        replace(one, chips=one.chips + changes.get(one.entry, 0)) for one in snapshot.unranked
    )
    return _compared(snapshot, replace(snapshot, unranked=standings), {})


def outcome_of_last_round(snapshot: Snapshot, last: LastRound, corrected: CorrectResult) -> Outcome:
    """Who won it and who fell in it, then and now; ranks behind them stay.

    Raises Refused(bounties_are_paid | others_moved_up | tickets_are_given).
    """
    _require_no_more_paid(snapshot)
    # Nobody sits any more: as it was when one alone was left.
    left = replace(snapshot.field, seated=0, unseated=1)
    snapshot = replace(snapshot, field=left)
    then = _standings(last, last.played.changes_chips)
    now = _standings(last, corrected.right_chips)
    outcome = _compared(replace(snapshot, unranked=then), replace(snapshot, unranked=now), {})
    was_in = {one.entry for one in then if one.is_in}
    fell = {
        one.entry: None if one.is_in else one.chips
        for one in now
        if one.is_in != (one.entry in was_in)
    }
    return replace(outcome, fell=fell)


def _standings(last: LastRound, changes_chips: Sequence[int]) -> tuple[Standing, ...]:
    """Those of the last round after these changes: in with chips, or out with those before it."""
    played = last.played
    return tuple(
        Standing(entry, last.numbers[entry], stack + change, is_in=True)
        if stack + change
        else Standing(entry, last.numbers[entry], stack, last.wave)
        for entry, stack, change in zip(
            played.entries, played.stacks_chips, changes_chips, strict=True
        )
    )


def _require_no_more_paid(snapshot: Snapshot) -> None:
    """Raises Refused(bounties_are_paid | others_moved_up)."""
    if snapshot.plan.bounty_chips:
        raise Refused("bounties_are_paid", rule=RULE)
    if snapshot.clock.disqualified:
        raise Refused("others_moved_up", rule=RULE)


def _compared(snapshot: Snapshot, right: Snapshot, lost: Mapping[int, int | None]) -> Outcome:
    before, after = _places(snapshot), _places(right)
    if snapshot.plan.prizes.form is PrizeForm.TICKETS and before != after:
        raise Refused("tickets_are_given", rule="PLAY-44")
    return Outcome(before, after, lost)


def _places(snapshot: Snapshot) -> dict[int, Place]:
    ranks: dict[int, int] = {}
    prizes: dict[int, int] = {}
    played = FORMATS[snapshot.plan.format]
    fallen = rank_the_fallen(snapshot) if played.plays_for_chips else ()
    for command in (*fallen, *played.final_ranks(snapshot)):
        match command:
            case Rank(entry=entry, rank=rank):
                ranks[entry] = rank
            case PayPrize(entry=entry, chips=chips):
                prizes[entry] = prizes.get(entry, 0) + chips
            case _:
                pass
    return {entry: Place(rank, prizes.get(entry, 0)) for entry, rank in ranks.items()}


def _lost(
    snapshot: Snapshot,
    table: ReportedTable,
    scores: Sequence[SeatScore],
    records: Sequence[Record],
) -> dict[int, int | None]:
    """For whom the bracket, or the single table, would have ended otherwise, by `records`."""
    played, stage = FORMATS[snapshot.plan.format], snapshot.clock.stage
    entries = [entry for entry in table.score.entries if entry not in table.gone]
    if played.knocks_out:
        at = dict(zip(table.score.entries, scores, strict=True))
        best, _ = best_seats([at[entry] for entry in entries])
        ahead = {entries[place] for place in best}
    elif played.total_decides:
        totals = {
            one.entry: one.score
            for one in records  # of those who were in until the last stage
            if not one.withdrawn and one.lost_stage in (None, stage)
        }
        entries, most = list(totals), max(totals.values(), default=0)
        ahead = {entry for entry in entries if totals[entry] == most}
    else:
        return {}
    of_stage = stage if played.total_decides else table.stage
    lost_then = {one.entry for one in snapshot.records if one.lost_stage == of_stage}
    now = lost_then & {*entries}
    would = {*entries} - ahead
    if now == would:
        return {}
    # Behind the last stage nobody has played on; but level they would have, for the win alone.
    if of_stage != stage or len(ahead) != 1:
        raise Refused("bracket_went_on", rule="PLAY-43", table=table.score.number)
    return {entry: stage if entry in would else None for entry in entries}
