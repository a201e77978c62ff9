"""The books over the API: whether they balance, accounts and their postings, transfers, the lens.

Nothing here writes. The integrity lens shows finished rounds only: what is found there is public
to whoever played them, and no card of a round that still runs is ever looked at.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.records import record_json, shape_of
from backoffice.api.view import OfficeView
from backoffice.models import AuditRun
from backoffice.selectors import books as read

Shape = serializers.Serializer[Any]


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


@extend_schema(tags=["office"])
class OfficeBooks(OfficeView):
    """Whether the books balance at this moment, by kind of account; and the last audit."""

    reading_right = "see_books"

    @extend_schema(responses=OfficeBooksShape)
    def get(self, request: Request) -> Response:
        found = read.books()
        return Response(
            {
                "in_order": found.in_order,
                "issued_chips": found.issued_chips,
                "sum_chips": found.sum_chips,
                "balances": record_json(found.balances),
                "unbalanced": [
                    {"currency": currency, "chips": chips} for currency, chips in found.unbalanced
                ],
                "audit": None if found.audit is None else audit_json(found.audit),
            }
        )


def audit_json(one: AuditRun) -> dict[str, Any]:
    return {
        "at": one.at.isoformat(),
        "seconds": one.seconds,
        "faults": one.faults,
        "first_fault": one.first_fault,
        "figures": one.figures,
    }
