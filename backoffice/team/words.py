"""The staff's acts, and what an audit counts, in words."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

ACTS: dict[str, str | Promise] = {
    "correction_requested": _("asked for a chip correction"),
    "reversal_requested": _("asked for a reversal"),
    "correction_posted": _("approved and posted a correction"),
    "correction_rejected": _("rejected a correction"),
    "restitution_drafted": _("worked out who lost what"),
    "restitution_proposed": _("proposed that chips are given back"),
    "restitution_carried_out": _("approved a restitution, and chips were given back"),
    "restitution_rejected": _("rejected a restitution"),
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
    "tournament_ordered": _("gave an order at a tournament"),
    "tickets_aimed": _("said where a satellite's tickets admit to"),
    "bots_sent": _("let bots enter a tournament"),
    "warning_given": _("warned a player"),
    "mute_given": _("muted a player"),
    "mute_lifted": _("lifted a mute"),
    "ban_given": _("banned a player"),
    "ban_lifted": _("lifted a ban"),
    "premium_given": _("gave premium"),
    "premium_ended": _("ended a premium membership"),
    "note_written": _("wrote a note"),
    "report_decided": _("decided on a report"),
    "club_closed": _("closed a club"),
    "club_renamed": _("gave a club another name"),
    "club_kept": _("left a club that was reported as it is"),
    "consent_given": _("consented to what a colleague does"),
    "consent_used": _("acted with a second person's consent"),
    "roles_set": _("set somebody's roles"),
    "setting_wanted": _("asked for another setting"),
    "setting_changed": _("changed a setting"),
    "maintenance_begun": _("closed the house"),
    "maintenance_ended": _("opened the house"),
    "announced": _("announced something"),
    "announcement_withdrawn": _("withdrew an announcement"),
    "audit_asked": _("had the books audited"),
    "report_taken": _("downloaded a report"),
    "second_factor_forgotten": _("lost a second factor: removed on the server"),
    "admin_form": _("used a form of the plain administration"),
}


def act_words(act: str) -> str | Promise:
    """An act in words; other apps' acts as they are called."""
    return ACTS.get(act, act.replace("_", " "))


TABLE_STATES: dict[str, str | Promise] = {
    "open": _("open"),
    "playing": pgettext_lazy("a table", "in play"),
    "finished": pgettext_lazy("a table", "finished"),
    "cancelled": _("called off"),
}
ENTRY_STATES: dict[str, str | Promise] = {
    "in": pgettext_lazy("an entry", "in"),
    "out": _("out"),
    "withdrawn": _("withdrawn"),
}

# By the name an audit's figure has in the command's output and over the API, which stays as it is.
FIGURES: dict[str, str | Promise] = {
    "chips issued": _("Chips issued and not taken back"),
    "stake chips held": _("Chips held as stakes"),
    "chip accounts": _("Chip accounts"),
    "transfers": _("Transfers"),
    "postings": _("Lines of transfers"),
    "currencies": _("Currencies: chips, and those of tournaments"),
    "chip corrections": _("Chip corrections"),
    "restitutions": _("Restitutions"),
    "tables": _("Tables"),
    "tables being played": _("Tables being played"),
    "rounds": _("Rounds"),
    "events": _("Events at tables"),
    "tournaments": _("Tournaments"),
    "entries": _("Entries to tournaments"),
    "tickets": _("Tickets to tournaments"),
    "careers": _("Players' careers"),
    "matches in careers": _("Matches in careers"),
    "seasons": _("Seasons of the league"),
    "staff acts": _("Acts in the staff's log"),
    "chain links": _("Links of the chain"),
    "objects of the database": _("Tables, guards and rights in the database"),
}


def figures_in_words(figures: Mapping[str, int]) -> list[tuple[str | Promise, int]]:
    """An audit's figures in words, chips first; those we have no words for by their names, last."""
    known = [(words, figures[name]) for name, words in FIGURES.items() if name in figures]
    return [*known, *((name, figures[name]) for name in sorted(set(figures) - set(FIGURES)))]
