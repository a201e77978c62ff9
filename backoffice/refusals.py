"""What the back office refuses, as sentences."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from backoffice.team.seconds import told
from web.refusals import by_code, declare

SENTENCES: dict[str, str | Promise] = {
    "reason_missing": _("Say why: it goes into the log."),
    "own_roles": _("Nobody gives roles to themselves."),
    "account_deleted": _("%(name)s has deleted their account: nothing can be given or imposed."),
    "not_a_person": _(
        "%(name)s is not a member with an account of their own: this is not possible."
    ),
    "report_outcome_unfit": _("That cannot be decided about this report; there is: %(known)s."),
    "access_over": _("This access has ended already."),
    "role_unknown": _("There is no such role."),
    "not_a_wallet": _("Only wallets are corrected, from or to the house."),
    "correction_of_oneself": _("Nobody corrects or approves their own chips."),
    "self_approval": _("A second person has to approve this: you have asked for it yourself."),
    "tied_to_it": _("%(ties)s Somebody else has to do this."),
    "second_person_needed": _(
        "%(ties)s A colleague who has no part in it has to consent first, at most %(hours)s hours "
        "before. %(way)s"
    ),
    "consent_not_asked": _("This needs nobody's consent, or no consent allows it."),
    "consent_to_oneself": _("Nobody consents to what they do themselves."),
    "consent_not_yours": _(
        "You cannot consent to this: you need the right to do it yourself, and where "
        "it is refused to everybody else, two owners have to agree."
    ),
    "correction_decided": _("This has been decided already."),
    "correction_not_posted": _("Only a correction that was posted can be reversed."),
    "correction_reversed": _("This correction is being reversed, or has been."),
    "correction_not_found": _("There is no correction %(correction)s."),
    "correction_in_restitution": _(
        "This is part of restitution %(restitution)s and is undone with it as a whole."
    ),
    "restitution_not_found": _("There is no restitution %(restitution)s."),
    "restitution_decided": _("Restitution %(restitution)s has been decided already."),
    "restitution_not_carried_out": _(
        "Only what restitution %(restitution)s has given back could be undone: it gave nothing."
    ),
    "restitution_reversed": _("Restitution %(restitution)s is being undone, or has been."),
    "restitution_stale": _(
        "Wallets or results have changed since restitution %(restitution)s was worked out. "
        "Drop it and work it out anew."
    ),
    "restitution_overlaps": _(
        "Restitution %(restitution)s makes the same good already: undo or reject it first."
    ),
    "restitution_drafts_wait": _(
        "%(drafts)s drafts of yours wait already: propose them or drop them first."
    ),
    "restitution_without_tables": _("Name at least one table, and at most %(most)s."),
    "restitution_without_guilty": _("None of those named sat at one of these tables."),
    "table_not_settled": _(
        "Table %(table)s is not over, is unknown, or is settled by its tournament."
    ),
    "tournament_unfinished": _("The tournament is not over yet: strike the player at its desk."),
    "entry_not_ranked": _("Name one player who has a rank in this tournament."),
    "prizes_paid_otherwise": _(
        "“%(tournament)s” gave tickets, or prizes that do not follow from its ranks: "
        "correct it by hand."
    ),
    "cannot_be_paid_back": _(
        "%(name)s would have to give back %(owes)s and has %(has)s: %(missing)s are missing."
        " Propose it again once they are there, or ask the office to correct wallets by hand: it"
        " says who bears the difference."
    ),
    "nothing_to_give_back": _("Nobody lost anything by this: there is nothing to give back."),
    "staff_member": _("%(name)s is on the staff: take their roles away first."),
    "sanction_over": _("This has ended already."),
    "report_not_cut_by": _("The report %(report)s cannot be cut by %(asked)s."),
    "setting_unknown": _("There is no setting %(name)s."),
    "setting_unreadable": _("“%(value)s” does not fit this setting."),
    "house_not_set_up": _("This house is being set up and has no owner yet. Come back later."),
    "first_start_over": _("This is over: the house has its owner, or the token has expired."),
    "setting_given": _(
        "The server's environment sets %(name)s and takes precedence over the office."
    ),
    "house_changed_meanwhile": _("A colleague has changed the house meanwhile: look again."),
    "mail_without_server": _("Name a mail server first."),
    "mail_without_address": _("Give an e-mail address of your own first."),
    "mail_not_sent": _("The mail was not sent: %(words)s"),
    "announcement_without_time": _("An announcement ends after it begins."),
    "announcement_without_words": _("An announcement needs its words in both languages."),
    "rule_set_without_name": _("A rule-set needs a name."),
    "rule_set_changed_meanwhile": _("“%(name)s” was changed meanwhile: look again."),
    "rule_set_not_found": _("There is no rule-set %(rule_set)s."),
    "table_not_stuck": _(
        "Table %(table)s is not stuck: a table can be called off once play is "
        "%(seconds)s seconds overdue, or once it has been open for %(minutes)s "
        "minutes."
    ),
    "tournament_table": _("Table %(table)s belongs to a tournament: use the director's desk."),
    "wrong_number_of_cards": ngettext_lazy(
        "You entered one card; %(wanted)s are needed.",
        "You entered %(found)s cards; %(wanted)s are needed.",
        "found",
    ),
    "card_unreadable": _("“%(card)s” is not a card."),
    "card_twice": _("%(card)s is there twice."),
    "card_not_in_deck": _("%(card)s is not in the deck of these rules."),
    "no_cards_held": _("Whoever has not gone out still holds a card."),
    "no_last_card": _(
        "Whoever goes out lays a meld, and discards a last card, alone behind the last “/”."
    ),
    "cards_missing": _("Cards are missing: %(names)s."),
    "nothing_to_score": _("Rounds of this game for two cannot be tried."),
    "correction_pending": _(
        "The staff is looking at a correction of your chips. It has to be decided first."
    ),
    "table_moved_on": _("Table %(table)s has moved on meanwhile: look again."),
}

# What is no question of the hour or of the numbers (409 and 422) when a program asks for it.
STATUS = by_code(
    {
        403: "own_roles tied_to_it second_person_needed consent_to_oneself consent_not_yours"
        " self_approval correction_of_oneself",
        404: "correction_not_found rule_set_not_found setting_unknown restitution_not_found",
        409: "consent_not_asked first_start_over setting_given house_changed_meanwhile"
        " correction_decided correction_pending correction_not_posted correction_reversed"
        " correction_in_restitution restitution_decided restitution_not_carried_out"
        " restitution_reversed restitution_stale restitution_overlaps table_not_settled"
        " restitution_drafts_wait"
        " tournament_unfinished prizes_paid_otherwise cannot_be_paid_back"
        " staff_member account_deleted not_a_person"
        " sanction_over access_over report_outcome_unfit"
        " rule_set_changed_meanwhile table_not_stuck tournament_table"
        " table_moved_on",
        503: "house_not_set_up",
    }
)


def declare_ours() -> None:
    """Called once, when the app is ready."""
    declare(SENTENCES, STATUS, tell=told)
