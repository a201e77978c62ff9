"""The books over the API: whether they balance, accounts and their postings, transfers.

Nothing here moves a chip; all that can be done is to have the books audited.
"""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from accounts.api.identity import caller
from accounts.api.operations import once
from accounts.books.reading import account_statement
from accounts.models import ChipAccount
from backoffice.api.view import OfficeView
from backoffice.books import reading as read
from backoffice.books import shapes
from backoffice.books.auditing import ask_for_audit
from backoffice.models import AuditRun
from web.api.operations import Answer, Json, answers
from web.api.paging import page_from
from web.api.payloads import With
from web.finding import or_404


class BooksView(OfficeView):
    reading_right = "see_books"


class OfficeBooks(BooksView, at="office/books/"):
    """Whether the books balance at this moment, and the last audit. Right `see_books`."""

    @answers(shapes.OfficeBooksShape)
    def get(self, request: Request) -> Answer:
        return read.books()


class OfficeAudit(BooksView, at="office/books/audit/", writing_right="run_audit"):
    """Have the books audited by a worker; look at the books until it is there.

    Right `run_audit`.
    """

    @once(answers=shapes.OfficeAuditAskedShape, status=202)
    def post(self, request: Request) -> Answer:
        ask_for_audit(by=caller(request))
        return With(last=AuditRun.objects.first())


class OfficeAccounts(BooksView, at="office/accounts/"):
    """Chip accounts, newest first. Right `see_books`."""

    @answers(shapes.OfficeAccountsShape, query=shapes.OfficeAccountsQuery)
    def get(self, request: Request, query: Json) -> Answer:
        return page_from(read.accounts(**query), read.PAGE)


class OfficeAccount(BooksView, at="office/accounts/<player:account_id>/"):
    """One chip account. Right `see_books`."""

    @answers(shapes.OfficeAccountShape)
    def get(self, request: Request, account_id: int) -> Answer:
        return account_of(account_id)


class OfficePostings(BooksView, at="office/accounts/<player:account_id>/postings/"):
    """An account's postings, newest first, each with its transfer. Right `see_books`."""

    @answers(shapes.OfficePostingsShape, query=shapes.OfficePostingsQuery)
    def get(self, request: Request, query: Json, account_id: int) -> Answer:
        return account_statement(account_of(account_id).pk, **query)


class OfficeTransfer(BooksView, at="office/transfers/<player:transfer_id>/"):
    """A transfer with its postings: why it was made, and what it belongs to. Right `see_books`."""

    @answers(shapes.OfficeTransferShape)
    def get(self, request: Request, transfer_id: int) -> Answer:
        return or_404(read.trace(transfer_id))


def account_of(account_id: int) -> ChipAccount:
    """Raises Refused(not_found)."""
    return get_object_or_404(ChipAccount.objects.select_related("player"), pk=account_id)
