"""Pages about careers: a player's profile, the league, premium membership."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.career import reading as careers
from accounts.career import wording
from accounts.career.certificates import Certificate, certificate_by, certificates_of
from accounts.league import LOWEST_DIVISION, TOP_DIVISION
from accounts.models import Player
from accounts.premium import reading as premium
from accounts.premium.giving import redeem_ticket
from accounts.views import signed_in
from web.database.replica import may_be_old
from web.files.certificate import certificate_pages
from web.files.plots import line_plot
from web.finding import or_404
from web.numbers import whole
from web.refusals import Told, words_of
from web.routes import open_page, own_act, own_page
from web.security import limits

MATCHES_PER_PAGE = 20


@own_page("profile/", "profile")
@may_be_old
def own_profile(request: HttpRequest) -> HttpResponse:
    """One's own career, with the history of matches and, as a right, statistics."""
    player = signed_in(request)
    before = whole(request.GET.get("before", ""), digits=16)
    page, following = careers.match_history(player, before=before, limit=MATCHES_PER_PAGE)
    may_look = premium.may(player, premium.STATISTICS)
    games, opponents = careers.statistics(player) if may_look else ([], [])
    context = {
        **_profile(player),
        "is_own": True,
        "certificates": certificates_of(player),
        "matches": page,
        "next_before": following,
        "may_see_statistics": may_look,
        "games": games,
        "opponents": opponents,
    }
    return render(request, "accounts/profile.html", context)


@open_page("players/<player:player_id>/", "player")
@may_be_old
def player_profile(request: HttpRequest, player_id: int) -> HttpResponse:
    """What anybody may see of a player's career."""
    player = get_object_or_404(Player, pk=player_id, is_active=True)
    if request.user == player:
        return redirect("profile")
    reader = request.user if isinstance(request.user, Player) else None
    between = careers.duels(reader, player) if reader else []
    return render(
        request, "accounts/profile.html", {**_profile(player), "is_own": False, "duels": between}
    )


def _profile(player: Player) -> dict[str, object]:
    profile = careers.profile_of(player)
    standing = profile.standing
    return {
        "profile": profile,
        "place": standing.place if standing else None,
        "division": wording.division_name(standing.division) if standing else "",
        "rating_plot": line_plot(careers.rating_curve(player)),
    }


@open_page("league/", "league")
@may_be_old
def league_page(request: HttpRequest) -> HttpResponse:
    """A division of a season: the running one and one's own unless another is asked for."""
    player = request.user if isinstance(request.user, Player) else None
    season = or_404(careers.season_of(_number(request, "season")))
    division = _number(request, "division") or careers.division_shown(season, player)
    if not TOP_DIVISION <= division <= LOWEST_DIVISION:
        raise Http404
    context = {
        "season": season,
        "division": division,
        "division_name": wording.division_name(division),
        "divisions": [
            (number, wording.division_name(number), size)
            for number, size in careers.division_sizes(season).items()
        ],
        "rows": [
            (row, wording.MOVES.get(row.move, ""))
            for row in careers.division_table(season, division, player=player)
        ],
        "earlier": season.number - 1,
        "later": season.number + 1 if season.closed_at else None,
        "player": player,
    }
    return render(request, "accounts/league.html", context)


def _number(request: HttpRequest, name: str) -> int | None:
    return whole(request.GET.get(name, ""), digits=6)


certificate_page, certificate_file = certificate_pages(
    "certificates/<slug:code>/",
    "certificates/<slug:code>/jeton.pdf",
    "accounts/certificate.html",
    Certificate,
    certificate_by,
)


@own_page("premium/", "premium")
def premium_page(request: HttpRequest) -> HttpResponse:
    """What premium is, until when one has it, and where a ticket is redeemed."""
    held = premium.premium_of(signed_in(request))
    context = {
        "premium": held,
        "rights": [(words, right in held.rights) for right, words in wording.RIGHTS.items()],
    }
    return render(request, "accounts/premium.html", context)


@own_act("premium/redeem/", "redeem")
def redeem(request: HttpRequest) -> HttpResponse:
    """A ticket's code turned into premium time."""
    player = signed_in(request)
    with Told(partial(messages.error, request), words_of):
        limits.spend(limits.TICKETS, str(player.pk))
        membership = redeem_ticket(player=player, code=request.POST.get("code", "")[:60])
        day = date_format(localtime(membership.ends_at), "SHORT_DATE_FORMAT")
        messages.success(request, _("You are a premium member until %(day)s.") % {"day": day})
    return redirect("premium")
