"""Who of the staff may do what, by how they stand to it: one table, read by acts, pages and tests.

Each act is a row: what it concerns, who may do it at all, and a rule for whoever takes part in it,
for whoever is tied to somebody who does, and for everybody else (`accounts.interest` tells which).

- The books, sanctions and roles are never anybody's own affair: no rule lets anybody in.
- Whoever plays in a tournament or sits at a table decides nothing there. Where nobody else is left
  an owner may, with a second owner, and everybody can read it afterwards.
- An order that treats everybody alike may be given where a friend plays; one that singles out
  somebody one is tied to takes a second person. Else no club could play its own tournaments.
- Who publishes a tournament may play in it, and orders nothing from then on. Where the house adds
  chips to its prizes it takes a second person's consent.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.interest import CONFLICT, Relation

Words = str | Promise


class Rule(StrEnum):
    """What is asked of somebody who stands so to what the act concerns."""

    ALONE = "alone"
    LIMIT = "limit"
    SECOND = "second"
    OWNER = "owner"
    NEVER = "never"


class Verdict(StrEnum):
    ALLOWED = "allowed"
    SECOND_PERSON = "needs_second_person"
    REFUSED = "refused"


RULE_WORDS: dict[Rule, Words] = {
    Rule.ALONE: _("allowed"),
    Rule.LIMIT: _("alone up to the chips that one person may correct in a day; more takes two"),
    Rule.SECOND: _("only with a second person's consent"),
    Rule.OWNER: _("refused; an owner may with a second owner's consent, and it is made public"),
    Rule.NEVER: _("refused"),
}
RELATION_WORDS: dict[Relation, Words] = {
    Relation.PART: _("Takes part, or is concerned"),
    Relation.TIED: _("Tied to somebody who is"),
    Relation.NEITHER: _("Neither"),
}
KIND_WORDS: dict[str, Words] = {
    "tournament": _("tournament"),
    "entry": _("entry to a tournament"),
    "call": _("call for a director"),
    "recurring": _("recurring tournament"),
    "series": pgettext_lazy("of tournaments", "series"),
    "orders_at": _("tournament"),
    "publisher_of": _("tournament"),
    "table": pgettext_lazy("of the house", "table"),
    "report": _("report of a player"),
    "player": _("player"),
    "account": _("chip account"),
    "correction": _("chip correction"),
    "restitution": _("restitution"),
    "sanction": _("sanction"),
    "ticket": _("premium ticket"),
    "club": _("club"),
}


@dataclass(frozen=True, slots=True)
class Act:
    """A row. `right` is one of the office's, or another app's permission with its name in front;
    "" is for whoever has reached the act otherwise.

    `own_second`: the act has a second step of its own, in which the other person decides, instead
    of a consent given beforehand. `fresh`: it moves chips or opens an account, so whoever does
    it has shown a moment ago who they are.
    """

    key: str
    words: Words
    kind: str
    right: str
    part: Rule = Rule.ALONE
    tied: Rule = Rule.ALONE
    neither: Rule = Rule.ALONE
    code: str = CONFLICT
    own_second: bool = False
    fresh: bool = False

    @property
    def permission(self) -> str:
        """As Django names it; whoever works in the office has what everybody may do there."""
        right = self.right or _SEE
        return right if "." in right else f"backoffice.{right}"

    def rule(self, relation: Relation) -> Rule:
        return {
            Relation.PART: self.part,
            Relation.TIED: self.tied,
            Relation.NEITHER: self.neither,
        }[relation]


def verdict(rule: Rule, *, with_second: bool, is_owner: bool = False) -> Verdict:
    """What follows from a rule; beyond the limit, where there is one."""
    if rule is Rule.ALONE:
        return Verdict.ALLOWED
    if rule in (Rule.SECOND, Rule.LIMIT):
        return Verdict.ALLOWED if with_second else Verdict.SECOND_PERSON
    publicly = rule is Rule.OWNER and is_owner and with_second
    return Verdict.ALLOWED if publicly else Verdict.REFUSED


_A, _L, _S, _O, _N = Rule
_DIRECT, _PLAN = "tournaments.direct_tournament", "tournaments.plan_tournament"
_SEE, _DECIDE = "see_office", "decide_correction"
_ACCESS = "restore_access"
_OWN = "correction_of_oneself"
_AT = "tournament"


def _ask(key: str, words: Words, kind: str, neither: Rule, code: str = CONFLICT) -> Act:
    """A row for asking that chips be moved by hand: somebody else decides about it."""
    right = "request_correction"
    return Act(key, words, kind, right, _N, _S, neither, code, own_second=True, fresh=True)


def _open(key: str, words: Words) -> Act:
    """A row for letting somebody into an account that is closed to them."""
    return Act(key, words, "player", _ACCESS, _N, _S, fresh=True)


ACTS: tuple[Act, ...] = (
    Act("give_order", _("Give an order that treats everybody alike"), _AT, _DIRECT, _O),
    Act("order_on_entry", _("Give an order about one player"), "entry", _DIRECT, _O, _S),
    Act(
        "order_for_player",
        _("Enter a player, or put one in somebody's place"),
        "player",
        _DIRECT,
        _N,
        _S,
    ),
    Act(
        "order_moving_chips",
        _("Give an order that moves chips: a penalty, an adjustment, a removal, calling off"),
        _AT,
        _DIRECT,
        _O,
        fresh=True,
    ),
    Act("undo_order", _("Take an order back"), _AT, _DIRECT, _O, fresh=True),
    Act("appoint_director", _("Appoint a director"), _AT, _DIRECT, _O),
    Act("dismiss_director", _("Dismiss a director"), _AT, _DIRECT, _O),
    Act("take_call", _("Take a call for a director"), "call", _DIRECT, _O),
    Act("answer_call", _("Answer a call for a director"), "call", _DIRECT, _O),
    Act("import_entries", _("Import entries to a tournament"), _AT, "import_people", _O),
    Act("aim", _("Say where a satellite's tickets admit to"), _AT, _DIRECT, _O),
    Act("enter_bots", _("Let bots enter a tournament"), _AT, "send_bots", _O),
    Act("change_recurring", _("Change a recurring tournament"), "recurring", _PLAN, _O),
    Act("stop_recurring", _("Stop a recurring tournament"), "recurring", _PLAN, _O),
    Act("resume_recurring", _("Go on with a recurring tournament"), "recurring", _PLAN, _O),
    Act("change_series", _("Change a series"), "series", _PLAN, _O),
    Act("add_to_series", _("Have a tournament count for a series"), "series", _PLAN, _O),
    Act("take_out_of_series", _("Take a tournament out of a series"), "series", _PLAN, _O),
    Act("close_series", _("Close a series"), "series", _PLAN, _O),
    Act("play_after_ordering", _("Enter where you have given orders"), "orders_at", "", _N),
    Act("play_own_tournament", _("Enter a tournament you have published"), "publisher_of", ""),
    Act(
        "play_for_house_chips",
        _("Enter a tournament you have published, with prizes to which the house adds"),
        "publisher_of",
        _DIRECT,
        _S,
    ),
    Act("wake_stuck_table", _("Wake a stuck table"), "table", "wake_table", _O),
    Act(
        "cancel_stuck_table",
        _("Call a stuck table off and return its stakes"),
        "table",
        "cancel_table",
        _O,
        _S,
        fresh=True,
    ),
    Act("decide_report", _("Decide on a report"), "report", "decide_report", _O, _S),
    Act("close_by_staff", _("Close a club"), "club", "decide_report", _O, _S),
    Act("rename_by_staff", _("Give a club another name"), "club", "decide_report", _O, _S),
    Act("dismiss_reports", _("Leave a reported club as it is"), "club", "decide_report", _O, _S),
    Act("sanction_player", _("Warn, mute or ban a player"), "player", "sanction_player", _N, _S),
    Act("lift_sanction", _("Lift a sanction"), "sanction", "sanction_player", _N, _S),
    Act("note_player", _("Write into a player's file"), "player", "note_player", _N),
    Act("give_premium", _("Give premium"), "player", "end_premium", _N, _S),
    Act("take_premium", _("End a premium membership"), "player", "end_premium", _N, _S),
    Act("rename_player", _("Give a player another name"), "player", "decide_report", _N, _S),
    _open("give_password_link", _("Make a link by which a player chooses a new password")),
    _open("take_second_factor", _("Take a player's lost second factor away")),
    Act("sign_out_everywhere", _("Sign a player out everywhere"), "player", _ACCESS, _N, _S),
    Act("end_access", _("End one access of a player"), "player", _ACCESS, _N, _S),
    Act("take_back_ticket", _("Take back a premium ticket"), "ticket", "end_premium"),
    Act("redeem_ticket", _("Redeem a premium ticket one has issued"), "ticket", "", _N),
    Act("set_roles", _("Grant and revoke roles"), "player", "manage_team", _N, code="own_roles"),
    _ask("request_correction", _("Ask for a chip correction"), "account", _L, _OWN),
    _ask("request_reversal", _("Ask for the reversal of a correction"), "correction", _L, _OWN),
    Act(
        "approve_correction",
        _("Approve a correction that somebody else has asked for"),
        "correction",
        _DECIDE,
        _N,
        _N,
        code=_OWN,
        fresh=True,
    ),
    Act("reject_correction", _("Reject a correction"), "correction", _DECIDE, _N, code=_OWN),
    _ask("propose_restitution", _("Propose that chips are given back"), "restitution", _S),
    Act(
        "propose_correction",
        _("Propose that a result of a finished tournament is corrected"),
        _AT,
        _DIRECT,
        _N,
        _S,
        _S,
        own_second=True,
        fresh=True,
    ),
    _ask("undo_restitution", _("Propose that what was given back is undone"), "restitution", _S),
    Act(
        "approve_restitution",
        _("Approve what somebody else has proposed to give back"),
        "restitution",
        _DECIDE,
        _N,
        _N,
        fresh=True,
    ),
    Act(
        "reject_restitution",
        _("Reject a proposal to give chips back"),
        "restitution",
        _DECIDE,
        _N,
    ),
    # They concern nobody's game, chips or file.
    Act("publish_tournament", _("Publish a tournament"), "", _DIRECT, own_second=True, neither=_L),
    Act("publish_draft", _("Publish a plan"), "", _PLAN, own_second=True, neither=_L),
    Act("open_tournament", _("Open a tournament for trial"), "", _DIRECT),
    Act("save_draft", _("Write a plan"), "", _PLAN),
    Act("copy_draft", _("Copy a plan"), "", _PLAN),
    Act("draft_from_ready_made", _("Begin a plan from a ready-made one"), "", _PLAN),
    Act("clone_tournament", _("Make a plan of a tournament"), "", _PLAN),
    Act("discard_draft", _("Throw a plan away"), "", _PLAN),
    Act("start_recurring", _("Begin a recurring tournament"), "", _PLAN),
    Act("open_series", _("Open a series"), "", _PLAN),
    Act("repeat_draft", _("Have a plan come again"), "", _PLAN),
    Act("import_players", _("Import players"), "", "import_people"),
    Act("draft_restitution", _("Work out who lost what"), "", "request_correction"),
    Act("give_ticket", _("Make a premium ticket"), "", "end_premium"),
    Act("ask_for_audit", _("Have the books audited"), "", "run_audit"),
    Act("take_report", _("Download a report as a file"), "", "see_figures"),
    Act("store_rule_set", _("Store a rule-set"), "", "keep_rule_sets"),
    Act("retire_rule_set", _("Retire a rule-set"), "", "keep_rule_sets"),
    Act("open_house_table", _("Open a table of the house"), "", "open_house_table"),
    Act("change_setting", _("Change a setting"), "", "change_settings"),
    Act("change_house", _("Change what the house is"), "", "change_settings"),
    Act("change_mail_server", _("Change the mail server"), "", "change_settings"),
    Act(
        "change_guarding_setting",
        _("Change a setting that guards chips"),
        "",
        "change_settings",
        neither=_S,
        own_second=True,
        fresh=True,
    ),
    Act("set_maintenance", _("Close the house, or open it again"), "", "maintain"),
    Act("announce", _("Announce something"), "", "announce"),
    Act("withdraw_announcement", _("Withdraw an announcement"), "", "announce"),
    Act("add", _("Add a webhook"), "", "manage_webhooks"),
    Act("change", _("Change a webhook"), "", "manage_webhooks"),
    Act("rotate", _("Give a webhook a new secret"), "", "manage_webhooks"),
    Act("test", _("Test a webhook"), "", "manage_webhooks"),
    Act("send_again", _("Send a webhook's delivery again"), "", "manage_webhooks"),
    Act("remove", _("Remove a webhook"), "", "manage_webhooks"),
    Act("give_consent", _("Consent to what a colleague does"), "", _SEE, fresh=True),
    # Commands for whoever has the machine; the platform does not know who that is.
    Act("forget_second_factor", _("On the server: take a lost second factor away"), "", ""),
    Act("import_people", _("On the server: import players or entries"), "", ""),
)
MATRIX = {act.key: act for act in ACTS}
