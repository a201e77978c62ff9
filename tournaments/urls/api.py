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
    path("tournaments/", reading.Tournaments.as_view(), name="api-tournaments"),
    path("tournaments/publish/", directing.Publish.as_view(), name="api-publish"),
    path(_ONE, reading.OneTournament.as_view(), name="api-tournament"),
    path(_ONE + "me/", reading.MyPlace.as_view(), name="api-tournament-place"),
    path(_ONE + "standings/", reading.Standings.as_view(), name="api-standings"),
    path(_ONE + "decisions/", reading.Decisions.as_view(), name="api-decisions"),
    path(_ONE + "proof/", proving.TournamentProof.as_view(), name="api-tournament-proof"),
    path(_ONE + "boards/", boards.TournamentBoards.as_view(), name="api-boards"),
    path(_ONE + "boards/<serial:number>/", boards.OneBoard.as_view(), name="api-board"),
    path(_ONE + "tables/", reading.WatchedTables.as_view(), name="api-tournament-tables"),
    path(_ONE + "calendar/", reading.Calendar.as_view(), name="api-tournament-calendar"),
    path(_ONE + "events/", reading.TournamentEvents.as_view(), name="api-tournament-events"),
    path(_ONE + "enter/", taking_part.Enter.as_view(), name="api-enter"),
    path(_ONE + "withdraw/", taking_part.Withdraw.as_view(), name="api-withdraw"),
    path(_ONE + "check-in/", taking_part.CheckIn.as_view(), name="api-check-in"),
    path(_ONE + "leave/", taking_part.LeaveTournament.as_view(), name="api-leave-tournament"),
    path(_ONE + "come-back/", taking_part.ComeBack.as_view(), name="api-come-back"),
    path(_ONE + "rebuy/", taking_part.Rebuy.as_view(), name="api-rebuy"),
    path(_ONE + "add-on/", taking_part.AddOn.as_view(), name="api-add-on"),
    path(_ONE + "me/sheet/", sheets.MySheet.as_view(), name="api-my-sheet"),
    path(_ONE + "sheets/", sheets.Sheets.as_view(), name="api-sheets"),
    path(_SHEET, sheets.OneSheet.as_view(), name="api-sheet"),
    path(_SHEET + "enter/", sheets.EnterPoints.as_view(), name="api-enter-points"),
    path(_SHEET + "confirm/", sheets.ConfirmPoints.as_view(), name="api-confirm-points"),
    path(_SHEET + "object/", sheets.ObjectToPoints.as_view(), name="api-object-to-points"),
    path("me/tickets/", reading.MyTickets.as_view(), name="api-tickets"),
    path(_ONE + "certificate/", reading.MyCertificate.as_view(), name="api-my-certificate"),
    path("certificates/<slug:code>/", reading.OneCertificate.as_view(), name="api-certificate"),
    path("series/", series.SeriesOfTheHouse.as_view(), name="api-series-list"),
    path(_SERIES, series.OneSeries.as_view(), name="api-series"),
    path(_SERIES + "standing/", series.Standing.as_view(), name="api-series-standing"),
    path(_SERIES + "tournaments/", series.SeriesTournaments.as_view(), name="api-series-events"),
    path(
        _SERIES + "tournaments/<serial:tournament_id>/",
        series.SeriesTournament.as_view(),
        name="api-series-event",
    ),
    path(_SERIES + "close/", series.CloseSeries.as_view(), name="api-close-series"),
    path(
        _SERIES + "certificate/",
        series.MySeriesCertificate.as_view(),
        name="api-my-series-certificate",
    ),
    path(
        "series/certificates/<slug:code>/",
        series.OneSeriesCertificate.as_view(),
        name="api-series-certificate",
    ),
    path("drafts/", planning.Drafts.as_view(), name="api-drafts"),
    path("drafts/copy/", planning.CopyDraft.as_view(), name="api-copy-draft"),
    path(_DRAFT, planning.OneDraft.as_view(), name="api-draft"),
    path(_DRAFT + "forecast/", planning.DraftForecast.as_view(), name="api-draft-forecast"),
    path(_DRAFT + "publish/", planning.PublishDraft.as_view(), name="api-publish-draft"),
    path("players/import/", importing.ImportPlayers.as_view(), name="api-import-players"),
    path(_ONE + "entries/import/", importing.ImportEntries.as_view(), name="api-import-entries"),
    path(_ONE + "entries/", directing.Entrants.as_view(), name="api-entrants"),
    path(_ONE + "aim/", aiming.Aim.as_view(), name="api-aim"),
    path(_ONE + "orders/", directing.Orders.as_view(), name="api-orders"),
    path(
        _ONE + "orders/<serial:act_id>/undo/", directing.UndoOrder.as_view(), name="api-undo-order"
    ),
]
