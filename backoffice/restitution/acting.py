"""Restitutions: drafted, proposed, approved by somebody else, posted as one, undone as one.

What is posted are corrections, one for each player, all or none: from the wallets of those who
owe to the house, and from the house to those who are owed. The books know no other way. Places in
a tournament change with them; rating, wins and league points follow (`careers`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.books.posting import account_id_of, wallet_of
from accounts.interest import concerns, concerns_nobody
from accounts.league import undone
from accounts.ledger import AccountKind
from accounts.models import Player
from accounts.notices.telling import tell
from backoffice.corrections.acting import COUNTERS, post_together
from backoffice.models import (
    ChipCorrection,
    Restitution,
    RestitutionKind,
    RestitutionLine,
    RestitutionStatus,
)
from backoffice.restitution.facts import balances_of, lines_of
from backoffice.restitution.working_out import Line, within_wallets
from backoffice.team.staff_log import record, require_reason
from games.models import Table
from games.moves.errors import NotFound
from tournaments.desk.afterwards import move_places
from tournaments.desk.ordering import require_director
from tournaments.models import ScoreSheet, Tournament
from tournaments.models.desk import REMARK_CHARS_MAX
from tournaments.series.keeping import places_corrected
from tournaments.sheets.after_the_end import rescore
from web.finding import or_raise
from web.refusals import Refused

# Of one colleague, not yet proposed: each keeps a line for every player concerned.
DRAFTS_MAX = 50
_OPEN = (RestitutionStatus.DRAFT, RestitutionStatus.PROPOSED)


@concerns_nobody
def draft_restitution(
    *,
    kind: str,
    by: Player,
    tables: Sequence[int] = (),
    tournament: Tournament | None = None,
    guilty: Sequence[Player] = (),
    counter: str = AccountKind.HOUSE.value,
) -> Restitution:
    """Work out who is owed what, and keep it to be looked at; nothing moves.

    Raises Refused: what `facts.lines_of` raises; not_a_wallet for another counter;
    restitution_drafts_wait.
    """
    waiting = Restitution.objects.filter(status=RestitutionStatus.DRAFT, drafted_by=by).count()
    if waiting >= DRAFTS_MAX:
        raise Refused("restitution_drafts_wait", drafts=waiting)
    if counter not in [one.value for one in COUNTERS]:
        raise Refused("not_a_wallet", account=0)
    claim = Restitution.objects.create(
        kind=RestitutionKind(kind),
        tables=sorted(set(tables)),
        tournament=tournament,
        guilty=sorted({one.pk for one in guilty}),
        counter_id=account_id_of(kind=AccountKind(counter)),
        drafted_by=by,
    )
    lines = lines_of(claim)
    RestitutionLine.objects.bulk_create(_rows(claim, lines))
    _log(claim, by, "restitution_drafted", "")
    return claim


@concerns("restitution", "restitution_id")
def propose_restitution(*, restitution_id: int, reason: str, by: Player) -> Restitution:
    """Ask a second person to approve a draft, which has to be true still.

    Raises Refused(reason_missing | restitution_decided | restitution_stale | restitution_overlaps).
    """
    words = require_reason(reason)
    claim = _locked(restitution_id)
    if claim.status == RestitutionStatus.PROPOSED:
        return claim
    if claim.status != RestitutionStatus.DRAFT:
        raise Refused("restitution_decided", restitution=claim.pk)
    _require_true(claim)
    claim.status, claim.reason, claim.proposed_by = RestitutionStatus.PROPOSED, words, by
    claim.save()
    _log(claim, by, "restitution_proposed", words)
    return claim


@concerns("tournament", "tournament_id")
def propose_correction(
    *, tournament_id: int, sheet_id: int, points: Sequence[int], reason: str, by: Player
) -> Restitution:
    """Whoever directs a finished tournament asks a second person to let another result count.

    Raises:
        NotAllowed(not_a_director), NotFound(sheet_not_found).
        Refused(reason_missing | restitution_overlaps): and what `facts.lines_of` raises.
    """
    words = require_reason(reason)
    claim = worked_out(tournament_id=tournament_id, sheet_id=sheet_id, points=points, by=by)
    claim.save()
    RestitutionLine.objects.bulk_create(_rows(claim, lines_of(claim)))
    _require_true(claim)
    claim.status, claim.reason, claim.proposed_by = RestitutionStatus.PROPOSED, words, by
    claim.save()
    _log(claim, by, "restitution_proposed", words)
    return claim


def worked_out(
    *, tournament_id: int, sheet_id: int, points: Sequence[int], by: Player
) -> Restitution:
    """The same before it is asked for: nothing of it is kept.

    Raises NotAllowed(not_a_director), NotFound(sheet_not_found).
    """
    require_director(by, Tournament.objects.get(pk=tournament_id))
    found = ScoreSheet.objects.filter(tournament_id=tournament_id, pk=sheet_id).first()
    sheet = or_raise(found, NotFound("sheet_not_found", sheet=sheet_id))
    return Restitution(
        kind=RestitutionKind.RESCORED,
        tournament_id=tournament_id,
        sheet=sheet,
        points=list(points),
        points_before=sheet.points,
        counter_id=account_id_of(kind=AccountKind.HOUSE),
        drafted_by=by,
    )


@concerns("restitution", "restitution_id")
def approve_restitution(*, restitution_id: int, by: Player, reason: str = "") -> Restitution:
    """Carry it out; approving it again changes nothing.

    Raises:
        Refused(self_approval | restitution_decided | restitution_stale | restitution_overlaps),
        InsufficientChips: where the house has not enough, or, undone, who was given back.
    """
    claim = _locked(restitution_id)
    if claim.status == RestitutionStatus.CARRIED_OUT:
        return claim
    if claim.status != RestitutionStatus.PROPOSED:
        raise Refused("restitution_decided", restitution=claim.pk)
    if claim.proposed_by_id == by.pk:
        raise Refused("self_approval", restitution=claim.pk)
    if not claim.reverses_id or claim.kind == RestitutionKind.RESCORED:
        _require_true(claim)
    _decide(claim, RestitutionStatus.CARRIED_OUT, by, " ".join(reason.split())[:400])
    _post(claim, by)
    with places_corrected(claim.tournament_id or 0, key=f"restitution:{claim.pk}"):
        _move_places(claim)
    _tell_of_places_and_rating(claim)
    _log(claim, by, "restitution_carried_out", claim.decision or claim.reason)
    return claim


@concerns("restitution", "restitution_id")
def reject_restitution(*, restitution_id: int, by: Player, reason: str) -> Restitution:
    """Decline a proposal or drop a draft, also one's own; nothing has moved.

    Raises Refused(reason_missing | restitution_decided).
    """
    words = require_reason(reason)
    claim = _locked(restitution_id)
    if claim.status not in _OPEN:
        raise Refused("restitution_decided", restitution=claim.pk)
    _decide(claim, RestitutionStatus.REJECTED, by, words)
    _log(claim, by, "restitution_rejected", words)
    return claim


@concerns("restitution", "restitution_id")
def undo_restitution(*, restitution_id: int, reason: str, by: Player) -> Restitution:
    """Propose the reversal of one that was carried out: every chip back, by a second person's word.

    Raises Refused(reason_missing | restitution_not_carried_out | restitution_reversed).
    """
    words = require_reason(reason)
    done = _locked(restitution_id)
    if done.status != RestitutionStatus.CARRIED_OUT or done.reverses_id:
        raise Refused("restitution_not_carried_out", restitution=done.pk)
    try:
        with transaction.atomic():
            claim = Restitution.objects.create(
                kind=done.kind,
                tables=done.tables,
                tournament_id=done.tournament_id,
                guilty=done.guilty,
                sheet_id=done.sheet_id,
                points=done.points_before,
                points_before=done.points,
                counter_id=done.counter_id,
                reverses=done,
                status=RestitutionStatus.PROPOSED,
                reason=words,
                drafted_by=by,
                proposed_by=by,
            )
    except IntegrityError:
        raise Refused("restitution_reversed", restitution=done.pk) from None
    RestitutionLine.objects.bulk_create(_reversed(claim, line) for line in done.lines.all())
    _log(claim, by, "restitution_proposed", words)
    return claim


def _rows(claim: Restitution, lines: Sequence[Line]) -> list[RestitutionLine]:
    moved = within_wallets(lines, balances_of([line.player for line in lines]))
    return [
        RestitutionLine(
            restitution=claim,
            player_id=line.player,
            owed_chips=line.owed_chips,
            moved_chips=moved[line.player],
            parts=[[part.why, part.chips, dict(part.facts)] for part in line.parts],
            matches=[list(change) for change in line.matches],
            **(asdict(line.moved) if line.moved else {}),
        )
        for line in lines
    ]


def _reversed(claim: Restitution, line: RestitutionLine) -> RestitutionLine:
    """The same line the other way round."""
    chips, facts = -line.moved_chips, {"restitution": line.restitution_id}
    return RestitutionLine(
        restitution=claim,
        player_id=line.player_id,
        owed_chips=-line.owed_chips,
        moved_chips=chips,
        parts=[["reversed", chips, facts]] if chips else [],
        matches=[list(undone(change)) for change in line.changes],
        entry_id=line.entry_id,
        rank=line.new_rank,
        new_rank=line.rank,
    )


def _require_true(claim: Restitution) -> None:
    """What the draft says is what the facts say now, and nobody else makes the same good."""
    if claim.tournament_id:
        Tournament.objects.select_for_update(no_key=True).only("pk").get(pk=claim.tournament_id)
    found = Table.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    list(found.filter(pk__in=claim.tables).only("pk"))
    same = Restitution.objects.filter(
        status__in=(RestitutionStatus.PROPOSED, RestitutionStatus.CARRIED_OUT), reverses=None
    ).exclude(pk=claim.pk)
    undone = Restitution.objects.filter(
        status=RestitutionStatus.CARRIED_OUT, reverses__isnull=False
    ).values("reverses_id")
    if claim.kind == RestitutionKind.RESCORED:  # one result after another may be found wrong
        of_kind = {"kind": RestitutionKind.RESCORED, "status": RestitutionStatus.CARRIED_OUT}
        same = same.exclude(**of_kind)
    for other in same.exclude(pk__in=undone):
        shares_tables = set(other.tables) & set(claim.tables)
        if shares_tables or (claim.tournament_id and other.tournament_id == claim.tournament_id):
            raise Refused("restitution_overlaps", restitution=other.pk)
    compare = _moves if claim.kind == RestitutionKind.RESCORED else _compared
    if compare(claim.lines.all()) != compare(_rows(claim, lines_of(claim))):
        raise Refused("restitution_stale", restitution=claim.pk)


def _compared(lines: Iterable[RestitutionLine]) -> dict[int, tuple[object, ...]]:
    return {
        line.player_id: (
            *(line.owed_chips, line.moved_chips, line.parts),
            *(line.matches, line.entry_id, line.rank, line.new_rank),
        )
        for line in lines
    }


def _moves(lines: Iterable[RestitutionLine]) -> dict[int, tuple[object, ...]]:
    """What is to move, whatever it is called: the way back has other reasons than the way there."""
    return {
        line.player_id: (line.owed_chips, line.moved_chips, line.entry_id, line.rank, line.new_rank)
        for line in lines
    }


def _post(claim: Restitution, by: Player) -> None:
    """First who owes, then who is owed: the house passes on what it has got."""
    lines = list(claim.lines.select_related("player").order_by("moved_chips", "pk"))
    undone = claim.reverses.lines.all() if claim.reverses else ()
    before = {line.player_id: line.correction_id for line in undone}
    moving = [line for line in lines if line.moved_chips]
    asked = [
        ChipCorrection.objects.create(
            account=wallet_of(line.player),
            counter_id=claim.counter_id,
            amount_chips=line.moved_chips,
            reason=claim.reason,
            needs_second=True,
            requested_by=claim.proposed_by or by,
            reverses_id=before.get(line.player_id),
        )
        for line in moving
    ]
    post_together(asked, by=by, decision=claim.decision)
    for line, correction in zip(moving, asked, strict=True):
        line.correction = correction
        line.save(update_fields=("correction",))
        tell(
            player=line.player,
            kind="chips_given_back" if line.moved_chips > 0 else "chips_taken_back",
            facts={"chips": abs(line.moved_chips), "reason": claim.reason},
            key=f"restitution:{claim.pk}",
        )


def _move_places(claim: Restitution) -> None:
    if claim.kind == RestitutionKind.RESCORED:
        rescore(
            tournament_id=claim.tournament_id or 0,
            sheet_id=claim.sheet_id or 0,
            points=claim.points,
            by=claim.proposed_by or claim.drafted_by,
            remark=claim.reason[:REMARK_CHARS_MAX],
            is_taken_back=bool(claim.reverses_id),
        )
        return
    rows = claim.lines.exclude(entry=None).order_by("new_rank")
    moved = rows.values_list("entry_id", "rank", "new_rank", "player_id")
    owed = dict((claim.reverses or claim).lines.values_list("player_id", "owed_chips"))
    if claim.tournament_id:
        move_places(
            tournament_id=claim.tournament_id,
            places={entry: (rank or 0, now or 0) for entry, rank, now, _player in moved},
            struck=[one[0] for one in moved if one[3] in claim.guilty],
            is_taken_back=bool(claim.reverses_id),
            owed_chips={
                player: -chips if claim.reverses_id else chips
                for player, chips in owed.items()
                if chips
            },
        )


def _tell_of_places_and_rating(claim: Restitution) -> None:
    """What no wallet shows; who gets chips as well is told of both."""
    for line in claim.lines.select_related("player"):
        facts = {
            "reason": claim.reason,
            "rating": sum(change.rating for change in line.changes),
            "points": sum(change.league_points for change in line.changes),
            "rank": line.new_rank,
            "before": line.rank,
            "name": claim.tournament.name if claim.tournament else "",
            "tournament": claim.tournament_id,
        }
        key = f"restitution:{claim.pk}"
        if line.changes:
            tell(player=line.player, kind="record_corrected", facts=facts, key=f"{key}:record")
        if line.new_rank:
            tell(player=line.player, kind="place_corrected", facts=facts, key=f"{key}:place")


def _locked(restitution_id: int) -> Restitution:
    try:
        found = Restitution.objects.select_for_update(no_key=True, of=("self",))
        return found.get(pk=restitution_id)
    except Restitution.DoesNotExist:
        raise Refused("restitution_not_found", restitution=restitution_id) from None


def _decide(claim: Restitution, status: RestitutionStatus, by: Player, decision: str) -> None:
    claim.status, claim.decision = status, decision
    claim.decided_by, claim.decided_at = by, timezone.now()
    claim.save()


def _log(claim: Restitution, by: Player, act: str, reason: str) -> None:
    moved = list(claim.lines.values_list("moved_chips", flat=True))
    record(
        by=by,
        act=act,
        subject=f"restitution:{claim.pk}",
        reason=reason,
        after={
            "players": len(moved),
            "given_chips": sum(chips for chips in moved if chips > 0),
            "taken_chips": -sum(chips for chips in moved if chips < 0),
        },
    )
