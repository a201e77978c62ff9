"""Who on the staff may do what: one table, from which groups, pages and tests all follow.

A role is a Django group of the same name. The rights below are permissions of this app; `BORROWED`
are those of the other apps: what the plain administration shows, and directing and planning.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.contrib.auth.models import AnonymousUser
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Role(StrEnum):
    OWNER = "owner"
    DIRECTOR = "director"
    CASHIER = "cashier"
    MODERATOR = "moderator"
    SUPPORT = "support"


ROLE_WORDS: dict[Role, str | Promise] = {
    Role.OWNER: _("Owner"),
    Role.DIRECTOR: _("Tournament director"),
    Role.CASHIER: _("Cashier"),
    Role.MODERATOR: _("Moderator"),
    Role.SUPPORT: _("Support (read only)"),
}

_O, _D, _C, _M, _S = Role
EVERYBODY = (_O, _D, _C, _M, _S)


@dataclass(frozen=True, slots=True)
class Right:
    """Something staff may do: the permission `backoffice.<code>`, its words, who has it."""

    code: str
    words: str | Promise
    roles: tuple[Role, ...]

    @property
    def permission(self) -> str:
        return f"backoffice.{self.code}"


RIGHTS: tuple[Right, ...] = (
    Right("see_office", _("See the home page and the table of rights"), EVERYBODY),
    Right("see_books", _("Read the books and explain settlements"), (_O, _D, _C, _S)),
    Right("run_audit", _("Have the books audited"), (_O, _C)),
    Right("request_correction", _("Ask for a chip correction, or for its reversal"), (_O, _C)),
    Right("decide_correction", _("Approve or reject a chip correction"), (_O, _C)),
    Right("see_tables", _("See stuck tables"), (_O, _D, _M, _S)),
    Right("wake_table", _("Wake a table"), (_O, _D)),
    Right("cancel_table", _("Cancel a table and return its stakes"), (_O, _D)),
    Right("see_players", _("Read player files"), EVERYBODY),
    Right("import_people", _("Add people from a file"), (_O,)),
    Right("note_player", _("Write notes into player files"), (_O, _D, _C, _M)),
    Right("sanction_player", _("Warn, mute and ban players"), (_O, _M)),
    Right(
        "restore_access",
        _("Help players in again: a password, a lost second factor, signing out"),
        (_O,),
    ),
    Right("end_premium", _("Give and end premium, and make tickets for it"), (_O,)),
    Right("see_reports", _("Read what players have reported"), (_O, _M, _S)),
    Right("decide_report", _("Decide on reports"), (_O, _M)),
    Right("see_integrity", _("See who plays with whom, and where chips flow"), (_O, _D, _M)),
    Right("see_figures", _("Read reports and download them as CSV"), (_O, _D, _C, _S)),
    Right("see_rules", _("Try rule-sets and score hands"), (_O, _D, _M, _S)),
    Right("keep_rule_sets", _("Store rule-sets under a name, and retire them"), (_O, _D)),
    Right("open_house_table", _("Open a table of the house"), (_O, _D)),
    Right("send_bots", _("Let bots of the house enter a tournament"), (_O, _D)),
    Right("announce", _("Announce something to everybody"), (_O, _D)),
    Right("maintain", _("Close the house for maintenance and open it again"), (_O, _D)),
    Right("change_settings", _("Change settings at run time"), (_O,)),
    Right("manage_webhooks", _("Set up webhooks, test them, read their deliveries"), (_O,)),
    Right("see_log", _("Read the log of staff acts"), (_O, _D)),
    Right("manage_team", _("Grant and revoke roles"), (_O,)),
)
RIGHT_BY_CODE = {right.code: right for right in RIGHTS}


def may(person: Player | AnonymousUser, right: str) -> bool:
    """Whether somebody of the staff has this right; `right` is the code of one above."""
    return person.is_staff and person.has_perm(RIGHT_BY_CODE[right].permission)


# (pattern of "app.codename", roles): permissions that other apps declare.
BORROWED: tuple[tuple[str, tuple[Role, ...]], ...] = (
    ("tournaments.direct_tournament", (_O, _D)),
    ("tournaments.plan_tournament", (_O, _D)),
    ("tournaments.view_*", EVERYBODY),
    ("games.view_*", EVERYBODY),
    ("accounts.view_player", EVERYBODY),
    ("accounts.view_chipaccount", (_O, _D, _C, _S)),
    ("accounts.view_transfer", (_O, _D, _C, _S)),
    ("accounts.view_posting", (_O, _D, _C, _S)),
    ("accounts.view_webhook*", (_O,)),
    ("accounts.view_silence", (_O, _M, _S)),
    ("accounts.view_membership", (_O, _C, _S)),
    ("accounts.view_premiumticket", (_O,)),
)
