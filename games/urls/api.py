"""The tables' half of /api/v1/."""

from __future__ import annotations

from django.urls import path

from games.api import play, problem_page, quick_seat, tables
from games.arena import api as arena
from games.catalogue import api as catalogue
from games.exports import api as exports
from games.rematch import api as rematch
from games.talk import api as chat
from games.waitlist import api as lines

urlpatterns = [
    path("arena/", arena.Arena.as_view(), name="api-arena"),
    path("presets/", catalogue.Presets.as_view(), name="api-presets"),
    path("problems/", problem_page.problems, name="api-problems"),
    path("me/export/rounds/", exports.ExportRounds.as_view(), name="api-export-rounds"),
    path("me/export/matches/", exports.ExportMatches.as_view(), name="api-export-matches"),
    path("me/export/statement/", exports.ExportStatement.as_view(), name="api-export-statement"),
    path("league/export/", exports.ExportStandings.as_view(), name="api-export-standings"),
    path("me/tables/", tables.MyTables.as_view(), name="api-my-tables"),
    path("me/events/", play.MyEvents.as_view(), name="api-my-events"),
    path("me/lines/", lines.Lines.as_view(), name="api-lines"),
    path("tables/", tables.Tables.as_view(), name="api-tables"),
    path("tables/quick-seat/", quick_seat.QuickSeat.as_view(), name="api-quick-seat"),
    path("tables/<serial:table_id>/", tables.OneTable.as_view(), name="api-table"),
    path("tables/<serial:table_id>/join/", tables.Join.as_view(), name="api-join"),
    path("tables/<serial:table_id>/rebuy/", tables.BuyBack.as_view(), name="api-rebuy"),
    path("tables/<serial:table_id>/line/", lines.Line.as_view(), name="api-line"),
    path(
        "tables/<serial:table_id>/invitations/",
        lines.Invitations.as_view(),
        name="api-invitations",
    ),
    path("tables/<serial:table_id>/leave/", tables.Leave.as_view(), name="api-leave"),
    path("tables/<serial:table_id>/add-bot/", tables.AddBot.as_view(), name="api-add-bot"),
    path("tables/<serial:table_id>/view/", play.View.as_view(), name="api-view"),
    path("tables/<serial:table_id>/actions/", play.Actions.as_view(), name="api-actions"),
    path("tables/<serial:table_id>/events/", play.Events.as_view(), name="api-events"),
    path("tables/<serial:table_id>/hint/", play.OneHint.as_view(), name="api-hint"),
    path("tables/<serial:table_id>/rematch/", rematch.Rematch.as_view(), name="api-rematch"),
    path(
        "tables/<serial:table_id>/rematch/offer/",
        rematch.OfferRematch.as_view(),
        name="api-rematch-offer",
    ),
    path(
        "tables/<serial:table_id>/rematch/consent/",
        rematch.ConsentToRematch.as_view(),
        name="api-rematch-consent",
    ),
    path(
        "tables/<serial:table_id>/rematch/decline/",
        rematch.DeclineRematch.as_view(),
        name="api-rematch-decline",
    ),
    path("tables/<serial:table_id>/chat/", chat.Chat.as_view(), name="api-chat"),
    path("tables/<serial:table_id>/chat/gallery/", chat.Gallery.as_view(), name="api-gallery"),
    path(
        "tables/<serial:table_id>/chat/<serial:number>/report/",
        chat.ReportMessage.as_view(),
        name="api-chat-report",
    ),
    path("tables/<serial:table_id>/log/", play.Log.as_view(), name="api-log"),
    path(
        "tables/<serial:table_id>/rounds/<small_serial:number>/",
        play.OneRound.as_view(),
        name="api-round",
    ),
    path(
        "tables/<serial:table_id>/rounds/<small_serial:number>/review/",
        play.RoundReview.as_view(),
        name="api-round-review",
    ),
]
