"""What the accounts half of the API answers."""

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounts.programs.tokens.text import SCOPES
from web.api.paging import NextBefore
from web.api.payloads import Moment, Shape

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
    id = serializers.IntegerField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField(source="is_program")
    is_guest = serializers.BooleanField()


class MeShape(Shape):
    player = PlayerShape()
    balance = serializers.IntegerField(help_text="chips in the wallet; stakes held are not in it")
    language = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))


class TokenShape(Shape):
    id = serializers.CharField(
        source="token_key", help_text="the token's beginning, by which it is revoked"
    )
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    created_at = Moment(source="created")
    expires_at = Moment(source="expiry", allow_null=True)
    last_used_at = Moment(source="last_used", allow_null=True, help_text="exact to five minutes")


class NewTokenShape(TokenShape):
    token = serializers.CharField(help_text="shown only now; only its digest is kept")


class TokensShape(Shape):
    results = TokenShape(many=True)


class GuestShape(Shape):
    player = PlayerShape()
    token = serializers.CharField(help_text="for `Authorization: Token …`; shown only now")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    balance = serializers.IntegerField()


class StatementLineShape(Shape):
    number = serializers.IntegerField(help_text="counts the wallet's postings from 1")
    at = Moment()
    kind = serializers.CharField()
    reason = serializers.CharField(help_text="in the reader's language")
    amount = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="after this line")
    key = serializers.CharField(help_text="of the transfer in the ledger")


class StatementShape(Shape):
    results = StatementLineShape(source="lines", many=True)
    next_before = NextBefore()


class RefillShape(Shape):
    balance = serializers.IntegerField()
