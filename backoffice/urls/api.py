"""The office's addresses, under /api/v1/office/."""

from __future__ import annotations

from django.urls import path

from backoffice.books import api as books
from backoffice.complaints import api as complaints
from backoffice.corrections import api as corrections
from backoffice.figures import api as figures
from backoffice.home import api as home
from backoffice.inspector import api as inspector
from backoffice.integrity import api as integrity
from backoffice.people import api as people
from backoffice.restitution import api as restitutions
from backoffice.rules import api as rule_sets
from backoffice.rules import what_if_api as what_if
from backoffice.running import api as running
from backoffice.team import api as team
from backoffice.team import consent_api as consents

_PLAYER = "players/<player:player_id>/"
_CORRECTION = "corrections/<player:correction_id>/"
_RESTITUTION = "restitutions/<player:restitution_id>/"
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
    path(_PLAYER + "premium/give/", people.OfficeGivePremium.as_view()),
    path(_PLAYER + "premium/end/", people.OfficeEndPremium.as_view()),
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
    path("home/", home.OfficeHome.as_view(), name="api-office-home"),
    path("figures/", figures.OfficeReports.as_view(), name="api-office-reports"),
    path("figures/<slug:report_key>/", figures.OfficeReport.as_view(), name="api-office-report"),
    path(
        "figures/<slug:report_key>/csv/",
        figures.OfficeReportCsv.as_view(),
        name="api-office-report-csv",
    ),
    path("stuck/", home.OfficeStuckTables.as_view(), name="api-office-stuck"),
    path("stuck/<player:table_id>/wake/", home.OfficeWakeTable.as_view(), name="api-office-wake"),
    path(
        "stuck/<player:table_id>/cancel/",
        home.OfficeCancelTable.as_view(),
        name="api-office-cancel",
    ),
    path(
        "tournaments/<player:tournament_id>/bots/",
        home.OfficeSendBots.as_view(),
        name="api-office-send-bots",
    ),
    path("settings/", running.OfficeSettings.as_view(), name="api-office-settings"),
    path(
        "settings/<slug:setting_name>/", running.OfficeSetting.as_view(), name="api-office-setting"
    ),
    path("maintenance/", running.OfficeMaintenance.as_view(), name="api-office-maintenance"),
    path("announcements/", running.OfficeAnnouncements.as_view(), name="api-office-announcements"),
    path(
        "announcements/<player:announcement_id>/withdraw/",
        running.OfficeWithdrawAnnouncement.as_view(),
        name="api-office-withdraw",
    ),
    path("rule-sets/", rule_sets.OfficeRuleSets.as_view(), name="api-office-rule-sets"),
    path(
        "rule-sets/<player:rule_set_id>/",
        rule_sets.OfficeRuleSet.as_view(),
        name="api-office-rule-set",
    ),
    path(
        "rule-sets/<player:rule_set_id>/retire/",
        rule_sets.OfficeRetireRuleSet.as_view(),
        name="api-office-retire-rule-set",
    ),
    path("house-tables/", rule_sets.OfficeHouseTables.as_view(), name="api-office-house-tables"),
    path("what-if/", what_if.OfficeWhatIf.as_view(), name="api-office-what-if"),
    path("rights/", team.OfficeRights.as_view(), name="api-office-rights"),
    path("team/", team.OfficeTeam.as_view(), name="api-office-team"),
    path("team/<player:player_id>/", team.OfficeTeamRoles.as_view(), name="api-office-team-roles"),
    path("conflicts/", consents.OfficeConflicts.as_view(), name="api-office-conflicts"),
    path("consents/", consents.OfficeConsents.as_view(), name="api-office-consents"),
    path("log/", team.OfficeLog.as_view(), name="api-office-log"),
]
