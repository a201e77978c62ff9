"""Chip corrections over the API: asked for, approved by somebody else, posted, reversed.

Reading needs the scope `office`, everything that may move chips `chips:admin`. Whoever has asked
takes their own request back by rejecting it; nobody approves what they have asked for.
"""

import hashlib
from functools import partial
from typing import Any

import orjson
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.api.receipts import key_of
from accounts.api.shapes import PlayerShape
from backoffice.api.view import Before, OfficeView, RowNumber, act_on
from backoffice.books.api import account_of
from backoffice.corrections import acting as service
from backoffice.corrections import reading as read
from backoffice.models import ChipCorrection, CorrectionStatus
from backoffice.people.shapes import OfficeActShape
from backoffice.team.staff_log import REASON_CHARS_MAX
from web.api.operations import Answer, Json, answers
from web.api.paging import page_from, pages_of
from web.api.payloads import Moment, Shape, Whole, With, Word, Yes
from web.api.reading import Form, Text, WholeNumber
from web.finding import or_raise
from web.refusals import Refused

ONCE_CHARS = 40
WAITING, DECIDED = "waiting", "decided"


class OfficeCorrectionsQuery(Form):
    state = serializers.ChoiceField((WAITING, DECIDED), required=False)
    account = RowNumber(required=False)
    before = Before()


class OfficeCorrectionForm(Form):
    account = RowNumber(help_text="a wallet's number")
    amount_chips = WholeNumber(
        min_value=-service.CHIPS_MAX,
        max_value=service.CHIPS_MAX,
        help_text="negative: they are taken away",
    )
    counter = serializers.ChoiceField(
        [kind.value for kind in service.COUNTERS],
        help_text="from or to: `house`, its earnings; `mint`, newly issued chips",
    )
    reason = Text(max_length=REASON_CHARS_MAX, help_text="the player reads it on the statement")


class OfficeApprovalForm(Form):
    reason = Text(max_length=REASON_CHARS_MAX, default="", allow_blank=True)


class OfficeCorrectionShape(Shape):
    id = Whole()
    status = serializers.ChoiceField(CorrectionStatus.values)
    account = Whole(source="account_id")
    player = PlayerShape(source="account.player", allow_null=True)
    amount_chips = Whole()
    counter = Word(source="counter.kind")
    reason = Word()
    needs_second = Yes(help_text="somebody else has to approve it")
    requested_by = Word(source="requested_by.name")
    requested_at = Moment()
    decided_by = Word(source="decided_by.name", allow_null=True)
    decided_at = Moment(allow_null=True)
    decision = Word(allow_blank=True)
    transfer = Whole(source="transfer_id", allow_null=True)
    reverses = Whole(source="reverses_id", allow_null=True)


class OfficeCorrectionFileShape(OfficeCorrectionShape):
    reversed_by = Whole(
        allow_null=True, help_text="the correction that undoes it, or would once approved"
    )
    acts = OfficeActShape(many=True, help_text="what the staff's log tells of it")


class CorrectionView(OfficeView):
    """Base: for whoever reads the books; what may move chips needs a scope of its own."""

    writing_scope = "chips:admin"
    reading_right = "see_books"
    writing_right = "decide_correction"


def _correction(correction_id: int) -> ChipCorrection:
    found = read.one_correction(correction_id)
    return or_raise(found, Refused("correction_not_found", correction=correction_id))


_act = partial(
    act_on,
    answers=OfficeCorrectionShape,
    told=lambda made: _correction(made.pk),
)


class OfficeCorrections(
    CorrectionView, at="office/corrections/", writing_right="request_correction"
):
    """Corrections, and asking for one."""

    @answers(
        pages_of(OfficeCorrectionShape, "OfficeCorrectionsShape"), query=OfficeCorrectionsQuery
    )
    def get(self, request: Request, query: Json) -> Answer:
        """What waits for a second person and what was decided, newest first. Right `see_books`."""
        state = query.get("state")
        found = read.corrections(
            waiting=None if state is None else state == WAITING,
            account_id=query.get("account"),
            before=query.get("before"),
        )
        return page_from(found, read.PAGE)

    @once(OfficeCorrectionForm, answers=OfficeCorrectionShape, status=201)
    def post(self, request: Request, form: Json) -> Answer:
        """Ask for chips into or out of a wallet. Right `request_correction`.

        Few chips are posted at once; more, also over a day, wait for a second person.
        """
        account = account_of(form["account"])
        made = service.request_correction(
            account=account,
            amount_chips=form["amount_chips"],
            counter=form["counter"],
            reason=form["reason"],
            by=caller(request),
            once=_once(request, form),
        )
        return _correction(made.pk)


class OfficeCorrection(CorrectionView, at="office/corrections/<player:correction_id>/"):
    """One correction, with everything written about it. Right `see_books`."""

    @answers(OfficeCorrectionFileShape)
    def get(self, request: Request, correction_id: int) -> Answer:
        found = _correction(correction_id)
        reversal = read.reversal_of(found)
        reversed_by = None if reversal is None else reversal.pk
        return With(found, reversed_by=reversed_by, acts=read.acts_about(found))


class OfficeApproveCorrection(
    CorrectionView, at="office/corrections/<player:correction_id>/approve/"
):
    """Approve and post what somebody else has asked for. Right `decide_correction`."""

    post = _act(service.approve_correction, OfficeApprovalForm)


class OfficeRejectCorrection(
    CorrectionView, at="office/corrections/<player:correction_id>/reject/"
):
    """Decline a request, or take one's own back; no chip moves. Right `decide_correction`."""

    post = _act(service.reject_correction)


class OfficeReverseCorrection(
    CorrectionView,
    at="office/corrections/<player:correction_id>/reverse/",
    writing_right="request_correction",
):
    """Ask for the correction that undoes a posted one; once. Right `request_correction`."""

    post = _act(service.request_reversal, status=201)


def _once(request: Request, form: dict[str, Any]) -> str:
    """The key outlives its receipt: chips asked for under it are never asked for twice."""
    key = key_of(request)
    if key is None:
        return ""
    asked = orjson.dumps([key, form], option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(asked).hexdigest()[:ONCE_CHARS]
