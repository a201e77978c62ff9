"""Careers over the API: rating, level, achievements, history, statistics, league, premium."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import Json, once
from accounts.career import reading as careers
from accounts.career import shapes as career_shapes
from accounts.career import wording
from accounts.models import Player
from accounts.premium import reading as premium
from accounts.premium.giving import redeem_ticket
from web import limits
from web.api.payloads import With
from web.api.reading import read_query
from web.api.view import ApiView
from web.finding import or_404


class MyCareer(ApiView):
    """Your rating, level, standing and achievements."""

    @extend_schema(responses=career_shapes.CareerShape)
    def get(self, request: Request) -> Response:
        return Response(_career(caller(request)))


class PlayerCareer(ApiView):
    """The same of any player."""

    visitors_may = ("read",)

    @extend_schema(responses=career_shapes.CareerShape)
    def get(self, request: Request, player_id: int) -> Response:
        player = get_object_or_404(Player, pk=player_id, is_active=True)
        return Response(_career(player))


class MyMatches(ApiView):
    """Your finished matches, newest first, with what each brought."""

    @extend_schema(parameters=[career_shapes.HistoryQuery], responses=career_shapes.HistoryShape)
    def get(self, request: Request) -> Response:
        query = read_query(request, career_shapes.HistoryQuery)
        before = careers.moment_of(query["before"]) if "before" in query else None
        lines, following = careers.match_history(
            caller(request), before=before, limit=query["limit"]
        )
        next_before = careers.number_of(following) if following else None
        return Response(career_shapes.HistoryShape.of(results=lines, next_before=next_before))


class MyStatistics(ApiView):
    """Matches by game and by opponent; a premium right unless the house gives it to everybody."""

    @extend_schema(responses=career_shapes.StatisticsShape)
    def get(self, request: Request) -> Response:
        player = caller(request)
        premium.require_right(player, premium.STATISTICS)
        games, opponents = careers.statistics(player)
        return Response(career_shapes.StatisticsShape.of(games=games, opponents=opponents))


class League(ApiView):
    """A division of a season: your own in the running one unless you ask for another."""

    visitors_may = ("read",)
    is_tagged = True

    @extend_schema(parameters=[career_shapes.LeagueQuery], responses=career_shapes.LeagueShape)
    def get(self, request: Request) -> Response:
        query = read_query(request, career_shapes.LeagueQuery)
        player = caller_or_visitor(request)
        season = or_404(careers.season_of(query.get("season")))
        division = query.get("division") or careers.division_shown(season, player)
        answer = career_shapes.LeagueShape.of(
            season,
            division=division,
            name=wording.division_name(division),
            members=careers.division_sizes(season)[division],
            results=careers.division_table(season, division, player=player, limit=query["limit"]),
        )
        return Response(answer)


class MyPremium(ApiView):
    """Until when you are a premium member, and what you may do with or without it."""

    @extend_schema(responses=career_shapes.PremiumShape)
    def get(self, request: Request) -> Response:
        return Response(career_shapes.PremiumShape.of(premium.premium_of(caller(request))))

    @once(career_shapes.TicketForm, answers=career_shapes.PremiumShape, spends=[limits.TICKETS])
    def post(self, request: Request, form: Json) -> Json:
        """Redeem a ticket. Redeeming your own ticket again changes nothing."""
        player = caller(request)
        redeem_ticket(player=player, code=form["code"])
        return career_shapes.PremiumShape.of(premium.premium_of(player))


def _career(player: Player) -> dict[str, Any]:
    profile = careers.profile_of(player)
    own = profile.standing
    badges = [(badge, *wording.ACHIEVEMENTS[badge.key]) for badge in profile.badges]
    return career_shapes.CareerShape.of(
        profile,
        standing=own and With(own, place=careers.place_of(own)),
        achievements=[With(badge, name=name, words=words) for badge, name, words in badges],
    )
