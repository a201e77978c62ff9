"""Addresses of the office, and the public page of the books."""

from django.urls import include, path, re_path

from backoffice.books import views as books
from backoffice.chain import views as chain
from backoffice.clubs import views as clubs
from backoffice.corrections import views as corrections
from backoffice.figures import views as figures
from backoffice.first_start import views as first_start
from backoffice.home import views as home
from backoffice.inspector import views as inspector
from backoffice.integrity import views as integrity
from backoffice.people import importing
from backoffice.people import views as people
from backoffice.restitution import at_desk as result_at_desk
from backoffice.restitution import views as restitution
from backoffice.rules import views as rules
from backoffice.running import house_views as house
from backoffice.running import views as running
from backoffice.team import views as team
from backoffice.webhooks import views as webhooks

_STUCK = "stuck/<row:table_id>/"
_ACCOUNT = "accounts/<row:account_id>/"
_TOURNAMENT = "tournaments/<row:tournament_id>/"
_CORRECTION = "corrections/<row:correction_id>/"
_RESTITUTION = "restitutions/<row:restitution_id>/"
_PLAYER = "players/<row:player_id>/"
_WEBHOOK = "webhooks/<row:endpoint_id>/"

office = [
    path("", home.home, name="office-home"),
    path("stuck/", home.stuck, name="office-stuck"),
    path("speed/", figures.speed_page, name="office-speed"),
    path(_STUCK + "wake/", home.wake, name="office-wake"),
    path(_STUCK + "cancel/", home.cancel, name="office-cancel"),
    path("books/", books.books, name="office-books"),
    path("books/audit/", books.run_audit, name="office-audit"),
    path("accounts/", books.accounts, name="office-accounts"),
    path(_ACCOUNT, books.account, name="office-account"),
    path("transfers/<row:transfer_id>/", books.transfer, name="office-transfer"),
    path("tables/<row:table_id>/", inspector.table, name="office-table"),
    path(
        "tables/<row:table_id>/rounds/<row:round_number>/",
        inspector.round_cards,
        name="office-round",
    ),
    path("tournaments/", inspector.tournaments, name="office-tournaments"),
    path(_TOURNAMENT + "chips/", inspector.tournament_chips, name="office-tournament-chips"),
    path(_TOURNAMENT + "bots/", inspector.send_bots, name="office-send-bots"),
    path("entries/<row:entry_id>/", inspector.entry_rounds, name="office-entry"),
    path("corrections/", corrections.corrections, name="office-corrections"),
    path(_CORRECTION, corrections.correction, name="office-correction"),
    path(_ACCOUNT + "correct/", corrections.correction_form, name="office-correction-form"),
    path(_ACCOUNT + "correct/request/", corrections.ask, name="office-correction-request"),
    path(_CORRECTION + "approve/", corrections.approve, name="office-correction-approve"),
    path(_CORRECTION + "reject/", corrections.reject, name="office-correction-reject"),
    path(_CORRECTION + "reverse/", corrections.reverse, name="office-correction-reverse"),
    path("restitutions/", restitution.restitutions, name="office-restitutions"),
    path("restitutions/draft/", restitution.draft, name="office-restitution-draft"),
    path(_RESTITUTION, restitution.restitution, name="office-restitution"),
    path(_RESTITUTION + "propose/", restitution.propose, name="office-restitution-propose"),
    path(_RESTITUTION + "approve/", restitution.approve, name="office-restitution-approve"),
    path(_RESTITUTION + "reject/", restitution.reject, name="office-restitution-reject"),
    path(_RESTITUTION + "undo/", restitution.undo, name="office-restitution-undo"),
    path("players/", people.players, name="office-players"),
    path("players/import/", importing.import_people, name="office-import"),
    path("players/import/file/", importing.import_file, name="office-import-file"),
    path(_PLAYER, people.player, name="office-player"),
    path(_PLAYER + "note/", people.note, name="office-note"),
    path(_PLAYER + "sanction/", people.sanction, name="office-sanction"),
    path(_PLAYER + "sanctions/<row:sanction_id>/lift/", people.lift, name="office-sanction-lift"),
    path(_PLAYER + "premium/give/", people.premium_give, name="office-premium-give"),
    path(_PLAYER + "premium/end/", people.premium_end, name="office-premium-end"),
    path("clubs/", clubs.clubs_page, name="office-clubs"),
    path("clubs/<row:club_id>/close/", clubs.close, name="office-club-close"),
    path("clubs/<row:club_id>/rename/", clubs.rename, name="office-club-rename"),
    path("clubs/<row:club_id>/keep/", clubs.keep, name="office-club-keep"),
    path("reports/", people.reports, name="office-reports"),
    path("reports/<row:report_id>/decide/", people.report_decide, name="office-report-decide"),
    path("integrity/", integrity.integrity, name="office-integrity"),
    path("integrity/<row:one>/<row:other>/", integrity.pair, name="office-pair"),
    path("figures/", figures.report, name="office-figures"),
    path("figures/<slug:key>/", figures.report, name="office-report"),
    path("figures/<slug:key>/csv/", figures.report_csv, name="office-report-csv"),
    path("rules/", rules.rules, name="office-rules"),
    path("rules/store/", rules.rule_set_store, name="office-rule-set-store"),
    path("rules/<row:rule_set_id>/retire/", rules.rule_set_retire, name="office-rule-set-retire"),
    path("rules/open/", rules.house_table, name="office-house-table"),
    path("house/", house.house, name="office-house"),
    path("house/change/", house.house_change, name="office-house-change"),
    path("house/mail/", house.house_mail, name="office-house-mail"),
    path("settings/", running.settings_page, name="office-settings"),
    path("settings/<slug:name>/", running.setting_change, name="office-setting"),
    path("maintenance/", running.maintenance, name="office-maintenance"),
    path("maintenance/set/", running.maintenance_set, name="office-maintenance-set"),
    path("announcements/", running.announcements, name="office-announcements"),
    path("announcements/new/", running.announce, name="office-announce"),
    path("announcements/<row:announcement_id>/withdraw/", running.withdraw, name="office-withdraw"),
    path("webhooks/", webhooks.webhooks, name="office-webhooks"),
    path("webhooks/add/", webhooks.webhook_add, name="office-webhook-add"),
    path(_WEBHOOK, webhooks.webhook, name="office-webhook"),
    path(_WEBHOOK + "kinds/", webhooks.webhook_kinds, name="office-webhook-kinds"),
    path(_WEBHOOK + "switch/", webhooks.webhook_switch, name="office-webhook-switch"),
    path(_WEBHOOK + "rotate/", webhooks.webhook_rotate, name="office-webhook-rotate"),
    path(_WEBHOOK + "test/", webhooks.webhook_test, name="office-webhook-test"),
    path(_WEBHOOK + "remove/", webhooks.webhook_remove, name="office-webhook-remove"),
    path(
        _WEBHOOK + "deliveries/<uuid:delivery_id>/again/",
        webhooks.send_again,
        name="office-webhook-again",
    ),
    path("log/", team.log, name="office-log"),
    path("conflicts/", team.conflicts, name="office-conflicts"),
    path("consents/", team.consents, name="office-consents"),
    path("consents/give/", team.consent_give, name="office-consent-give"),
    path("rights/", team.rights, name="office-rights"),
    path("team/", team.team, name="office-team"),
    path("team/<row:player_id>/", team.team_roles, name="office-team-roles"),
]
urlpatterns = [
    path("setup/", first_start.begin, name="first-start"),
    re_path(
        rf"^setup/(?P<name>{'|'.join(first_start.STEPS)})/$",
        first_start.step,
        name="first-start-step",
    ),
    path("books/", books.public_books, name="public-books"),
    path("trust/", chain.trust_page, name="trust"),
    path("trust/feed/", chain.ChainFeed(), name="trust-feed"),
    path("overrides/", team.overrides, name="overrides"),
    path("office/", include(office)),
    path(
        "tournaments/<row:tournament_id>/desk/results/<row:sheet_id>/",
        result_at_desk.correct_page,
        name="desk-correct-afterwards",
    ),
]
