"""The tournaments' addresses under /api/v1/."""

from django.urls import path

from tournaments.api import reading
from tournaments.boards import api as boards
from tournaments.desk import api as directing
from tournaments.entries import api as taking_part
from tournaments.entries import importing_api as importing
from tournaments.planner import api as planning
from tournaments.proof import api as proving
from tournaments.series import api as series
from tournaments.sheets import api as sheets
from tournaments.tickets import api as aiming

_ONE = "tournaments/<serial:tournament_id>/"
_SHEET = _ONE + "sheets/<serial:sheet_id>/"
_DRAFT = "drafts/<serial:draft_id>/"
_SERIES = "series/<serial:series_id>/"

urlpatterns = [
    path("tournaments/", reading.Tournaments.as_view()),
    path("tournaments/publish/", directing.Publish.as_view()),
    path(_ONE, reading.OneTournament.as_view()),
    path(_ONE + "me/", reading.MyPlace.as_view()),
    path(_ONE + "standings/", reading.Standings.as_view()),
    path(_ONE + "decisions/", reading.Decisions.as_view()),
    path(_ONE + "proof/", proving.TournamentProof.as_view(), name="api-tournament-proof"),
    path(_ONE + "boards/", boards.TournamentBoards.as_view()),
    path(_ONE + "boards/<serial:number>/", boards.OneBoard.as_view()),
    path(_ONE + "tables/", reading.WatchedTables.as_view()),
    path(_ONE + "calendar/", reading.Calendar.as_view()),
    path(_ONE + "events/", reading.TournamentEvents.as_view()),
    path(_ONE + "enter/", taking_part.Enter.as_view()),
    path(_ONE + "withdraw/", taking_part.Withdraw.as_view()),
    path(_ONE + "check-in/", taking_part.CheckIn.as_view()),
    path(_ONE + "team/", taking_part.NameTeam.as_view()),
    path(_ONE + "leave/", taking_part.LeaveTournament.as_view()),
    path(_ONE + "come-back/", taking_part.ComeBack.as_view()),
    path(_ONE + "rebuy/", taking_part.Rebuy.as_view()),
    path(_ONE + "add-on/", taking_part.AddOn.as_view()),
    path(_ONE + "me/sheet/", sheets.MySheet.as_view()),
    path(_ONE + "sheets/", sheets.Sheets.as_view()),
    path(_SHEET, sheets.OneSheet.as_view()),
    path(_SHEET + "enter/", sheets.EnterPoints.as_view()),
    path(_SHEET + "confirm/", sheets.ConfirmPoints.as_view()),
    path(_SHEET + "object/", sheets.ObjectToPoints.as_view()),
    path("me/tickets/", reading.MyTickets.as_view()),
    path(_ONE + "certificate/", reading.MyCertificate.as_view()),
    path("certificates/<slug:code>/", reading.OneCertificate.as_view()),
    path("series/", series.SeriesOfTheHouse.as_view()),
    path(_SERIES, series.OneSeries.as_view()),
    path(_SERIES + "standing/", series.Standing.as_view()),
    path(_SERIES + "tournaments/", series.SeriesTournaments.as_view()),
    path(_SERIES + "tournaments/<serial:tournament_id>/", series.SeriesTournament.as_view()),
    path(_SERIES + "close/", series.CloseSeries.as_view()),
    path(_SERIES + "certificate/", series.MySeriesCertificate.as_view()),
    path("series/certificates/<slug:code>/", series.OneSeriesCertificate.as_view()),
    path("drafts/", planning.Drafts.as_view()),
    path("drafts/copy/", planning.CopyDraft.as_view()),
    path(_DRAFT, planning.OneDraft.as_view()),
    path(_DRAFT + "forecast/", planning.DraftForecast.as_view()),
    path(_DRAFT + "publish/", planning.PublishDraft.as_view()),
    path("players/import/", importing.ImportPlayers.as_view()),
    path(_ONE + "entries/import/", importing.ImportEntries.as_view()),
    path(_ONE + "entries/", directing.Entrants.as_view()),
    path(_ONE + "aim/", aiming.Aim.as_view()),
    path(_ONE + "orders/", directing.Orders.as_view()),
    path(_ONE + "orders/<serial:act_id>/undo/", directing.UndoOrder.as_view()),
]
