"""The lobby of one tournament, its live part, its log, its calendar file, its certificates."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import condition

from accounts.models import Player
from games.pages.tables import visitor
from rummy import match
from rummy.match import MatchTerms
from tournaments.certificates import TournamentCertificate, certificate_by, certificate_of
from tournaments.desk.ordering import may_direct
from tournaments.director import FORMATS, Phase
from tournaments.entries.asking import stacks_bought
from tournaments.models import Entry, Tournament
from tournaments.pages.lists import calendar_entry
from tournaments.pages.state import part_etag
from tournaments.printing import titled_prints
from tournaments.selectors import decisions, listing, lobby, seats, standings
from tournaments.series.reading import series_of
from tournaments.sheets.reading import SheetRow, sheet_in_play, sheet_row
from tournaments.tickets.aiming import aim_of
from tournaments.words.explaining import rounds_told
from web.database.replica import may_be_old
from web.files.certificate import certificate_pages
from web.numbers import whole
from web.routes import fresh_page, open_page

LOG_ROWS = 8
ROUNDS_SHOWN = 20


def live_etag(request: HttpRequest, tournament_id: int) -> str | None:
    """Of the part that changes while it is played; a whole page has none, and asks nothing."""
    version = lobby.tournament_version(tournament_id) if "part" in request.GET else None
    return None if version is None else part_etag(request, tournament_id, version)


@fresh_page("tournaments/<tournament:tournament_id>/", "tournament")
@may_be_old
@condition(etag_func=live_etag)
def lobby_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Everything about one tournament; `?part=live` is what changes while it is played."""
    player = visitor(request)
    tournament = lobby.one_tournament(tournament_id)
    context = live_context(
        tournament,
        player,
        page=number_asked(request, "page"),
        search=standings.searched_for(request.GET.get("search", "")),
    )
    if request.GET.get("part") == "live":
        return render(request, "tournaments/live.html", context)
    context |= {"terms": table_terms(tournament), "series": series_of(tournament, player)}
    context["directs"] = directs = player is not None and may_direct(player, tournament)
    if directs and tournament.phase == Phase.FINISHED.value:
        context["prints"] = titled_prints(tournament)
    return render(request, "tournaments/lobby.html", context)


def live_context(
    tournament: Tournament, player: Player | None, *, page: int, search: str = ""
) -> dict[str, Any]:
    """What the live part shows: a dozen queries, however many have entered."""
    shown = lobby.lobby_of(tournament, player)
    entry = shown.entry
    here = seats.place_of(tournament, entry) if entry else None
    log = decisions.decisions(tournament, limit=LOG_ROWS)
    return {
        "tournament": tournament,
        "lobby": shown,
        "row": shown.row,
        "now": shown.now,
        "entry": entry,
        "place": here,
        "withdrawn": "" if entry else seats.why_withdrawn(tournament.pk, player),
        "sheet": _sheet_at(tournament, entry, player),
        "certificate": certificate_of(entry) if entry else None,
        "rounds": _own_rounds(tournament, entry if shown.row.is_over else None),
        "bought": stacks_bought(entry),
        "standings": standings.standings(tournament, player, page=page, search=search),
        "search": search,
        "tables": lobby.tables_to_watch(tournament),
        "log": log.decisions,
        "announced": decisions.announced(tournament),
        "aim": aim_of(tournament),
        "page_url": reverse("tournament", args=(tournament.pk,)),
    }


def _own_rounds(tournament: Tournament, entry: Entry | None) -> list[tuple[Any, str]]:
    """Each settled round, or each table of a stage, in a sentence; newest first."""
    if entry is None:
        return []
    for_chips = FORMATS[tournament.plan["format"]].plays_for_chips
    return (rounds_told if for_chips else decisions.tables_told)(entry, most=ROUNDS_SHOWN)


def _sheet_at(
    tournament: Tournament, entry: Entry | None, player: Player | None
) -> SheetRow | None:
    """What is written at the reader's real table, until the next round begins there."""
    sheet = sheet_in_play(tournament, entry) if tournament.plan.get("real_tables") else None
    return None if sheet is None else sheet_row(tournament, sheet, player)


def table_terms(tournament: Tournament) -> dict[str, Any] | None:
    """The terms of its tables as players read them; a trial has none."""
    if tournament.terms is None:
        return None
    return match.terms_view(MatchTerms.from_json(tournament.terms))


@fresh_page("tournaments/<tournament:tournament_id>/decisions/", "tournament-decisions")
@may_be_old
def decisions_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """Why everything happened: to the one who looks, or to all."""
    player = visitor(request)
    tournament = lobby.one_tournament(tournament_id)
    entry = seats.own_entry(tournament.pk, player)
    only_mine = entry is not None and request.GET.get("who") != "all"
    page = decisions.decisions(
        tournament,
        entry=entry.pk if entry is not None and only_mine else None,
        before=whole(request.GET.get("before", "")),
    )
    context = {
        "tournament": tournament,
        "row": listing.row_of(tournament),
        "entry": entry,
        "only_mine": only_mine,
        "page": page,
        "rounds": _own_rounds(tournament, entry if only_mine else None),
    }
    return render(request, "tournaments/decisions.html", context)


@open_page("tournaments/<tournament:tournament_id>/calendar.ics", "tournament-ics")
def calendar_file(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The tournament for one's own calendar."""
    row = listing.row_of(lobby.one_tournament(tournament_id))
    if row.starts_at is None:
        raise Http404
    return calendar_entry(row)


def number_asked(request: HttpRequest, name: str) -> int:
    """A page's number as asked for; the first when it cannot be read."""
    number = whole(request.GET.get(name, ""), digits=6)
    return 1 if number is None else number


certificate_page, certificate_file = certificate_pages(
    "tournaments/certificates/<slug:code>/",
    "tournaments/certificates/<slug:code>.pdf",
    "tournaments/certificate.html",
    TournamentCertificate,
    certificate_by,
)
