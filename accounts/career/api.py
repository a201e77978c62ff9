"""Careers over the API: rating, level, achievements, history, statistics, league, premium."""

from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from accounts.api.identity import caller, caller_or_visitor
from accounts.api.operations import once
from accounts.career import reading as careers
from accounts.career import shapes as career_shapes
from accounts.career import wording
from accounts.models import Player
from accounts.premium import reading as premium
from accounts.premium.giving import redeem_ticket
from web.api.operations import Answer, Json, answers
from web.api.paging import pages_of
from web.api.payloads import With
from web.api.view import ApiView
from web.database.replica import may_be_old
from web.finding import or_404
from web.security import limits


class MyCareer(ApiView, at="me/career/"):
    """Your rating, level, standing and achievements."""

    @may_be_old
    @answers(career_shapes.CareerShape)
    def get(self, request: Request) -> Answer:
        return careers.profile_of(caller(request))


class PlayerCareer(ApiView, at="players/<player:player_id>/career/", visitors_may=("read",)):
    """The same of any player."""

    @may_be_old
    @answers(career_shapes.CareerShape)
    def get(self, request: Request, player_id: int) -> Answer:
        return careers.profile_of(get_object_or_404(Player, pk=player_id, is_active=True))


class MyMatches(ApiView, at="me/matches/"):
    """Your finished matches, newest first, with what each brought."""

    @may_be_old
    @answers(pages_of(career_shapes.RecordShape, "HistoryShape"), query=career_shapes.HistoryQuery)
    def get(self, request: Request, query: Json) -> Answer:
        lines, following = careers.match_history(caller(request), **query)
        return With(results=lines, next_before=following)


class MyStatistics(ApiView, at="me/statistics/"):
    """Your latest matches (10,000) by game and by opponent; a premium right unless the house
    gives it to everybody.
    """

    @may_be_old
    @answers(career_shapes.StatisticsShape)
    def get(self, request: Request) -> Answer:
        player = caller(request)
        premium.require_right(player, premium.STATISTICS)
        games, opponents = careers.statistics(player)
        return With(games=games, opponents=opponents)


class HeadToHead(ApiView, at="players/<player:player_id>/head-to-head/"):
    """Your matches against another player, by game: how often you came before them."""

    @may_be_old
    @answers(career_shapes.HeadToHeadShape)
    def get(self, request: Request, player_id: int) -> Answer:
        other = get_object_or_404(Player, pk=player_id, is_active=True)
        results = careers.duels(caller(request), other)
        return With(player=other, results=results)


class League(ApiView, at="league/", visitors_may=("read",), is_tagged=True):
    """A division of a season: your own in the running one unless you ask for another."""

    @may_be_old
    @answers(career_shapes.LeagueShape, query=career_shapes.LeagueQuery)
    def get(self, request: Request, query: Json) -> Answer:
        player = caller_or_visitor(request)
        season = or_404(careers.season_of(query.get("season")))
        division = query.get("division") or careers.division_shown(season, player)
        return With(
            season,
            division=division,
            name=wording.division_name(division),
            members=careers.division_sizes(season)[division],
            results=careers.division_table(season, division, player=player, limit=query["limit"]),
        )


class MyPremium(ApiView, at="me/premium/"):
    """Until when you are a premium member, and what you may do with or without it."""

    @answers(career_shapes.PremiumShape)
    def get(self, request: Request) -> Answer:
        return premium.premium_of(caller(request))

    @once(career_shapes.TicketForm, answers=career_shapes.PremiumShape, spends=[limits.TICKETS])
    def post(self, request: Request, form: Json) -> Answer:
        """Redeem a ticket. Redeeming your own ticket again changes nothing."""
        player = caller(request)
        redeem_ticket(player=player, code=form["code"])
        return premium.premium_of(player)
