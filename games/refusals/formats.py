"""What is refused about formats, prizes, pace and dropping out: sentences and statuses."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

STATUS: dict[str, int] = {
    "eliminated": 409,
    "no_rebuy": 409,
    "vacation_used_up": 409,
    "table_not_playing": 409,
    "vacation_unreadable": 400,
}

SENTENCES: dict[str, str | Promise] = {
    "eliminated": _("You are out of this match."),
    "no_rebuy": ngettext_lazy(
        "There is no buying back now (bought back: %(rebuys)s of one time). It is possible in"
        " the pause after the round that ended yours.",
        "There is no buying back now (bought back: %(rebuys)s of %(most)s times). It is possible"
        " in the pause after the round that ended yours.",
        "most",
    ),
    "vacation_used_up": ngettext_lazy(
        "You have one day of vacation left, not %(days)s.",
        "You have %(left)s days of vacation left, not %(days)s.",
        "left",
    ),
    "vacation_unreadable": ngettext_lazy(
        "A vacation lasts one day.", "A vacation lasts from one to %(most)s days.", "most"
    ),
    "table_not_playing": _("No match is being played at this table."),
    "penalty_limit_missing": _(
        "Elimination needs a limit of penalty points; it is played at Deutsches Rommé."
    ),
    "not_turn_based": _("Hours of play and vacation belong to tables where moves take days."),
    "a_day_for_a_move": _(
        "Where moves take days there is at least a day for each, and no time bank."
    ),
    "too_many_prizes": ngettext_lazy(
        "One place cannot be paid at this table of %(seats)s players.",
        "%(prizes)s places cannot be paid at this table of %(seats)s players.",
        "prizes",
    ),
    "prizes_unreadable": _(
        "Prizes are whole percentages that fall from place to place and make 100."
    ),
    "prizes_unknown": _("There is no prize table “%(prizes)s”."),
    "absence_unknown": _("There is no rule for absence called “%(absence)s”."),
    "hours_unreadable": _("Hours of play are two different minutes of the day."),
}
