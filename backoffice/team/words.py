"""The staff's acts, and what an audit counts, in words."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backoffice.models import StaffAct
from backoffice.permissions import ROLE_WORDS
from backoffice.team.conflicts import MATRIX
from games.models import ReportOutcome
from tournaments.desk.words import logged
from web.numbers import grouped
from web.time.moments import in_short

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
    "ticket_given": _("made a premium ticket"),
    "ticket_taken_back": _("took back a premium ticket"),
    "player_renamed": _("gave a player another name"),
    "password_link_given": _("made a link to a new password"),
    "second_factor_taken": _("took a lost second factor away"),
    "signed_out": _("signed a player out everywhere"),
    "access_ended": _("ended one access of a player"),
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
}


# What a line of the log keeps, by its name there and over the API, which stays as it is.
FACTS: dict[str, str | Promise] = {
    "account": _("chip account"),
    "act": _("Act"),
    "action": _("Act"),
    "actor": _("player"),
    "as_owner": _("as an owner"),
    "balance": _("chips"),
    "bots": _("bots"),
    "chips": _("chips"),
    "closed": _("closed"),
    "consent": _("consent"),
    "days": _("days"),
    "done": _("done"),
    "given_chips": _("chips given back"),
    "held": pgettext_lazy("chips or points", "held"),
    "hours": _("hours"),
    "name": _("Name"),
    "needs_second": _("needs a second person"),
    "note": _("note"),
    "outcome": _("decision"),
    "paid_chips": _("chips paid"),
    "players": pgettext_lazy("at a table", "players"),
    "report": _("report"),
    "returned_chips": _("chips returned"),
    "roles": _("roles"),
    "rows": _("rows"),
    "sanction": _("sanction"),
    "since": _("since"),
    "stake_chips": _("stake"),
    "status": _("state"),
    "taken_chips": _("chips taken"),
    "transfer": _("transfer"),
    "until": _("until"),
    "value": _("value"),
    "version": _("version"),
}


def changes_in_words(row: StaffAct) -> tuple[str, str]:
    """What a line of the log says was before the act and after it."""
    before, after = dict(row.before), dict(row.after)
    told = []
    if row.act == "tournament_ordered":
        try:
            told = [logged(after)]
            after = {"held": after["held"]} if "held" in after else {}
        except KeyError:
            pass  # an older line keeps less: it is shown as it is
    return _facts(before), "; ".join([*told, *filter(None, [_facts(after)])])


def _facts(facts: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{FACTS.get(key, key.replace('_', ' '))}: {_fact(key, value)}"
        for key, value in facts.items()
        if value not in ("", None)
    )


def _fact(key: str, value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} ({_fact('', one)})" for name, one in value.items())
    if isinstance(value, list):
        return ", ".join(_fact(key, one) for one in value)
    if isinstance(value, bool):
        return str(_("yes") if value else _("no"))
    if isinstance(value, int):
        return grouped(value)
    if key in ("since", "until"):
        return in_short(value)
    if key == "act" and value in MATRIX:
        return str(MATRIX[value].words)
    return str(_KNOWN.get(key, {}).get(str(value), value))


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
    "stayed": pgettext_lazy("an entry", "played to the end"),
    "cancelled": _("called off"),
    "out": _("out"),
    "withdrawn": _("withdrawn"),
}

# What a fact of the log may be, by its name there.
_KNOWN: dict[str, Mapping[str, str | Promise]] = {
    "status": TABLE_STATES,
    "roles": {role.value: words for role, words in ROLE_WORDS.items()},
    "outcome": dict(ReportOutcome.choices),
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
