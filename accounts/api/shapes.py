"""What the accounts half of the API answers: the JSON, and its description for OpenAPI."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounts.models import ApiToken, Player
from accounts.selectors import StatementPage
from accounts.tokens import SCOPES

Shape = serializers.Serializer[Any]
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


def player_json(player: Player) -> dict[str, Any]:
    return {
        "id": player.pk,
        "name": player.name,
        "is_bot": player.is_program,
        "is_guest": player.is_guest,
    }


def token_json(token: ApiToken) -> dict[str, Any]:
    return {
        "id": token.token_key,
        "name": token.name,
        "scopes": list(token.scopes),
        "created_at": token.created.isoformat(),
        "expires_at": token.expiry.isoformat() if token.expiry else None,
        "last_used_at": token.last_used.isoformat() if token.last_used else None,
    }


def statement_json(page: StatementPage) -> dict[str, Any]:
    return {
        "results": [
            {
                "number": line.number,
                "at": line.at.isoformat(),
                "kind": line.kind,
                "reason": line.reason,
                "amount": line.amount,
                "balance": line.balance,
                "key": line.key,
            }
            for line in page.lines
        ],
        "next_before": page.next_before,
    }


class PlayerShape(Shape):
    id = serializers.IntegerField()
    name = serializers.CharField()
    is_bot = serializers.BooleanField()
    is_guest = serializers.BooleanField()


class MeShape(Shape):
    player = PlayerShape()
    balance = serializers.IntegerField(help_text="chips in the wallet; stakes held are not in it")
    language = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))


class TokenShape(Shape):
    id = serializers.CharField(help_text="the token's beginning, by which it is revoked")
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="exact to five minutes")


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
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    reason = serializers.CharField(help_text="in the reader's language")
    amount = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="after this line")
    key = serializers.CharField(help_text="of the transfer in the ledger")


class StatementShape(Shape):
    results = StatementLineShape(many=True)
    next_before = serializers.IntegerField(
        allow_null=True, help_text="send it as `before` for the next page; null on the last"
    )


class RefillShape(Shape):
    balance = serializers.IntegerField()
