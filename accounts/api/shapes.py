"""What the accounts half of the API answers."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounts.programs.tokens.text import SCOPES
from web.api.paging import pages_of
from web.api.payloads import Moment, Shape, Whole, Word, Yes

KEY_SCHEMA = {
    "type": "string",
    "minLength": 1,
    "maxLength": 255,
    "pattern": "^[!-~]([ -~]*[!-~])?$",
}
IDEMPOTENCY_KEY = OpenApiParameter(
    "Idempotency-Key",
    KEY_SCHEMA,
    OpenApiParameter.HEADER,
    description="1 to 255 printable characters, new for each request you mean as a new one. "
    "A repeat gets the first answer again, with `Idempotent-Replay: true`.",
)


class PlayerShape(Shape):
    id = Whole()
    name = Word()
    is_bot = Yes(source="is_program")
    is_guest = Yes()


class MeShape(Shape):
    player = PlayerShape()
    balance = Whole(help_text="chips in the wallet; stakes held are not in it")
    language = Word()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))


class TokenShape(Shape):
    id = Word(source="token_key", help_text="the token's beginning, by which it is revoked")
    name = Word()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    created_at = Moment(source="created")
    expires_at = Moment(source="expiry", allow_null=True)
    last_used_at = Moment(source="last_used", allow_null=True, help_text="exact to five minutes")


class NewTokenShape(TokenShape):
    token = Word(help_text="shown only now; only its digest is kept")


class GuestShape(Shape):
    player = PlayerShape()
    token = Word(help_text="for `Authorization: Token …`; shown only now")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    balance = Whole()


class LinkShape(Shape):
    words = Word(help_text="in the reader's language")
    path = Word(help_text="of a page of the house")


class StatementLineShape(Shape):
    number = Whole(help_text="counts the wallet's postings from 1")
    at = Moment()
    kind = Word()
    reason = Word(help_text="a sentence with the numbers, in the reader's language")
    links = LinkShape(many=True, help_text="where it can be followed: a table, a tournament …")
    amount = Whole()
    balance = Whole(help_text="after this line")
    key = Word(help_text="of the transfer in the ledger")


StatementShape = pages_of(StatementLineShape, "StatementShape", source="lines")


class RefillShape(Shape):
    balance = Whole()
