"""The staff's acts in words."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTS: dict[str, str | Promise] = {
    "correction_requested": _("asked for a chip correction"),
    "reversal_requested": _("asked for a reversal"),
    "correction_posted": _("approved and posted a correction"),
    "correction_rejected": _("rejected a correction"),
    "table_woken": _("woke a table"),
    "table_cancelled": _("called a table off"),
    "house_table_opened": _("opened a table of the house"),
    "rule_set_stored": _("stored a rule-set"),
    "rule_set_retired": _("retired a rule-set"),
    "webhook_added": _("added a webhook"),
    "webhook_changed": _("changed a webhook"),
    "webhook_secret_rotated": _("gave a webhook a new secret"),
    "webhook_tested": _("tested a webhook"),
    "webhook_removed": _("removed a webhook"),
    "webhook_sent_again": _("had a webhook's delivery sent again"),
    "players_imported": _("imported players"),
    "entries_imported": _("imported entries of a tournament"),
    "tickets_aimed": _("said where a satellite's tickets admit to"),
    "bots_sent": _("let bots enter a tournament"),
    "warning_given": _("warned a player"),
    "mute_given": _("muted a player"),
    "mute_lifted": _("lifted a mute"),
    "ban_given": _("banned a player"),
    "ban_lifted": _("lifted a ban"),
    "note_written": _("wrote a note"),
    "report_decided": _("decided about a report"),
    "roles_set": _("set somebody's roles"),
    "setting_changed": _("changed a setting"),
    "maintenance_begun": _("closed the house"),
    "maintenance_ended": _("opened the house"),
    "announced": _("announced something"),
    "announcement_withdrawn": _("withdrew an announcement"),
    "audit_asked": _("had the books audited"),
    "report_taken": _("took a report away"),
    "admin_form": _("used a form of the plain administration"),
}


def act_words(act: str) -> str | Promise:
    """An act in words; other apps' acts as they are called."""
    return ACTS.get(act, act.replace("_", " "))
