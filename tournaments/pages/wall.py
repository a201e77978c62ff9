"""The wall of a tournament: one page for the projector in the room, without menus."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import condition

from tournaments.models import Tournament
from tournaments.pages.lobby import live_etag, number_asked
from tournaments.selectors import decisions, lobby, wall
from tournaments.selectors.lobby import one_tournament
from web.addresses import absolute
from web.database.replica import may_be_old
from web.files.qr_code import svg_of
from web.routes import fresh_page


@fresh_page("tournaments/<tournament:tournament_id>/wall/", "tournament-wall")
@may_be_old
@condition(etag_func=live_etag)
def wall_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The same for everybody; `?sheet=` is the list shown, `?part=live` what changes."""
    tournament = one_tournament(tournament_id)
    context = wall_context(tournament, sheet=number_asked(request, "sheet"))
    part = request.GET.get("part") == "live"
    return render(request, f"tournaments/{'wall_live' if part else 'wall'}.html", context)


def wall_context(tournament: Tournament, *, sheet: int) -> dict[str, Any]:
    """What the wall shows: some ten queries, however many have entered."""
    shown = lobby.lobby_of(tournament)
    face = wall.face_of(tournament)
    way = "tournament-wish" if shown.structure.check_in else "tournament"
    door = (tournament.pk, "check-in") if shown.structure.check_in else (tournament.pk,)
    return {
        "door_code": svg_of(absolute(reverse(way, args=door))) if shown.row.is_entering else "",
        "checked_in": tournament.field.get("checked_in", 0),
        "tournament": tournament,
        "lobby": shown,
        "row": shown.row,
        "now": shown.now,
        "bubble": shown.bubble,
        "structure": shown.structure,
        "face": face,
        "sheet": wall.sheet_of(tournament, max(1, sheet)),
        "news": () if shown.row.is_over else wall.news_of(tournament),
        "announced": decisions.announced(tournament),
        "podium": wall.podium_of(tournament),
        "chips_in_play": wall.chips_in_play(tournament),
        "places_paid": sum(prize.last - prize.first + 1 for prize in shown.prizes),
        "server_ms": int(timezone.now().timestamp() * 1000),
        "wall_url": reverse("tournament-wall", args=(tournament.pk,)),
    }
