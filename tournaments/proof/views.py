"""The page on which anybody checks a tournament's lots."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from games.pages.tables import visitor
from tournaments.selectors import lobby
from tournaments.selectors.lobby import one_tournament
from web.routes import fresh_page


@fresh_page("tournaments/<tournament:tournament_id>/proof/", "tournament-proof")
def proof_page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    player = visitor(request)
    tournament = one_tournament(tournament_id)
    context = {
        "tournament": tournament,
        "entry": lobby.lobby_of(tournament, player).entry,
        "json_url": reverse("api-tournament-proof", args=(tournament.pk,)),
        "page_url": request.build_absolute_uri(reverse("tournament", args=(tournament.pk,))),
    }
    return render(request, "tournaments/proof.html", context)
