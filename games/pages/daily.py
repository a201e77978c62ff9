"""The deal of the day: today's deals, playing one, and how the field fared."""

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.sent_again import done_once
from accounts.views import become_guest
from games import wording
from games.daily import playing, reading
from games.pages.quick import back_to_lobby, visitor
from web import refusals
from web.api.payloads import With
from web.numbers import signed
from web.routes import fresh_page, open_act
from web.security import limits

ROWS_SHOWN = 200


@fresh_page("daily/", "daily")
def daily_page(request: HttpRequest) -> HttpResponse:
    """Today's deals, the reader's own results, and the days before."""
    player = visitor(request)
    today = playing.today()
    context = {
        "deals": reading.deals_of_today(player),
        "streak": reading.streak(player) if player else 0,
        "past": [(day, reading.deals_on(day)) for day in reading.past_days(today)],
        "opponent": wording.bot_name(playing.OPPONENT),
    }
    return render(request, "games/daily.html", context)


@open_act("daily/<slug:game>/play/", "daily-play")
@done_once
def play_daily(request: HttpRequest, game: str) -> HttpResponse:
    """To the table of today's deal, opened for who has none yet; guests are welcome."""
    try:
        player = visitor(request) or become_guest(request)
        limits.spend(limits.TABLES, str(player.pk))
        return redirect("table", playing.play_daily(player=player, game=game).table_id)
    except refusals.Refusal as refusal:
        return back_to_lobby(request, refusal)


@fresh_page("daily/<day:day>/<slug:game>/", "daily-deal")
def deal_page(request: HttpRequest, day: dt.date, game: str) -> HttpResponse:
    """One deal: the reader's result to show around, the standing, and what the field did."""
    daily = playing.deal_of(day, game)
    deal = reading.deal_reading(daily, visitor(request), whole=True)
    context = {
        "deal": deal,
        "lines": [_row(line, deal) for line in deal.lines[:ROWS_SHOWN]],
        "not_shown": max(0, len(deal.lines) - ROWS_SHOWN),
        "openings": [
            With(one, from_stock=one.taken == "stock_drawn", average=f"{one.average:+.1f}")
            for one in deal.openings
        ],
        "others": [one for one in reading.deals_on(day) if one.game != game],
        "result": _result_words(deal.own) if deal.own else "",
        "share": _share_text(deal, deal.own, request) if deal.own else "",
        "opponent": wording.bot_name(playing.OPPONENT),
    }
    return render(request, "games/daily_deal.html", context)


def _row(line: reading.Line, deal: With) -> With:
    is_own = deal.own is not None and line.table_id == deal.own.table_id
    kind = wording.bot_name(line.player.bot_key) if line.player.is_bot else ""
    return With(line, is_own=is_own, kind=kind)


def _result_words(own: reading.Line) -> str:
    if own.points is None:
        return _("given up")
    points = ngettext("%(points)s point", "%(points)s points", abs(own.points))
    return points % {"points": signed(own.points)}


def _share_text(deal: With, own: reading.Line, request: HttpRequest) -> str:
    """For friends: the result, and nothing that a card could be guessed from."""
    day = formats.date_format(deal.day, "SHORT_DATE_FORMAT")
    title = f"Jeton – {_('Deal of the day')} {day}, {wording.preset_name(deal.game)}"
    told = [_result_words(own)]
    if own.place is not None and deal.players > 1:
        place = _("place %(place)s of %(players)s")
        told.append(place % {"place": own.place, "players": deal.players})
    bots = [_rank(line) for line in deal.lines if line.player.is_bot]
    worse = sum(rank < _rank(own) for rank in bots)
    if worse:
        better = _("better than %(worse)s of %(bots)s bots")
        told.append(better % {"worse": worse, "bots": len(bots)})
    address = request.build_absolute_uri(reverse("daily-deal", args=(deal.day, deal.game)))
    return "\n".join((title, ", ".join(told), address))


def _rank(line: reading.Line) -> float:
    return float("-inf") if line.points is None else line.points
