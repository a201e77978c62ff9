"""Tournaments, their entries, tables and rounds as the office explains them, to the last chip."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import ngettext

from accounts.models import ChipAccount
from backoffice.inspector.rounds import round_in_words
from backoffice.inspector.score_sheet import ROUNDS_MAX, latest_rounds
from backoffice.inspector.tournament_chips import accounts_of, entries_of
from backoffice.running.bots import enter_bots
from backoffice.team.access import action, colleague, cursor, done, page
from games.tables.explaining import stories_of
from tournaments.desk.reading import acts_about
from tournaments.desk.words import PHASES, in_words
from tournaments.models import Entry, Tournament
from tournaments.selectors.decisions import decisions
from tournaments.selectors.listing import row_of
from tournaments.words.explaining import rounds_told
from web.api.paging import cut
from web.finding import or_404
from web.numbers import grouped, whole

PAGE = 50
ENTRIES_MAX = 200


@page("see_books", "office/tournaments/", "office-tournaments")
def tournaments(request: HttpRequest) -> HttpResponse:
    """The newest first, of one phase where that is wished; `?before=` turns the page."""
    phase = request.GET.get("phase", "")
    found = Tournament.objects.order_by("-pk")
    if phase in PHASES:
        found = found.filter(phase=phase)
    before = cursor(request)
    if before is not None:
        found = found.filter(pk__lt=before)
    rows, following = cut(list(found[: PAGE + 1]), PAGE)
    context = {
        "rows": rows,
        "next": following,
        "phases": PHASES.items(),
        "phase": phase if phase in PHASES else "",
    }
    return render(request, "backoffice/tournaments.html", context)


@page("see_books", "office/tables/<row:table_id>/", "office-table")
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """A table's chips from stake to payout, explained to each seat, and its score sheet."""
    story = or_404(stories_of([table_id]).get(table_id))
    pot = ChipAccount.objects.filter(kind="hold", ref=f"table:{table_id}").first()
    context = {
        "story": story,
        "sentences": story.sentences(),
        "rounds": latest_rounds(story.table),
        "pot": pot,
    }
    return render(request, "backoffice/table.html", context)


@page("see_books", "office/tables/<row:table_id>/rounds/<row:round_number>/", "office-round")
def round_cards(request: HttpRequest, table_id: int, round_number: int) -> HttpResponse:
    """A finished round with all its events and cards; nothing of one that is not over."""
    found = or_404(round_in_words(table_id, round_number))
    return render(request, "backoffice/round.html", {"round": found})


@page("see_books", "office/tournaments/<row:tournament_id>/chips/", "office-tournament-chips")
def tournament_chips(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """A tournament's accounts, and its entries by what they have."""
    tournament = get_object_or_404(Tournament, pk=tournament_id)
    entries = entries_of(tournament).order_by("rank", "-stack_chips", "number")
    context = {
        "tournament": tournament,
        "accounts": accounts_of(tournament),
        "entries": entries[:ENTRIES_MAX],
    }
    return render(request, "backoffice/tournament.html", context)


BOTS_ARE_LET_IN_AT = ("office-tournament-chips", "tournament-desk")


@action("send_bots", "office/tournaments/<row:tournament_id>/bots/", "office-send-bots")
def send_bots(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Bots of the house enter, to be watched or to fill the field; then back to where one was."""
    back = request.POST.get("back")

    def enter() -> str:
        bots = whole(request.POST.get("bots", "")) or 0
        enter_bots(tournament_id=tournament_id, bots=bots, by=colleague(request))
        row = row_of(get_object_or_404(Tournament, pk=tournament_id))
        free = row.free_places
        words = ngettext("%(bots)s bot has entered.", "%(bots)s bots have entered.", bots)
        told = [words % {"bots": grouped(bots)}]
        if row.is_limited:
            words = ngettext("%(free)s place is left.", "%(free)s places are left.", free)
            told.append(words % {"free": grouped(free)})
        return " ".join(told)

    there = back if back in BOTS_ARE_LET_IN_AT else "office-tournament-chips"
    return done(request, enter, there, tournament_id)


@page("see_books", "office/entries/<row:entry_id>/", "office-entry")
def entry_rounds(request: HttpRequest, entry_id: int) -> HttpResponse:
    """An entry: its place and chips, what was decided about it, and why each round moved them."""
    entry = get_object_or_404(Entry.objects.select_related("player", "tournament"), pk=entry_id)
    acts = [(act, in_words(act)) for act in acts_about(entry)]
    context = {
        "entry": entry,
        "decided": decisions(entry.tournament, entry=entry.pk),
        "rounds": rounds_told(entry, most=ROUNDS_MAX),
        "acts": acts,
    }
    return render(request, "backoffice/entry.html", context)
