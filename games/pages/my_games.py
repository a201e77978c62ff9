"""One's own games: whose turn it is, vacation at all of them, and the dates as a calendar."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.sent_again import done_once
from accounts.views import signed_in
from games.moves.acting import play_action
from games.tables.lobby.own_games import due_dates, own_games
from games.tables.terms import terms_of
from rummy.match import TakeVacation
from web import refusals
from web.files import calendar_file
from web.numbers import whole
from web.routes import own_act, own_page

VACATIONS = (1, 2, 3, 5, 7, 10)


@own_page("my-games/", "my-games")
def my_games(request: HttpRequest) -> HttpResponse:
    games = [(game, terms_of(game.table)) for game in own_games(signed_in(request))]
    left = max((game.vacation_left for game, _terms in games), default=0)
    context = {
        "games": games,
        "waiting": sum(game.my_turn for game, _terms in games),
        "vacations": [days for days in VACATIONS if days <= left],
        "has_dates": any(game.turn_based for game, _terms in games),
    }
    return render(request, "games/my_games.html", context)


@own_page("my-games.ics", "my-games-calendar")
def my_games_calendar(request: HttpRequest) -> HttpResponse:
    """The ends of one's own turns, to be taken into a calendar."""
    made = calendar_file.calendar_file(due_dates(signed_in(request)), made_at=timezone.now())
    response = HttpResponse(made, content_type=calendar_file.KIND)
    response["Content-Disposition"] = 'attachment; filename="jeton-moves.ics"'
    return response


@own_act("my-games/vacation/", "vacation")
@done_once
def vacation(request: HttpRequest) -> HttpResponse:
    """Let one's clocks stand for some days, wherever moves take days and vacation is left."""
    player = signed_in(request)
    days = whole(request.POST.get("days", ""), digits=2) or 0
    taken = 0
    for game in own_games(player):
        if not days or days > game.vacation_left:
            continue
        try:
            play_action(
                table_id=game.table.pk,
                player_id=player.pk,
                action=TakeVacation(days),
                expected_version=None,
                key=str(uuid.uuid4()),
            )
        except refusals.Refusal:
            continue  # the match has just ended
        taken += 1
    if taken:
        words = ngettext(
            "Vacation taken at %(count)s table.", "Vacation taken at %(count)s tables.", taken
        )
        messages.success(request, words % {"count": taken})
    else:
        messages.error(request, _("At none of your tables so much vacation is left."))
    return redirect("my-games")
