"""What tables tell their players: the kinds of notices that come from here."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.notices.kinds import Facts, NoticeKind, register
from games.models.naming import told_facts
from games.running import turns


def _table(facts: Facts) -> str:
    """The table, with the code that opens a private one to whoever was invited."""
    url = reverse("table", args=(facts["table"],))
    code = facts.get("invite", "")
    return f"{url}?invite={code}" if code else url


register(
    "tables",
    NoticeKind(
        "table_invitation",
        _("An invitation to a table"),
        _("%(name)s invites you to the table “%(table_name)s”."),
        _table,
        by_mail=True,
        by_push=True,
        told=told_facts,
        people=("name", "table_of"),
    ),
    NoticeKind(
        "line_seated",
        _("A seat from the waiting list"),
        _("A seat has come free: you sit at the table “%(table_name)s”."),
        _table,
        told=told_facts,
        people=("table_of",),
    ),
    NoticeKind(
        "line_lapsed",
        _("Your place on the waiting list has ended"),
        _("Your place on the waiting list for “%(table_name)s” has ended."),
        "lobby",
        told=told_facts,
        people=("table_of",),
    ),
    NoticeKind(
        "your_turn",
        _("It is your turn"),
        _("It is your turn at the table “%(table_name)s”."),
        _table,
        by_mail=True,
        by_push=True,
        told=told_facts,
        people=("table_of",),
        is_vain=lambda player, facts: turns.is_told_in_vain(player, facts["table"]),
    ),
)
register(
    "house",
    NoticeKind(
        "report_decided",
        _("Your report was reviewed"),
        lambda facts: (
            _("Your report about %(name)s was reviewed. Thank you.")
            if facts.get("about") == "person"
            else _("Your report about a message from %(name)s was reviewed. Thank you.")
        ),
        "notices",
        people=("name",),
    ),
)
