"""The books over the API: whether they balance, accounts and their postings, transfers.

Nothing here moves a chip; all that can be done is to have the books audited.
"""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller
from accounts.api.reading import read_query, refuse_body
from accounts.api.records import record_json
from accounts.api.repeats import answer_once
from accounts.api.shapes import IDEMPOTENCY_KEY
from accounts.models import ChipAccount
from accounts.refusals import Refused
from accounts.selectors import account_statement
from backoffice.api import books_shapes as shapes
from backoffice.api.paging import cut
from backoffice.api.view import OfficeView
from backoffice.models import AuditRun
from backoffice.selectors import books as read
from backoffice.services.auditing import ask_for_audit


class BooksView(OfficeView):
    reading_right = "see_books"


@extend_schema(tags=["office"])
class OfficeBooks(BooksView):
    """Whether the books balance at this moment, and the last audit. Right `see_books`."""

    @extend_schema(responses=shapes.OfficeBooksShape)
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
                "audit": shapes.audit_json(found.audit),
            }
        )


@extend_schema(tags=["office"])
class OfficeAudit(BooksView):
    """Have the books audited by a worker; look at the books until it is there.

    Right `run_audit`.
    """

    writing_right = "run_audit"

    @extend_schema(
        request=None, parameters=[IDEMPOTENCY_KEY], responses={202: shapes.OfficeAuditAskedShape}
    )
    def post(self, request: Request) -> Response:
        refuse_body(request)

        def work() -> tuple[int, dict[str, Any]]:
            ask_for_audit(by=caller(request))
            return 202, {"last": shapes.audit_json(AuditRun.objects.first())}

        return answer_once(request, {}, work)


@extend_schema(tags=["office"])
class OfficeAccounts(BooksView):
    """Chip accounts, newest first. Right `see_books`."""

    @extend_schema(parameters=[shapes.OfficeAccountsQuery], responses=shapes.OfficeAccountsShape)
    def get(self, request: Request) -> Response:
        found = read.accounts(**read_query(request, shapes.OfficeAccountsQuery))
        shown, next_before = cut(found, read.PAGE)
        return Response(
            {
                "results": [shapes.account_json(one) for one in shown],
                "next_before": next_before,
            }
        )


@extend_schema(tags=["office"])
class OfficeAccount(BooksView):
    """One chip account. Right `see_books`."""

    @extend_schema(responses=shapes.OfficeAccountShape)
    def get(self, request: Request, account_id: int) -> Response:
        return Response(shapes.account_json(account_of(account_id)))


@extend_schema(tags=["office"])
class OfficePostings(BooksView):
    """An account's postings, newest first, each with its transfer. Right `see_books`."""

    @extend_schema(parameters=[shapes.OfficePostingsQuery], responses=shapes.OfficePostingsShape)
    def get(self, request: Request, account_id: int) -> Response:
        query = read_query(request, shapes.OfficePostingsQuery)
        page = account_statement(account_of(account_id).pk, **query)
        transfers = read.transfer_ids(account_id, [line.number for line in page.lines])
        return Response(
            {
                "results": [shapes.posting_json(one, transfers[one.number]) for one in page.lines],
                "next_before": page.next_before,
            }
        )


@extend_schema(tags=["office"])
class OfficeTransfer(BooksView):
    """A transfer with its postings: why it was made, and what it belongs to. Right `see_books`."""

    @extend_schema(responses=shapes.OfficeTransferShape)
    def get(self, request: Request, transfer_id: int) -> Response:
        found = read.trace(transfer_id)
        if found is None:
            raise Refused("not_found")
        return Response(shapes.transfer_json(found))


def account_of(account_id: int) -> ChipAccount:
    """Raises Refused(not_found)."""
    found = ChipAccount.objects.select_related("player").filter(pk=account_id).first()
    if found is None:
        raise Refused("not_found")
    return found
