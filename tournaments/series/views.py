"""Pages of series: the list, one with its standing, certificates, and the organiser's own with what
they print of a closed one.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import Player
from accounts.sent_again import done_once
from games.pages.tables import visitor
from tournaments.models import Series
from tournaments.pages.lobby import number_asked
from tournaments.planner.planning import may_plan
from tournaments.planner.views import planner
from tournaments.printing import Result, draw_results, with_remarks
from tournaments.series import certificates, keeping, reading, words
from tournaments.series.certificates import series_certificates
from tournaments.series.forms import EventForm, SeriesForm, filled_in
from tournaments.series.reading import events_of, standing_lines
from tournaments.words.sentences import mark_words
from web import refusals
from web.database.replica import may_be_old
from web.files.certificate import certificate_pages
from web.files.pdf import Pages, drawn
from web.numbers import grouped, whole
from web.routes import fresh_page, own_act, own_form, own_page


@fresh_page("tournaments/series/", "series-list")
@may_be_old
def list_page(request: HttpRequest) -> HttpResponse:
    """Those that go on first, then what is over."""
    player = visitor(request)
    found = reading.series_list(player)[: reading.LIST_ROWS]
    rows = [reading.series_row(one) for one in found]
    context = {
        "open": [row for row in rows if not row.is_closed],
        "closed": [row for row in rows if row.is_closed],
        "may_plan": player is not None and may_plan(player),
    }
    return render(request, "tournaments/series/list.html", context)


def _keeper(request: HttpRequest, series_id: int) -> tuple[Player, Series]:
    series = reading.one_series(series_id)
    return planner(request, series.club_id), series


@fresh_page("tournaments/series/<tournament:series_id>/", "series")
@may_be_old
def series_page(request: HttpRequest, series_id: int) -> HttpResponse:
    """The standing, what it is made of, and how it is counted."""
    series, player = reading.one_series(series_id), visitor(request)
    standing = reading.series_standing(series, player, page=number_asked(request, "page") or 1)
    rows = reading.event_rows(series)
    count = len(standing.events)
    context = {
        "series": series,
        "standing": standing,
        "lines": [(line, line.by_event(count)) for line in standing.lines],
        "own_results": standing.own.by_event(count) if standing.own else [],
        "has_dropped": any(not one.counts for line in standing.lines for one in line.results),
        "to_come": [row for row in rows if row.finished_at is None and row.removed_at is None],
        "changed": [row for row in rows if row.removed_at is not None or row.is_late],
        "corrected_at": reading.corrected_at(series),
        "rules": words.rules_in_words(reading.rules_of(series)),
        "certificate": certificates.series_certificate_of(series, player) if player else None,
        "may_plan": player is not None and may_plan(player, series.club_id),
        "prints": [(what, title) for what, (title, _draw) in PRINTS.items()],
    }
    return render(request, "tournaments/series/series.html", context)


@own_page("tournaments/series/<tournament:series_id>/print/<slug:what>.pdf", "series-print")
def print_file(request: HttpRequest, series_id: int, what: str) -> HttpResponse:
    """The end of a closed series on paper, for who looks after it."""
    _player, series = _keeper(request, series_id)
    if series.closed_at is None or what not in PRINTS:
        raise Http404
    answer = HttpResponse(printed(series, what), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="jeton-series-{series.pk}-{what}.pdf"'
    return answer


certificate_page, certificate_file = certificate_pages(
    "tournaments/series/certificates/<slug:code>/",
    "tournaments/series/certificates/<slug:code>.pdf",
    "tournaments/series/certificate.html",
    certificates.SeriesCertificate,
    certificates.series_certificate_by,
)


@own_form("tournaments/plan/series/", "open-series")
@done_once
def open_page(request: HttpRequest) -> HttpResponse:
    """A new one of the house; `?club=`: of a club, for its organisers."""
    club_id = whole(request.GET.get("club", ""))
    player = planner(request, club_id)
    form = SeriesForm(request.POST or None, initial=filled_in(None), club_id=club_id)
    if request.method == "POST" and form.is_valid():
        with refusals.Told(partial(form.add_error, None)):
            series = keeping.open_series(wishes=form.wishes(), by=player, club_id=club_id)
            return redirect("keep-series", series.pk)
    return render(request, "tournaments/series/keep.html", {"form": form})


@own_form("tournaments/plan/series/<tournament:series_id>/", "keep-series")
def keep_page(request: HttpRequest, series_id: int) -> HttpResponse:
    """What counts, and the rules; sent, they are changed."""
    player, series = _keeper(request, series_id)
    form = SeriesForm(request.POST or None, initial=filled_in(series), club_id=series.club_id)
    if request.method == "POST" and form.is_valid():
        with refusals.Told(partial(form.add_error, None)):
            keeping.change_series(series_id=series.pk, wishes=form.wishes(), by=player)
            messages.success(request, _("Saved."))
            return redirect("keep-series", series.pk)
    rows = reading.event_rows(series)
    context = {
        "form": form,
        "series": series,
        "events": [row for row in rows if row.removed_at is None],
        "event_form": EventForm(series=series),
    }
    return render(request, "tournaments/series/keep.html", context)


@own_act("tournaments/plan/series/<tournament:series_id>/add/", "add-to-series")
def add_event(request: HttpRequest, series_id: int) -> HttpResponse:
    player, series = _keeper(request, series_id)
    form = EventForm(request.POST, series=series)
    if not form.is_valid():
        messages.error(request, _("Choose a tournament, and how often its points count."))
        return redirect("keep-series", series.pk)
    data = form.cleaned_data
    _told(
        request,
        partial(
            keeping.add_to_series,
            series_id=series.pk,
            tournament_id=data["tournament"],
            weight=data["weight"],
            by=player,
        ),
        _("It counts from now on."),
    )
    return redirect("keep-series", series.pk)


@own_act(
    "tournaments/plan/series/<tournament:series_id>/take-out/<tournament:tournament_id>/",
    "take-out-of-series",
)
def take_out(request: HttpRequest, series_id: int, tournament_id: int) -> HttpResponse:
    player, series = _keeper(request, series_id)
    act = partial(
        keeping.take_out_of_series, series_id=series.pk, tournament_id=tournament_id, by=player
    )
    _told(request, act, _("It counts no more; the series' page says so."))
    return redirect("keep-series", series.pk)


@own_act("tournaments/plan/series/<tournament:series_id>/close/", "close-series")
def close(request: HttpRequest, series_id: int) -> HttpResponse:
    player, series = _keeper(request, series_id)
    act = partial(keeping.close_series, series_id=series.pk, by=player)
    _told(request, act, _("Closed: the standing is final, and everybody is told their place."))
    return redirect("series", series.pk)


def _told(request: HttpRequest, act: Any, done: str) -> None:
    with refusals.Told(partial(messages.error, request)):
        act()
        messages.success(request, done)


def printed(series: Series, what: str) -> bytes:
    """One of `PRINTS` in the active language; there is none of a series that goes on."""
    _title, draw = PRINTS[what]
    return drawn(
        series.name,
        lambda pages: draw(series, pages),
        made_at=series.closed_at or timezone.now(),
        is_across=what == "certificates",
    )


def _results(series: Series, pages: Pages) -> None:
    """Everybody by place, with where they were disqualified or withdrew, by the day it ended."""
    lines = standing_lines(series)
    people = Player.objects.in_bulk([line.player for line in lines])
    ended = events_of(series).values_list("tournament_id", "tournament__finished_at")
    days = {
        tournament: date_format(localtime(at), "SHORT_DATE_FORMAT")
        for tournament, at in ended
        if at
    }
    rows = [
        Result(
            grouped(line.place) if line.place else "–",
            with_remarks(
                people[line.player].name,
                *(
                    f"{mark_words(one.mark)} {days[one.tournament]}"
                    for one in line.results
                    if one.mark
                ),
            ),
            grouped(line.points),
        )
        for line in lines
    ]
    draw_results(pages, series.name, str(PRINTS["results"][0]), _("Points"), rows)


def _certificates(series: Series, pages: Pages) -> None:
    for one in series_certificates(series):
        one.draw(pages)


PRINTS: Final[dict[str, tuple[Promise, Callable[[Series, Pages], None]]]] = {
    "results": (gettext_lazy("Result list"), _results),
    "certificates": (gettext_lazy("Certificates for places 1 to 3"), _certificates),
}
