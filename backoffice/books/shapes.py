"""What may be asked of the office about the books, and what it answers."""

from rest_framework import serializers

from accounts.api.shapes import PlayerShape
from accounts.ledger import AccountKind
from backoffice.api.view import Before
from backoffice.books import reading as read
from web.api.paging import pages_of
from web.api.payloads import Moment, Shape, Whole, Word, Words, Yes
from web.api.reading import Form, Text, WholeNumber
from web.api.records import shape_of

LINES_MAX = 200
KINDS = [kind.value for kind in AccountKind]


class OfficeAccountsQuery(Form):
    kind = serializers.ChoiceField(KINDS, required=False)
    name = Text(
        max_length=60,
        required=False,
        help_text="a player's name, `table:12`, `tournament:3`, or the account's number",
    )
    before = Before()


class OfficePostingsQuery(Form):
    before = Before()
    limit = WholeNumber(min_value=1, max_value=LINES_MAX, default=read.PAGE)


class OfficeUnbalancedShape(Shape):
    currency = Word()
    chips = Whole()


class OfficeAuditShape(Shape):
    at = Moment()
    seconds = Whole()
    faults = Whole()
    first_fault = Word(allow_blank=True)
    figures = serializers.DictField(help_text="how many of what it went through")


class OfficeBooksShape(Shape):
    in_order = Yes(help_text="every currency sums to zero, and the last audit found nothing")
    issued_chips = Whole(help_text="ever issued and not taken back")
    bots_chips = Whole(help_text="of them in the wallets of bots")
    sum_chips = Whole(help_text="of all accounts: zero")
    balances = shape_of(read.Balance, "OfficeBalanceShape")(many=True)
    unbalanced = OfficeUnbalancedShape(many=True)
    audit = OfficeAuditShape(allow_null=True, help_text="the last one")


class OfficeAuditAskedShape(Shape):
    last = OfficeAuditShape(allow_null=True, help_text="the one before: another `at` is the new")


class OfficeAccountShape(Shape):
    id = Whole()
    kind = serializers.ChoiceField(KINDS)
    player = PlayerShape(allow_null=True)
    ref = Word(allow_blank=True, help_text="`table:12`, `tournament:3`")
    currency = Word(help_text="`chips`, or the tournament whose chips they are")
    balance = Whole()
    postings = Whole(source="version")


OfficeAccountsShape = pages_of(OfficeAccountShape, "OfficeAccountsShape")


class OfficePostingShape(Shape):
    number = Whole(help_text="counts the account's postings from 1")
    at = Moment()
    kind = Word()
    reason = Word(help_text="in the reader's language")
    amount = Whole()
    balance = Whole(help_text="after this line")
    transfer = Whole()


OfficePostingsShape = pages_of(OfficePostingShape, "OfficePostingsShape", source="lines")


class OfficeLineShape(Shape):
    account = OfficeAccountShape()
    amount = Whole()
    balance_after = Whole()


class OfficeTransferShape(Shape):
    id = Whole(source="transfer.id")
    key = Word(source="transfer.key")
    kind = Word(source="transfer.kind")
    reason = Word(help_text="in the reader's language")
    at = Moment(source="transfer.created_at")
    by = Word(source="transfer.actor.name", allow_null=True)
    memo = serializers.DictField(source="transfer.memo")
    belongs_to = Words(help_text="`table:12`, `tournament:3`, `correction:4`")
    postings = OfficeLineShape(many=True)
