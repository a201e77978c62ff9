"""The books: whether they balance, accounts, transfers."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_page

from accounts.books.reading import account_statement
from accounts.models import ACCOUNT_KINDS, ChipAccount
from backoffice.books import reading as read
from backoffice.books.auditing import ask_for_audit
from backoffice.models import ChipCorrection
from backoffice.running.settings import value_of
from backoffice.team.access import colleague, cursor, doing, page
from web.api.paging import cut
from web.finding import or_404
from web.routes import at, open_page

PUBLIC_SECONDS = 60


@page("see_books", "office/books/", "office-books")
def books(request: HttpRequest) -> HttpResponse:
    return render(request, "backoffice/books.html", {"books": read.books(), "staff": True})


@open_page("books/", "public-books")
def public_books(request: HttpRequest) -> HttpResponse:
    """The same for everybody, where the house wants that; counted once a minute."""
    if not value_of("BOOKS_PUBLIC"):
        raise Http404
    return _public(request)


@cache_page(PUBLIC_SECONDS)
def _public(request: HttpRequest) -> HttpResponse:
    return render(request, "backoffice/public_books.html", {"books": read.books()})


@at("office/books/audit/", "office-audit")
@doing("run_audit", "office-books")
def run_audit(request: HttpRequest) -> str:
    """Ask a worker for an audit; what it finds is shown when it is done."""
    ask_for_audit(by=colleague(request))
    return _("The books are being audited.")


@page("see_books", "office/accounts/", "office-accounts")
def accounts(request: HttpRequest) -> HttpResponse:
    """Chip accounts: of a kind, of a player, of a table or tournament, or by number."""
    kind, name = request.GET.get("kind", ""), request.GET.get("name", "").strip()[:60]
    known = kind if kind in ACCOUNT_KINDS else ""
    found = read.accounts(kind=known, name=name, before=cursor(request))
    rows, following = cut(found, read.PAGE)
    context = {
        "rows": rows,
        "next": following,
        "kinds": [(one.value, words) for one, words in ACCOUNT_KINDS.items()],
        "kind": kind,
        "name": name,
    }
    return render(request, "backoffice/accounts.html", context)


@page("see_books", "office/accounts/<row:account_id>/", "office-account")
def account(request: HttpRequest, account_id: int) -> HttpResponse:
    """An account's movements, newest first, each leading to its transfer."""
    found = get_object_or_404(ChipAccount.objects.select_related("player"), pk=account_id)
    lines = account_statement(found.pk, before=cursor(request), limit=read.PAGE)
    corrections = ChipCorrection.objects.filter(account=found).select_related("requested_by")
    context = {"account": found, "page": lines, "corrections": corrections[:10]}
    return render(request, "backoffice/account.html", context)


@page("see_books", "office/transfers/<row:transfer_id>/", "office-transfer")
def transfer(request: HttpRequest, transfer_id: int) -> HttpResponse:
    found = or_404(read.trace(transfer_id))
    memo = read.memo_lines(found.transfer.memo)
    return render(request, "backoffice/transfer.html", {"trace": found, "memo": memo})
