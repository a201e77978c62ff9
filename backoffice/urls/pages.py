"""Addresses of the office, and the public page of the books."""

from __future__ import annotations

from django.urls import path

from backoffice.books import views as books
from backoffice.chain import views as chain
from backoffice.corrections import views as corrections
from backoffice.figures import views as figures
from backoffice.home import views as home
from backoffice.inspector import views as inspector
from backoffice.integrity import views as integrity
from backoffice.people import views as people
from backoffice.restitution import views as restitution
from backoffice.rules import views as rules
from backoffice.running import views as running
from backoffice.team import consent_views as consents
from backoffice.team import views as team
from backoffice.webhooks import views as webhooks

urlpatterns = [
    path("books/", books.public_books, name="public-books"),
    path("trust/", chain.trust_page, name="trust"),
    path("trust/feed/", chain.ChainFeed(), name="trust-feed"),
    path("office/", home.home, name="office-home"),
    path("office/stuck/", home.stuck, name="office-stuck"),
    path("office/stuck/<row:table_id>/wake/", home.wake, name="office-wake"),
    path("office/stuck/<row:table_id>/cancel/", home.cancel, name="office-cancel"),
    path("office/books/", books.books, name="office-books"),
    path("office/books/audit/", books.run_audit, name="office-audit"),
    path("office/accounts/", books.accounts, name="office-accounts"),
    path("office/accounts/<row:account_id>/", books.account, name="office-account"),
    path("office/transfers/<row:transfer_id>/", books.transfer, name="office-transfer"),
    path("office/tables/<row:table_id>/", inspector.table, name="office-table"),
    path(
        "office/tables/<row:table_id>/rounds/<row:round_number>/",
        inspector.round_cards,
        name="office-round",
    ),
    path("office/tournaments/", inspector.tournaments, name="office-tournaments"),
    path(
        "office/tournaments/<row:tournament_id>/chips/",
        inspector.tournament_chips,
        name="office-tournament-chips",
    ),
    path(
        "office/tournaments/<row:tournament_id>/bots/", inspector.send_bots, name="office-send-bots"
    ),
    path("office/entries/<row:entry_id>/", inspector.entry_rounds, name="office-entry"),
    path("office/corrections/", corrections.corrections, name="office-corrections"),
    path(
        "office/corrections/<row:correction_id>/",
        corrections.correction,
        name="office-correction",
    ),
    path(
        "office/accounts/<row:account_id>/correct/",
        corrections.correction_form,
        name="office-correction-form",
    ),
    path(
        "office/accounts/<row:account_id>/correct/request/",
        corrections.correction_request,
        name="office-correction-request",
    ),
    path(
        "office/corrections/<row:correction_id>/approve/",
        corrections.correction_approve,
        name="office-correction-approve",
    ),
    path(
        "office/corrections/<row:correction_id>/reject/",
        corrections.correction_reject,
        name="office-correction-reject",
    ),
    path(
        "office/corrections/<row:correction_id>/reverse/",
        corrections.correction_reverse,
        name="office-correction-reverse",
    ),
    path("office/restitutions/", restitution.restitutions, name="office-restitutions"),
    path(
        "office/restitutions/draft/",
        restitution.restitution_draft,
        name="office-restitution-draft",
    ),
    path(
        "office/restitutions/<row:restitution_id>/",
        restitution.restitution,
        name="office-restitution",
    ),
    *(
        path(
            f"office/restitutions/<row:restitution_id>/{verb}/",
            view,
            name=f"office-restitution-{verb}",
        )
        for verb, view in (
            ("propose", restitution.restitution_propose),
            ("approve", restitution.restitution_approve),
            ("reject", restitution.restitution_reject),
            ("undo", restitution.restitution_undo),
        )
    ),
    path("office/players/", people.players, name="office-players"),
    path("office/players/<row:player_id>/", people.player, name="office-player"),
    path("office/players/<row:player_id>/note/", people.note, name="office-note"),
    path("office/players/<row:player_id>/sanction/", people.sanction, name="office-sanction"),
    path(
        "office/players/<row:player_id>/sanctions/<row:sanction_id>/lift/",
        people.sanction_lift,
        name="office-sanction-lift",
    ),
    path(
        "office/players/<row:player_id>/premium/give/",
        people.premium_give,
        name="office-premium-give",
    ),
    path(
        "office/players/<row:player_id>/premium/end/",
        people.premium_end,
        name="office-premium-end",
    ),
    path("office/reports/", people.reports, name="office-reports"),
    path(
        "office/reports/<row:report_id>/decide/",
        people.report_decide,
        name="office-report-decide",
    ),
    path("office/integrity/", integrity.integrity, name="office-integrity"),
    path("office/integrity/<row:one>/<row:other>/", integrity.pair, name="office-pair"),
    path("office/figures/", figures.report, name="office-figures"),
    path("office/figures/<slug:key>/", figures.report, name="office-report"),
    path("office/figures/<slug:key>/csv/", figures.report_csv, name="office-report-csv"),
    path("office/rules/", rules.rules, name="office-rules"),
    path("office/rules/store/", rules.rule_set_store, name="office-rule-set-store"),
    path(
        "office/rules/<row:rule_set_id>/retire/",
        rules.rule_set_retire,
        name="office-rule-set-retire",
    ),
    path("office/rules/open/", rules.house_table, name="office-house-table"),
    path("office/settings/", running.settings_page, name="office-settings"),
    path("office/settings/<slug:name>/", running.setting_change, name="office-setting"),
    path("office/maintenance/", running.maintenance, name="office-maintenance"),
    path("office/maintenance/set/", running.maintenance_set, name="office-maintenance-set"),
    path("office/announcements/", running.announcements, name="office-announcements"),
    path("office/announcements/new/", running.announce, name="office-announce"),
    path(
        "office/announcements/<row:announcement_id>/withdraw/",
        running.announcement_withdraw,
        name="office-withdraw",
    ),
    path("office/webhooks/", webhooks.webhooks, name="office-webhooks"),
    path("office/webhooks/add/", webhooks.webhook_add, name="office-webhook-add"),
    path("office/webhooks/<row:endpoint_id>/", webhooks.webhook, name="office-webhook"),
    *(
        path(f"office/webhooks/<row:endpoint_id>/{verb}/", view, name=f"office-webhook-{verb}")
        for verb, view in (
            ("kinds", webhooks.webhook_kinds),
            ("switch", webhooks.webhook_switch),
            ("rotate", webhooks.webhook_rotate),
            ("test", webhooks.webhook_test),
            ("remove", webhooks.webhook_remove),
        )
    ),
    path(
        "office/webhooks/<row:endpoint_id>/deliveries/<uuid:delivery_id>/again/",
        webhooks.webhook_again,
        name="office-webhook-again",
    ),
    path("office/log/", team.log, name="office-log"),
    path("overrides/", consents.overrides, name="overrides"),
    path("office/conflicts/", consents.conflicts, name="office-conflicts"),
    path("office/consents/", consents.consents, name="office-consents"),
    path("office/consents/give/", consents.consent_give, name="office-consent-give"),
    path("office/rights/", team.rights, name="office-rights"),
    path("office/team/", team.team, name="office-team"),
    path("office/team/<row:player_id>/", team.team_roles, name="office-team-roles"),
]
