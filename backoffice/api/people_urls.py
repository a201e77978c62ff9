"""The office's addresses of players and their chips, under /api/v1/office/."""

from __future__ import annotations

from django.urls import path

from accounts import converters  # noqa: F401 - importing registers
from backoffice.api import books, complaints, corrections, inspector, lens, people

_PLAYER = "players/<player:player_id>/"
_CORRECTION = "corrections/<player:correction_id>/"
_ACCOUNT = "accounts/<player:account_id>/"

urlpatterns = [
    path("players/", people.OfficePlayers.as_view()),
    path(_PLAYER, people.OfficePlayer.as_view()),
    path(_PLAYER + "notes/", people.OfficeNotes.as_view()),
    path(_PLAYER + "sanctions/", people.OfficeSanctions.as_view()),
    path(
        _PLAYER + "sanctions/<player:sanction_id>/lift/",
        people.OfficeLiftSanction.as_view(),
    ),
    path(_PLAYER + "premium/end/", people.OfficeEndPremium.as_view()),
    path("reports/", complaints.OfficeComplaints.as_view()),
    path("reports/<player:report_id>/decide/", complaints.OfficeDecideComplaint.as_view()),
    path("corrections/", corrections.OfficeCorrections.as_view()),
    path(_CORRECTION, corrections.OfficeCorrection.as_view()),
    path(_CORRECTION + "approve/", corrections.OfficeApproveCorrection.as_view()),
    path(_CORRECTION + "reject/", corrections.OfficeRejectCorrection.as_view()),
    path(_CORRECTION + "reverse/", corrections.OfficeReverseCorrection.as_view()),
    path("books/", books.OfficeBooks.as_view()),
    path("books/audit/", books.OfficeAudit.as_view()),
    path("accounts/", books.OfficeAccounts.as_view()),
    path(_ACCOUNT, books.OfficeAccount.as_view()),
    path(_ACCOUNT + "postings/", books.OfficePostings.as_view()),
    path("transfers/<player:transfer_id>/", books.OfficeTransfer.as_view()),
    path("tables/<player:table_id>/", inspector.OfficeTable.as_view()),
    path("tables/<player:table_id>/rounds/<player:number>/", inspector.OfficeRound.as_view()),
    path("tournaments/<player:tournament_id>/chips/", inspector.OfficeTournamentChips.as_view()),
    path("entries/<player:entry_id>/", inspector.OfficeEntry.as_view()),
    path("integrity/", lens.OfficePairs.as_view()),
    path("integrity/<player:player_id>/<player:other_id>/", lens.OfficePair.as_view()),
]
