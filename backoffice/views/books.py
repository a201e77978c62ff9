"""The books: whether they balance, accounts, transfers, and the tables and rounds behind them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_page
from django.views.decorators.http import require_safe

from accounts.models import ACCOUNT_KINDS, ChipAccount
from accounts.selectors import account_statement
from backoffice.access import action, colleague, cursor, done, number, page
from backoffice.models import ChipCorrection
from backoffice.run_settings import value_of
from backoffice.selectors import books as read
from backoffice.selectors.rounds import told_round
from backoffice.selectors.settlements import table_story, tournament_rounds
from backoffice.selectors.tournament_chips import accounts_of, entries_of
from backoffice.services.auditing import ask_for_audit
from backoffice.services.bots import enter_bots
from tournaments.models import Entry, Tournament

PUBLIC_SECONDS = 60


@page("see_books")
def books(request: HttpRequest) -> HttpResponse:
    return render(request, "backoffice/books.html", {"books": read.books(), "staff": True})


@require_safe
def public_books(request: HttpRequest) -> HttpResponse:
    """The same for everybody, where the house wants that; counted once a minute."""
    if not value_of("BOOKS_PUBLIC"):
        raise Http404
    return _public(request)


@cache_page(PUBLIC_SECONDS)
def _public(request: HttpRequest) -> HttpResponse:
    return render(request, "backoffice/public_books.html", {"books": read.books()})


@action("run_audit")
def run_audit(request: HttpRequest) -> HttpResponse:
    """Ask a worker for an audit; what it finds is shown when it is done."""
    return done(
        request,
        lambda: ask_for_audit(by=colleague(request)),
        _("The books are being audited."),
        "office-books",
    )


@page("see_books")
def accounts(request: HttpRequest) -> HttpResponse:
    """Chip accounts: of a kind, of a player, of a table or tournament, or by number."""
    kind, name = request.GET.get("kind", ""), request.GET.get("name", "").strip()[:60]
    found = read.accounts(
        kind=kind if kind in ACCOUNT_KINDS else "", name=name, before=cursor(request)
    )
    context = {
        "rows": found[: read.PAGE],
        "next": found[read.PAGE - 1].pk if len(found) > read.PAGE else None,
        "kinds": [(one.value, words) for one, words in ACCOUNT_KINDS.items()],
        "kind": kind,
        "name": name,
    }
    return render(request, "backoffice/accounts.html", context)


@page("see_books")
def account(request: HttpRequest, account_id: int) -> HttpResponse:
    """An account's movements, newest first, each leading to its transfer."""
    found = get_object_or_404(ChipAccount.objects.select_related("player"), pk=account_id)
    lines = account_statement(found.pk, before=cursor(request), limit=read.PAGE)
    corrections = ChipCorrection.objects.filter(account=found).select_related("requested_by")
    context = {
        "account": found,
        "page": lines,
        "transfers": read.transfer_ids(found.pk, [line.number for line in lines.lines]),
        "corrections": corrections[:10],
    }
    return render(request, "backoffice/account.html", context)


@page("see_books")
def transfer(request: HttpRequest, transfer_id: int) -> HttpResponse:
    found = read.trace(transfer_id)
    if found is None:
        raise Http404
    memo = read.memo_lines(found.transfer.memo)
    return render(request, "backoffice/transfer.html", {"trace": found, "memo": memo})


@page("see_books")
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table's chips from stake to payout, explained to each seat, and its score sheet."""
    story = table_story(table_id)
    if story is None:
        raise Http404
    pot = ChipAccount.objects.filter(kind="hold", ref=f"table:{table_id}").first()
    context = {"story": story, "sentences": story.sentences(), "pot": pot}
    return render(request, "backoffice/table.html", context)


@page("see_books")
def round_cards(request: HttpRequest, table_id: int, round_number: int) -> HttpResponse:
    """A finished round with all its events and cards; nothing of one that is not over."""
    told = told_round(table_id, round_number)
    if told is None:
        raise Http404
    return render(request, "backoffice/round.html", {"round": told})


@page("see_books")
def tournament_chips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A tournament's accounts, and its entries by what they have."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    entries = entries_of(tournament).order_by("rank", "-stack_chips", "number")
    context = {
        "tournament": tournament,
        "accounts": accounts_of(tournament),
        "entries": entries[: read.LINES_MAX],
    }
    return render(request, "backoffice/tournament.html", context)


@action("send_bots")
def send_bots(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Bots of the house enter, to be watched or to fill the field."""
    return done(
        request,
        lambda: enter_bots(
            tournament_id=tournament_id,
            bots=number(request.POST.get("bots", "")) or 0,
            by=colleague(request),
        ),
        _("The bots have entered."),
        "office-tournament-chips",
        tournament_id,
    )


@page("see_books")
def entry_rounds(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Every round of an entry: why the player won or lost what they did."""
    entry = get_object_or_404(Entry.objects.select_related("player", "tournament"), pk=entry_id)
    context = {"entry": entry, "rounds": tournament_rounds(entry)}
    return render(request, "backoffice/entry.html", context)
