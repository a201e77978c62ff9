"""What may be asked of the office about the books, and what it answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from accounts.api.reading import Text, WholeNumber
from accounts.api.records import shape_of
from accounts.api.shapes import PlayerShape, player_json
from accounts.ledger import AccountKind
from accounts.models import ChipAccount, Posting
from accounts.selectors import StatementLine
from backoffice.api.people import NUMBER_MAX
from backoffice.models import AuditRun
from backoffice.selectors import books as read

Form = serializers.Serializer[Any]
Shape = serializers.Serializer[Any]
LINES_MAX = 200
KINDS = [kind.value for kind in AccountKind]
NEXT = "send it as `before` for the next page; null on the last"


class OfficeAccountsQuery(Form):
    kind = serializers.ChoiceField(KINDS, required=False)
    name = Text(
        max_length=60,
        required=False,
        help_text="a player's name, `table:12`, `tournament:3`, or the account's number",
    )
    before = WholeNumber(
        min_value=1, max_value=NUMBER_MAX, required=False, help_text="from `next_before`"
    )


class OfficePostingsQuery(Form):
    before = WholeNumber(
        min_value=1, max_value=NUMBER_MAX, required=False, help_text="from `next_before`"
    )
    limit = WholeNumber(min_value=1, max_value=LINES_MAX, default=read.PAGE)


class OfficeUnbalancedShape(Shape):
    currency = serializers.CharField()
    chips = serializers.IntegerField()


class OfficeAuditShape(Shape):
    at = serializers.DateTimeField()
    seconds = serializers.IntegerField()
    faults = serializers.IntegerField()
    first_fault = serializers.CharField(allow_blank=True)
    figures = serializers.DictField(help_text="how many of what it went through")


class OfficeBooksShape(Shape):
    in_order = serializers.BooleanField(
        help_text="every currency sums to zero, and the last audit found nothing"
    )
    issued_chips = serializers.IntegerField(help_text="ever issued and not taken back")
    sum_chips = serializers.IntegerField(help_text="of all accounts: zero")
    balances = shape_of(read.Balance, "OfficeBalanceShape")(many=True)
    unbalanced = OfficeUnbalancedShape(many=True)
    audit = OfficeAuditShape(allow_null=True, help_text="the last one")


class OfficeAuditAskedShape(Shape):
    last = OfficeAuditShape(allow_null=True, help_text="the one before: another `at` is the new")


class OfficeAccountShape(Shape):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(KINDS)
    player = PlayerShape(allow_null=True)
    ref = serializers.CharField(allow_blank=True, help_text="`table:12`, `tournament:3`")
    currency = serializers.CharField(help_text="`chips`, or the tournament whose chips they are")
    balance = serializers.IntegerField()
    postings = serializers.IntegerField()


class OfficeAccountsShape(Shape):
    results = OfficeAccountShape(many=True)
    next_before = serializers.IntegerField(allow_null=True, help_text=NEXT)


class OfficePostingShape(Shape):
    number = serializers.IntegerField(help_text="counts the account's postings from 1")
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    reason = serializers.CharField(help_text="in the reader's language")
    amount = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="after this line")
    transfer = serializers.IntegerField()


class OfficePostingsShape(Shape):
    results = OfficePostingShape(many=True)
    next_before = serializers.IntegerField(allow_null=True, help_text=NEXT)


class OfficeLineShape(Shape):
    account = OfficeAccountShape()
    amount = serializers.IntegerField()
    balance_after = serializers.IntegerField()


class OfficeTransferShape(Shape):
    id = serializers.IntegerField()
    key = serializers.CharField()
    kind = serializers.CharField()
    reason = serializers.CharField(help_text="in the reader's language")
    at = serializers.DateTimeField()
    by = serializers.CharField(allow_null=True)
    memo = serializers.DictField()
    belongs_to = serializers.ListField(
        child=serializers.CharField(), help_text="`table:12`, `tournament:3`, `correction:4`"
    )
    postings = OfficeLineShape(many=True)


def audit_json(one: AuditRun | None) -> dict[str, Any] | None:
    if one is None:
        return None
    return {
        "at": one.at.isoformat(),
        "seconds": one.seconds,
        "faults": one.faults,
        "first_fault": one.first_fault,
        "figures": one.figures,
    }


def account_json(one: ChipAccount) -> dict[str, Any]:
    return {
        "id": one.pk,
        "kind": one.kind,
        "player": None if one.player is None else player_json(one.player),
        "ref": one.ref,
        "currency": one.currency,
        "balance": one.balance,
        "postings": one.version,
    }


def posting_json(one: StatementLine, transfer_id: int) -> dict[str, Any]:
    return {
        "number": one.number,
        "at": one.at.isoformat(),
        "kind": one.kind,
        "reason": one.reason,
        "amount": one.amount,
        "balance": one.balance,
        "transfer": transfer_id,
    }


def transfer_json(one: read.Trace) -> dict[str, Any]:
    transfer = one.transfer
    return {
        "id": transfer.pk,
        "key": transfer.key,
        "kind": transfer.kind,
        "reason": one.reason,
        "at": transfer.created_at.isoformat(),
        "by": transfer.actor.name if transfer.actor else None,
        "memo": transfer.memo,
        "belongs_to": [words for words, _address in one.links],
        "postings": [_line_json(posting) for posting in one.postings],
    }


def _line_json(one: Posting) -> dict[str, Any]:
    return {
        "account": account_json(one.account),
        "amount": one.amount,
        "balance_after": one.balance_after,
    }
