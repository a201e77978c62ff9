"""A restitution's lines in sentences: why somebody is owed so much, and what really moves."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.league import Change
from web.numbers import signed

KINDS: dict[str, str | Promise] = {
    "winnings": gettext_lazy("Whoever cheated gives back what was won at these tables"),
    "undone": gettext_lazy("These tables count as not played"),
    "struck": gettext_lazy("A player is struck from a finished tournament"),
}
STATES: dict[str, str | Promise] = {
    "draft": pgettext_lazy("restitution", "draft"),
    "proposed": gettext_lazy("waiting for a second person"),
    "carried_out": gettext_lazy("carried out"),
    "rejected": gettext_lazy("rejected"),
}


def reason_in_words(why: str, facts: dict[str, int]) -> str:
    """One reason of a line, with its numbers."""
    return _REASONS[why](facts)


def place_in_words(rank: int, new_rank: int) -> str:
    return _("place %(new_rank)s instead of %(rank)s") % {"rank": rank, "new_rank": new_rank}


def change_in_words(change: Change) -> str:
    """What a match counts more or less."""
    known = {
        "table": change.match.partition(":")[2],
        "rating": signed(change.rating),
        "points": signed(change.league_points),
        "wins": signed(change.wins),
    }
    return (
        _("table %(table)s: rating %(rating)s, league points %(points)s, matches won %(wins)s")
        % known
    )


def _at_table(facts: dict[str, int]) -> str:
    words = ngettext(
        "table %(table)s (one round)", "table %(table)s (%(rounds)s rounds)", facts["rounds"]
    )
    return words % facts


def _given_back(facts: dict[str, int]) -> str:
    known: dict[str, Any] = {"table": _at_table(facts), "of": facts["of"]}
    return _("share by what was lost (%(of)s) at %(table)s") % known


def _taken_back(facts: dict[str, int]) -> str:
    known: dict[str, Any] = {"table": _at_table(facts), "of": facts["of"]}
    return _("share by what was won (%(of)s) at %(table)s") % known


def _undone(facts: dict[str, int]) -> str:
    return _("undone: %(table)s") % {"table": _at_table(facts)}


def _struck(facts: dict[str, int]) -> str:
    return _("struck from place %(rank)s: the prize goes back") % facts


def _moved_up(facts: dict[str, int]) -> str:
    return _("place %(rank)s → %(new_rank)s: prize %(new_prize)s instead of %(prize)s") % facts


def _reversed(facts: dict[str, int]) -> str:
    return _("undoes restitution %(restitution)s") % facts


_REASONS = {
    "given_back": _given_back,
    "taken_back": _taken_back,
    "undone": _undone,
    "struck": _struck,
    "moved_up": _moved_up,
    "reversed": _reversed,
}
