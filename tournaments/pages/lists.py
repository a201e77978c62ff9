"""Pages about tournaments in general: the list, the calendar, and files for people's calendars."""

import calendar
import datetime as dt
from itertools import groupby
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import condition

from games.pages.tables import visitor
from rummy import engine
from tournaments.appointments import appointment
from tournaments.director import FORMATS
from tournaments.pages.state import part_etag
from tournaments.selectors import listing
from tournaments.selectors.listing import PRICES, Wish
from tournaments.words import sentences as wording
from web.addresses import absolute
from web.database.replica import may_be_old
from web.files.calendar_file import KIND, calendar_file
from web.numbers import whole
from web.routes import fresh_page, open_page

CALENDAR_BACK = dt.timedelta(days=31)
CALENDAR_AHEAD = dt.timedelta(days=120)


@fresh_page("tournaments/", "tournaments")
@may_be_old
@condition(etag_func=lambda request: part_etag(request, listing.state_of_lists(visitor(request))))
def list_page(request: HttpRequest) -> HttpResponse:
    """Upcoming, running and finished tournaments; `?part=lists` is the lists alone."""
    player = visitor(request)
    wish = _wish(request)
    before = whole(request.GET.get("before", ""))
    finished = listing.finished(player, wish, before=before)
    context: dict[str, Any] = {
        "mine": listing.entered(player) if player else [],
        "upcoming": listing.upcoming(player, wish),
        "running": listing.running(player, wish),
        "finished": finished,
        "before": before,
        "next_before": finished[-1].id if len(finished) == listing.FINISHED_ROWS else None,
        "wish": wish,
        "query": request.GET.urlencode(),
    }
    if request.GET.get("part") == "lists":
        return render(request, "tournaments/list_rows.html", context)
    context |= {
        "formats": wording.format_choices(),
        "games": listing.games_played(),
        "prices": PRICES,
    }
    return render(request, "tournaments/list.html", context)


def _wish(request: HttpRequest) -> Wish:
    """What is asked for, as far as it is known."""
    game, form = request.GET.get("game", ""), request.GET.get("format", "")
    price = request.GET.get("price", "")
    return Wish(
        game=game if game in engine.PRESETS else "",
        format=form if form in FORMATS else "",
        price=price if price in PRICES else "",
    )


@open_page("tournaments/calendar/", "tournament-calendar")
@may_be_old
def calendar_page(request: HttpRequest) -> HttpResponse:
    """A month of tournaments, a day in each square; on a phone the days that have some."""
    first = _month(request.GET.get("month", ""))
    after = (first + dt.timedelta(days=32)).replace(day=1)
    rows = listing.starting_between(_midnight(first), _midnight(after), visitor(request))
    days = {
        day: list(found)
        for day, found in groupby(rows, key=lambda row: timezone.localdate(row.starts_at))
    }
    weeks = [
        [(day, day.month == first.month, days.get(day, [])) for day in week]
        for week in calendar.Calendar().monthdatescalendar(first.year, first.month)
    ]
    context = {
        "weeks": weeks,
        "month": first,
        "earlier": (first - dt.timedelta(days=1)).replace(day=1),
        "later": after,
        "today": timezone.localdate(),
        "feed": absolute(reverse("tournament-feed")),
        "has_some": bool(days),
    }
    return render(request, "tournaments/calendar.html", context)


def _month(text: str) -> dt.date:
    """The first of the month asked for as 2026-11; of this month when it cannot be read."""
    try:
        year, month = map(int, text.split("-", 1)) if text.isascii() else (0, 0)
        if 2000 <= year < 2200:
            return dt.date(year, month, 1)
    except ValueError:
        pass
    return timezone.localdate().replace(day=1)


def _midnight(day: dt.date) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), tzinfo=timezone.get_current_timezone())


@open_page("tournaments/calendar.ics", "tournament-feed")
@may_be_old
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """All tournaments with an hour, for a calendar that asks again by itself."""
    now = timezone.now()
    rows = listing.starting_between(now - CALENDAR_BACK, now + CALENDAR_AHEAD, None)
    made = calendar_file([appointment(row) for row in rows], made_at=now)
    return _file(made, "jeton-tournaments.ics")


def calendar_entry(row: listing.TournamentRow) -> HttpResponse:
    """One tournament as a file to put into a calendar."""
    made = calendar_file([appointment(row)], made_at=timezone.now())
    return _file(made, f"jeton-tournament-{row.id}.ics")


def _file(content: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=KIND)
    answer["Content-Disposition"] = f'inline; filename="{name}"'
    answer["Content-Language"] = get_language() or settings.LANGUAGE_CODE
    return answer
