"""The office's addresses, under /api/v1/office/."""

from django.urls import path

from backoffice.books import api as books
from backoffice.clubs import api as clubs
from backoffice.complaints import api as complaints
from backoffice.corrections import api as corrections
from backoffice.figures import api as figures
from backoffice.home import api as home
from backoffice.inspector import api as inspector
from backoffice.integrity import api as integrity
from backoffice.people import api as people
from backoffice.restitution import api as restitutions
from backoffice.rules import api as rule_sets
from backoffice.running import api as running
from backoffice.team import api as team

_PLAYER = "players/<player:player_id>/"
_CORRECTION = "corrections/<player:correction_id>/"
_RESTITUTION = "restitutions/<player:restitution_id>/"
_ACCOUNT = "accounts/<player:account_id>/"
_STUCK = "stuck/<player:table_id>/"
_RULE_SET = "rule-sets/<player:rule_set_id>/"

urlpatterns = [
    path("players/", people.OfficePlayers.as_view()),
    path(_PLAYER, people.OfficePlayer.as_view()),
    path(_PLAYER + "notes/", people.OfficeNotes.as_view()),
    path(_PLAYER + "sanctions/", people.OfficeSanctions.as_view()),
    path(_PLAYER + "sanctions/<player:sanction_id>/lift/", people.OfficeLiftSanction.as_view()),
    path(_PLAYER + "premium/give/", people.OfficeGivePremium.as_view()),
    path(_PLAYER + "premium/end/", people.OfficeEndPremium.as_view()),
    path("clubs/", clubs.OfficeClubs.as_view()),
    path("clubs/<player:club_id>/close/", clubs.OfficeCloseClub.as_view()),
    path("clubs/<player:club_id>/rename/", clubs.OfficeRenameClub.as_view()),
    path("clubs/<player:club_id>/keep/", clubs.OfficeKeepClub.as_view()),
    path("reports/", complaints.OfficeComplaints.as_view()),
    path("reports/<player:report_id>/decide/", complaints.OfficeDecideComplaint.as_view()),
    path("corrections/", corrections.OfficeCorrections.as_view()),
    path(_CORRECTION, corrections.OfficeCorrection.as_view()),
    path(_CORRECTION + "approve/", corrections.OfficeApproveCorrection.as_view()),
    path(_CORRECTION + "reject/", corrections.OfficeRejectCorrection.as_view()),
    path(_CORRECTION + "reverse/", corrections.OfficeReverseCorrection.as_view()),
    path("restitutions/", restitutions.OfficeRestitutions.as_view()),
    path(_RESTITUTION, restitutions.OfficeRestitution.as_view()),
    path(_RESTITUTION + "propose/", restitutions.OfficeProposeRestitution.as_view()),
    path(_RESTITUTION + "approve/", restitutions.OfficeApproveRestitution.as_view()),
    path(_RESTITUTION + "reject/", restitutions.OfficeRejectRestitution.as_view()),
    path(_RESTITUTION + "undo/", restitutions.OfficeUndoRestitution.as_view()),
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
    path("integrity/", integrity.OfficePairs.as_view()),
    path("integrity/<player:player_id>/<player:other_id>/", integrity.OfficePair.as_view()),
    path("home/", home.OfficeHome.as_view()),
    path("figures/", figures.OfficeReports.as_view()),
    path("figures/<slug:report_key>/", figures.OfficeReport.as_view()),
    path("figures/<slug:report_key>/csv/", figures.OfficeReportCsv.as_view()),
    path("stuck/", home.OfficeStuckTables.as_view()),
    path("speed/", figures.OfficeSpeed.as_view()),
    path(_STUCK + "wake/", home.OfficeWakeTable.as_view()),
    path(_STUCK + "cancel/", home.OfficeCancelTable.as_view()),
    path("tournaments/<player:tournament_id>/bots/", home.OfficeSendBots.as_view()),
    path("settings/", running.OfficeSettings.as_view()),
    path("settings/<slug:setting_name>/", running.OfficeSetting.as_view()),
    path("maintenance/", running.OfficeMaintenance.as_view()),
    path("announcements/", running.OfficeAnnouncements.as_view()),
    path(
        "announcements/<player:announcement_id>/withdraw/",
        running.OfficeWithdrawAnnouncement.as_view(),
    ),
    path("rule-sets/", rule_sets.OfficeRuleSets.as_view()),
    path(_RULE_SET, rule_sets.OfficeRuleSet.as_view()),
    path(_RULE_SET + "retire/", rule_sets.OfficeRetireRuleSet.as_view()),
    path("house-tables/", rule_sets.OfficeHouseTables.as_view()),
    path("what-if/", rule_sets.OfficeWhatIf.as_view()),
    path("rights/", team.OfficeRights.as_view()),
    path("team/", team.OfficeTeam.as_view()),
    path("team/<player:player_id>/", team.OfficeTeamRoles.as_view()),
    path("conflicts/", team.OfficeConflicts.as_view()),
    path("consents/", team.OfficeConsents.as_view()),
    path("log/", team.OfficeLog.as_view()),
]
