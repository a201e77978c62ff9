"""Restitutions over the API: worked out, proposed, approved by somebody else, undone as a whole.

Reading needs the scope `office`, everything else `chips:admin`.
"""

from functools import partial
from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.shapes import PlayerShape
from accounts.models import Player
from backoffice.api.view import RowNumber, act_on
from backoffice.corrections.acting import COUNTERS
from backoffice.corrections.api import CorrectionView, OfficeApprovalForm
from backoffice.models import RestitutionKind, RestitutionStatus
from backoffice.restitution import acting as service
from backoffice.restitution import reading as read
from backoffice.restitution.facts import TABLES_MAX
from tournaments.models import Tournament
from web.api.operations import Answer, Json, answers
from web.api.paging import PageQuery, page_of, pages_of
from web.api.payloads import Moment, Shape, Whole, Wholes, With, Word
from web.api.reading import Form
from web.refusals import Refused

GUILTY_MAX = 100


class OfficeRestitutionForm(Form):
    kind = serializers.ChoiceField(
        [kind for kind in RestitutionKind.values if kind != RestitutionKind.RESCORED],
        help_text="`winnings`: whoever cheated gives back what was won at `tables`; `undone`: "
        "`tables` count as not played; `struck`: the guilty is struck from `tournament`",
    )
    tables = serializers.ListField(child=RowNumber(), default=list, max_length=TABLES_MAX)
    tournament = RowNumber(required=False, allow_null=True)
    guilty = serializers.ListField(
        child=RowNumber(),
        default=list,
        max_length=GUILTY_MAX,
        help_text="players' numbers; their bots count with them",
    )
    counter = serializers.ChoiceField(
        [kind.value for kind in COUNTERS],
        default=COUNTERS[0].value,
        help_text="who bears what wallets lack: `house`, its earnings; `mint`, newly issued chips",
    )


class RestitutionPartShape(Shape):
    why = Word()
    chips = Whole()
    facts = serializers.DictField(child=Whole())
    words = Word()


class ChangeShape(Shape):
    match = Word(help_text="as in `table:12`")
    rating = Whole()
    league_points = Whole()
    wins = Whole()


class RestitutionLineShape(Shape):
    player = PlayerShape()
    owed_chips = Whole(help_text="negative: the player owes them")
    moved_chips = Whole(help_text="what of it moves: no wallet goes below none")
    parts = RestitutionPartShape(many=True)
    correction = Whole(source="correction_id", allow_null=True)
    matches = ChangeShape(many=True, source="changes", help_text="what matches count more or less")
    rank = Whole(allow_null=True, help_text="in the tournament, before")
    new_rank = Whole(allow_null=True, help_text="and afterwards")


class OfficeRestitutionShape(Shape):
    id = Whole()
    kind = serializers.ChoiceField(RestitutionKind.values)
    status = serializers.ChoiceField(RestitutionStatus.values)
    tables = Wholes()
    tournament = Whole(source="tournament_id", allow_null=True)
    guilty = Wholes(help_text="players' numbers")
    sheet = Whole(source="sheet_id", allow_null=True, help_text="whose result is corrected")
    points = Wholes(help_text="of its seats, as they should count")
    points_before = Wholes(help_text="and as they have counted")
    counter = Word(source="counter.kind")
    reverses = Whole(source="reverses_id", allow_null=True)
    reason = Word(allow_blank=True)
    drafted_by = Word(source="drafted_by.name")
    drafted_at = Moment()
    proposed_by = Word(source="proposed_by.name", allow_null=True)
    decided_by = Word(source="decided_by.name", allow_null=True)
    decided_at = Moment(allow_null=True)
    decision = Word(allow_blank=True)


class OfficeRestitutionFileShape(OfficeRestitutionShape):
    lines = RestitutionLineShape(many=True, help_text="one for each player concerned")


def file_of(restitution_id: int) -> dict[str, Any]:
    """A restitution with all its lines, as it is told."""
    claim = read.claims().filter(pk=restitution_id).first()
    if claim is None:
        raise Refused("restitution_not_found", restitution=restitution_id)
    lines = [With(line, parts=parts) for line, parts, _also in read.explained_lines(claim)]
    return OfficeRestitutionFileShape.of(claim, lines=lines)


_act = partial(act_on, answers=OfficeRestitutionFileShape, told=lambda made: file_of(made.pk))


class OfficeRestitutions(
    CorrectionView, at="office/restitutions/", writing_right="request_correction"
):
    """What waits and what was decided, newest first, and working one out."""

    @answers(pages_of(OfficeRestitutionShape, "OfficeRestitutionsShape"), query=PageQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_of(read.claims(), query)

    @once(OfficeRestitutionForm, answers=OfficeRestitutionFileShape, status=201)
    def post(self, request: Request, form: Json) -> Json:
        """A draft, with a reason for every part; no chip moves. Right `request_correction`."""
        made = service.draft_restitution(
            kind=form["kind"],
            tables=form["tables"],
            tournament=_tournament(form.get("tournament")),
            guilty=_players(form["guilty"]),
            counter=form["counter"],
            by=caller(request),
        )
        return file_of(made.pk)


class OfficeRestitution(CorrectionView, at="office/restitutions/<player:restitution_id>/"):
    """One with all its lines. Right `see_books`."""

    @answers(OfficeRestitutionFileShape)
    def get(self, request: Request, restitution_id: int) -> Json:
        return file_of(restitution_id)


class OfficeProposeRestitution(
    CorrectionView,
    at="office/restitutions/<player:restitution_id>/propose/",
    writing_right="request_correction",
):
    """Ask a second person to approve a draft. Right `request_correction`."""

    post = _act(service.propose_restitution)


class OfficeApproveRestitution(
    CorrectionView, at="office/restitutions/<player:restitution_id>/approve/"
):
    """Approve and carry out what somebody else has proposed. Right `decide_correction`."""

    post = _act(service.approve_restitution, OfficeApprovalForm)


class OfficeRejectRestitution(
    CorrectionView, at="office/restitutions/<player:restitution_id>/reject/"
):
    """Decline one; no chip moves. Right `decide_correction`."""

    post = _act(service.reject_restitution)


class OfficeUndoRestitution(
    CorrectionView,
    at="office/restitutions/<player:restitution_id>/undo/",
    writing_right="request_correction",
):
    """Propose the reversal of one that was carried out; once. Right `request_correction`."""

    post = _act(service.undo_restitution, status=201)


def _tournament(number: int | None) -> Tournament | None:
    return None if number is None else get_object_or_404(Tournament, pk=number)


def _players(numbers: list[int]) -> list[Player]:
    found = list(Player.objects.filter(pk__in=numbers))
    if len(found) != len(set(numbers)):
        raise Refused("not_found")
    return found
