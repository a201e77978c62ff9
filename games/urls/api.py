"""The tables' half of /api/v1/."""

from django.urls import path

from games.api import play, problems, tables
from games.arena import api as arena
from games.catalogue import api as catalogue
from games.daily import api as daily
from games.exports import api as exports
from games.puzzles import api as puzzles
from games.rematch import api as rematch
from games.replay import api as replay
from games.skill import api as skill
from games.talk import api as chat
from games.waitlist import api as lines

_TABLE = "tables/<serial:table_id>/"
_ROUND = _TABLE + "rounds/<small_serial:number>/"

urlpatterns = [
    path("arena/", arena.Arena.as_view()),
    path("daily/", daily.DailyDeals.as_view()),
    path("daily/<slug:game>/", daily.PlayDailyDeal.as_view()),
    path("daily/<day:day>/<slug:game>/", daily.OneDailyDeal.as_view()),
    path("puzzles/", puzzles.Puzzles.as_view()),
    path("puzzles/next/", puzzles.NextPuzzle.as_view()),
    path("puzzles/<serial:puzzle_id>/", puzzles.OnePuzzle.as_view()),
    path("puzzles/<serial:puzzle_id>/answer/", puzzles.AnswerPuzzle.as_view()),
    path("me/lending/", puzzles.Lending.as_view()),
    path("me/mistakes/", puzzles.Mistakes.as_view()),
    path("me/mistakes/<serial:mistake_id>/", puzzles.OneMistake.as_view()),
    path("me/mistakes/<serial:mistake_id>/answer/", puzzles.AnswerMistake.as_view()),
    path("presets/", catalogue.Presets.as_view()),
    path("players/<player:player_id>/accuracy/", skill.Skills.as_view()),
    path("players/<player:player_id>/report/", chat.ReportPerson.as_view()),
    path("problems/", problems.problems),
    path("me/export/rounds/", exports.ExportRounds.as_view()),
    path("me/export/matches/", exports.ExportMatches.as_view()),
    path("me/export/statement/", exports.ExportStatement.as_view()),
    path("me/export/skill/", exports.ExportSkill.as_view()),
    path("league/export/", exports.ExportStandings.as_view()),
    path("me/tables/", tables.MyTables.as_view()),
    path("me/events/", play.MyEvents.as_view()),
    path("me/lines/", lines.Lines.as_view()),
    path("tables/", tables.Tables.as_view()),
    path("tables/quick-seat/", tables.QuickSeat.as_view()),
    path(_TABLE, tables.OneTable.as_view()),
    path(_TABLE + "join/", tables.Join.as_view()),
    path(_TABLE + "rebuy/", tables.BuyBack.as_view()),
    path(_TABLE + "line/", lines.Line.as_view()),
    path(_TABLE + "invitations/", lines.Invitations.as_view()),
    path(_TABLE + "leave/", tables.Leave.as_view()),
    path(_TABLE + "add-bot/", tables.AddBot.as_view()),
    path(_TABLE + "view/", play.View.as_view()),
    path(_TABLE + "actions/", play.Actions.as_view()),
    path(_TABLE + "events/", play.Events.as_view()),
    path(_TABLE + "hint/", replay.OneHint.as_view()),
    path(_TABLE + "rematch/", rematch.Rematch.as_view()),
    path(_TABLE + "rematch/offer/", rematch.OfferRematch.as_view()),
    path(_TABLE + "rematch/consent/", rematch.ConsentToRematch.as_view()),
    path(_TABLE + "rematch/decline/", rematch.DeclineRematch.as_view()),
    path(_TABLE + "chat/", chat.Chat.as_view()),
    path(_TABLE + "chat/gallery/", chat.Gallery.as_view()),
    path(_TABLE + "chat/<serial:number>/report/", chat.ReportMessage.as_view()),
    path(_TABLE + "skill/", skill.MatchSkill.as_view(), name="api-match-skill"),
    path(_TABLE + "log/", play.Log.as_view()),
    path(_ROUND, replay.OneRound.as_view(), name="api-round"),
    path(_ROUND + "review/", replay.RoundReview.as_view(), name="api-round-review"),
    path(_ROUND + "expert/", replay.ExpertLine.as_view(), name="api-round-expert"),
    path(_ROUND + "play-on/", replay.PlayOn.as_view(), name="api-play-on"),
]
