"""The planner's choices and groups in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.director.boards import SCORINGS
from tournaments.words import sentences as wording

Words = str | Promise

LEVEL_BY: list[tuple[str, Words]] = [("rounds", _("rounds")), ("minutes", _("minutes"))]
TOO_FEW: list[tuple[str, Words]] = [
    ("cancel", _("Call it off, everything back")),
    ("postpone", _("Put it off by 15 minutes, three times at most")),
]
PRIZES: list[tuple[str, Words]] = [
    ("percentages", _("By field size")),
    ("winner", _("Winner takes all")),
    ("top", _("So many places")),
    ("tickets", _("Tickets")),
]
PACES: list[tuple[str, Words]] = [
    ("independent", _("Tables play at their own speed")),
    ("together", _("Round for round, all together")),
]
ABSENT: list[tuple[str, Words]] = [
    ("played", _("is played for")),
    ("removed", _("is removed")),
]
BOARDS: list[tuple[str, Words]] = [
    ("", _("No, each table its own")),
    *((key, wording.scoring_name(key)) for key in SCORINGS),
]


SCHEDULES = list(wording.SCHEDULES.items())

# By key: the group's title and its fields, in the order of the page; the first two are what most
# evenings differ in, the others stand behind “more”.
FIRST_GROUPS = 2
GROUPS: dict[str, tuple[Words, tuple[str, ...]]] = {
    "what": (
        _("What and when"),
        ("name", "starts_at", "players_expected", "format", "preset", "real_tables"),
    ),
    "prizes": (
        _("Money"),
        (
            *("buy_in_chips", "fee_chips", "bounty_chips", "prize_form", "places"),
            *("ticket_chips", "added_chips", "guarantee_chips"),
        ),
    ),
    "game": (
        _("Game and tables"),
        ("rule_set", "seats", "turn_seconds", "bank_seconds", "match_rounds"),
    ),
    "levels": (
        _("Stacks and levels"),
        (
            *("stack_chips", "schedule", "first_pcr", "growth_percent", "level_by"),
            *("level_length", "break_every", "break_minutes", "max_rounds"),
        ),
    ),
    "entries": (
        _("Registration"),
        (
            *("least", "most", "starts_when_full", "check_in", "too_few", "late_until"),
            "returns_max",
            *("rebuys_max", "returns_until", "add_on_stack_chips", "add_on_chips"),
        ),
    ),
    "conduct": (
        _("Conduct"),
        (
            *("pace", "absent", "absent_rounds", "stages", "clubs_apart", "boards"),
            "target_points",
        ),
    ),
}
