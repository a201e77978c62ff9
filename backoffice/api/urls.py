"""The office's addresses, under /api/v1/office/."""

from __future__ import annotations

from django.urls import include, path

from accounts import converters  # noqa: F401 - importing registers
from backoffice.api import figures, rule_sets, running, stuck, team, what_if

urlpatterns = [
    path("", include("backoffice.api.people_urls")),
    path("home/", figures.OfficeHome.as_view(), name="api-office-home"),
    path("figures/", figures.OfficeReports.as_view(), name="api-office-reports"),
    path("figures/<slug:report_key>/", figures.OfficeReport.as_view(), name="api-office-report"),
    path(
        "figures/<slug:report_key>/csv/",
        figures.OfficeReportCsv.as_view(),
        name="api-office-report-csv",
    ),
    path("stuck/", stuck.OfficeStuckTables.as_view(), name="api-office-stuck"),
    path("stuck/<player:table_id>/wake/", stuck.OfficeWakeTable.as_view(), name="api-office-wake"),
    path(
        "stuck/<player:table_id>/cancel/",
        stuck.OfficeCancelTable.as_view(),
        name="api-office-cancel",
    ),
    path(
        "tournaments/<player:tournament_id>/bots/",
        stuck.OfficeSendBots.as_view(),
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
    path("log/", team.OfficeLog.as_view(), name="api-office-log"),
]
