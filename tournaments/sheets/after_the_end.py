"""A result at a real table that turns out wrong after the end: what it would have come to.

Who decides on it, and the chips of wallets, are the office's: here are the standing and the books
of the tournament itself.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import F

from accounts.models import Player
from tournaments.desk.telling import tell_of_order
from tournaments.director import FORMATS, Command, Phase, Reach, Snapshot
from tournaments.director.desk.chips import WonRound
from tournaments.director.errors import Refused
from tournaments.director.reasons import because
from tournaments.director.reported.after_the_end import (
    LastRound,
    Outcome,
    outcome_in_chips,
    outcome_in_stages,
    outcome_of_last_round,
)
from tournaments.director.reported.corrections import (
    last_settled_anew,
    scored_anew,
    settled_anew,
)
from tournaments.director.reported.points import scores_of
from tournaments.director.snapshot import Standing
from tournaments.models import Decision, DeskAct, Entry, EntryStatus, PlayedRound, ScoreSheet
from tournaments.running.books import give_ranks
from tournaments.running.carrying_out import carry_out
from tournaments.running.live import LiveTournament, lock_tournament
from tournaments.running.reading import load_snapshot
from tournaments.sheets import at_desk


@dataclass(frozen=True, slots=True)
class Rescored:
    """Orders within the tournament, what its record keeps, and the places before and after."""

    commands: tuple[Command, ...]
    facts: dict[str, Any]
    outcome: Outcome


@transaction.atomic
def would_come_to(
    *, tournament_id: int, sheet_id: int, points: Sequence[int]
) -> tuple[ScoreSheet, Rescored]:
    """What follows from other points of a sheet; nothing is done.

    Raises Refused(not_at_real_tables | not_finished | points_as_before | places_changed_since |
    out_by_then | chips_spent | bracket_went_on | bounties_are_paid | others_moved_up |
    tickets_are_given | …), ScoreSheet.DoesNotExist.
    """
    live = lock_tournament(tournament_id)
    sheet = ScoreSheet.objects.get(tournament_id=tournament_id, pk=sheet_id)
    return sheet, _worked_out(live, sheet, tuple(points))


@transaction.atomic
def rescore(
    *,
    tournament_id: int,
    sheet_id: int,
    points: Sequence[int],
    by: Player,
    remark: str,
    is_taken_back: bool,
) -> DeskAct:
    """Let these points count: sheet, points, tournament chips, places and prizes that are due.

    Chips of wallets are not touched. Raises: as `would_come_to`.
    """
    live = lock_tournament(tournament_id)
    sheet = ScoreSheet.objects.get(tournament_id=tournament_id, pk=sheet_id)
    found = _worked_out(live, sheet, tuple(points))
    undone = _undone(live, sheet) if is_taken_back else None
    carry_out(live, found.commands)
    _give_places(live, sheet, found.outcome)
    done = DeskAct.objects.create(
        tournament_id=live.id,
        key=uuid.uuid4().hex,
        fingerprint="",
        kind="undo" if undone else "correct",
        actor=by,
        remark=remark,
        facts=found.facts,
        table_number=sheet.table_number,
        undoes=undone,
    )
    tell_of_order(done, live.row, {}, {})
    live.save()
    return done


def _let_fall(live: LiveTournament, sheet: ScoreSheet, outcome: Outcome) -> None:
    """Who is in with all the chips and who fell in the last round change places with them."""
    entries = Entry.objects.filter(pk__in=sheet.entries)
    wave = entries.filter(status=EntryStatus.OUT).values_list("wave", flat=True).first()
    for entry, chips in outcome.fell.items():
        entries.filter(pk=entry).update(
            status=EntryStatus.IN if chips is None else EntryStatus.OUT,
            wave=0 if chips is None else wave,
            out_chips=chips or 0,
        )


def _undone(live: LiveTournament, sheet: ScoreSheet) -> DeskAct | None:
    """The correction that gave the sheet the points it has."""
    given = DeskAct.objects.filter(tournament_id=live.id, kind="correct", undone_by=None)
    of_round = given.filter(table_number=sheet.table_number, facts__number=sheet.number)
    return of_round.filter(facts__points=sheet.points).order_by("pk").last()


def _worked_out(live: LiveTournament, sheet: ScoreSheet, points: tuple[int, ...]) -> Rescored:
    at_desk.require_real_tables(live)
    if live.clock.phase is not Phase.FINISHED:
        raise Refused("not_finished", rule="PLAY-46", phase=live.clock.phase.value)
    if not sheet.is_settled:
        raise Refused("round_not_settled", rule="PLAY-46", table=sheet.table_number)
    at_desk.require_possible(live, sheet, points)
    at_desk.require_other_points(sheet, points)
    scores = scores_of(live.terms.rules, points)
    commands: tuple[Command, ...]
    if FORMATS[live.plan.format].plays_for_chips:
        played, holders = at_desk.reported_round(live, sheet)
        if last := _last_round(live, played):
            corrected = last_settled_anew(played, points, scores, holders)
            outcome = outcome_of_last_round(_at_the_end(live), last, corrected)
        else:
            (corrected,) = settled_anew(live.plan, live.clock, played, points, scores, holders)
            outcome = outcome_in_chips(_at_the_end(live), corrected)
        commands = (corrected,)
    else:
        table = at_desk.reported_table(live, sheet)
        commands = scored_anew(live.plan, table, points, scores)
        snapshot = load_snapshot(live, Reach(records=True))
        outcome = outcome_in_stages(snapshot, table, scores, commands)
    ranks = dict(Entry.objects.filter(pk__in=outcome.before).values_list("pk", "rank"))
    if any(ranks[entry] != place.rank for entry, place in outcome.before.items()):
        raise Refused("places_changed_since", rule="PLAY-46")
    facts = {**at_desk.facts_of(sheet, points), "moved": at_desk.moved_by(commands)}
    return Rescored(commands, facts, outcome)


def _last_round(live: LiveTournament, played: WonRound) -> LastRound | None:
    """The round as one that left one alone with chips, if it was; who went before its end by a wish
    or an order has left chips behind, and is no part of such a one."""
    entered = Entry.objects.filter(tournament_id=live.id).entered()
    rounds = PlayedRound.objects.filter(tournament_id=live.id, voided=False).order_by("id")
    newest = rounds.values_list("table_number", "number").last()
    if entered.filter(status=EntryStatus.IN).count() != 1 or newest != (
        played.table,
        played.number,
    ):
        return None
    sat = list(entered.filter(pk__in=played.entries))
    fallen = {one.wave for one in sat if one.status == EntryStatus.OUT}
    others = entered.exclude(pk__in=played.entries)
    if len(fallen) != 1 or any(one.left_early or one.forfeited_chips for one in sat):
        return None
    (wave,) = fallen
    if others.filter(wave__gte=wave).exists():
        return None
    return LastRound(played, {one.pk: one.number for one in sat}, wave)


def _at_the_end(live: LiveTournament) -> Snapshot:
    """Who was in when it ended, as if their ranks were still to be given."""
    staying = Entry.objects.filter(tournament_id=live.id, status=EntryStatus.IN)
    found = staying.order_by("number").values_list("pk", "number", "stack_chips")
    unranked = tuple(Standing(*one, is_in=True) for one in found)
    field = replace(live.field, ranked=0)
    return replace(load_snapshot(live, Reach()), unranked=unranked, field=field)


def _give_places(live: LiveTournament, sheet: ScoreSheet, outcome: Outcome) -> None:
    """Ranks, the end of a bracket and the prizes that are due, each with its reason."""
    for entry, stage in outcome.lost.items():
        Entry.objects.filter(pk=entry).update(lost_stage=stage)
    _let_fall(live, sheet, outcome)
    moved = {
        entry: (before.rank, outcome.after[entry].rank)
        for entry, before in outcome.before.items()
        if outcome.after[entry].rank != before.rank
    }
    if moved:
        give_ranks({entry: now for entry, (_before, now) in moved.items()})
    for entry, before in outcome.before.items():
        more = outcome.after[entry].prize_chips - before.prize_chips
        if more:
            Entry.objects.filter(pk=entry).update(won_chips=F("won_chips") + more)
    facts = {"table": sheet.table_number, "number": sheet.number}
    Decision.objects.bulk_create(
        Decision(
            tournament_id=live.id,
            kind="MovePlace",
            code=reason.code,
            facts=dict(reason.facts),
            entry_id=entry,
        )
        for entry, (before, now) in moved.items()
        for reason in (because("place_corrected", rank=now, before=before, **facts),)
    )
