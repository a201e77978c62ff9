"""A restitution's lines in sentences: why somebody is owed so much, and what really moves."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from accounts.league import Change
from web.numbers import filled, signed

KINDS: dict[str, str | Promise] = {
    "winnings": gettext_lazy("Whoever cheated gives back what was won at these tables"),
    "undone": gettext_lazy("These tables count as not played"),
    "struck": gettext_lazy("A player is struck from a finished tournament"),
    "rescored": gettext_lazy("A result of a finished tournament is corrected"),
}
STATES: dict[str, str | Promise] = {
    "draft": pgettext_lazy("restitution", "draft"),
    "proposed": gettext_lazy("waiting for a second person"),
    "carried_out": gettext_lazy("carried out"),
    "rejected": gettext_lazy("rejected"),
}


_REASONS: dict[str, str | Promise] = {
    "given_back": gettext_lazy("share by what was lost (%(of)s) at %(table)s"),
    "taken_back": gettext_lazy("share by what was won (%(of)s) at %(table)s"),
    "undone": gettext_lazy("undone: %(table)s"),
    "struck": gettext_lazy("struck from place %(rank)s: the prize goes back"),
    "moved_up": gettext_lazy(
        "place %(rank)s → %(new_rank)s: prize %(new_prize)s instead of %(prize)s"
    ),
    "rescored": gettext_lazy(
        "place %(rank)s → %(new_rank)s by another result of table %(table)s, round %(number)s:"
        " prize %(new_prize)s instead of %(prize)s"
    ),
    "reversed": gettext_lazy("undoes restitution %(restitution)s"),
}


def reason_in_words(why: str, facts: dict[str, int]) -> str:
    """One reason of a line, with its numbers."""
    at_table = {"table": _at_table(facts)} if "rounds" in facts else {}
    return filled(_REASONS[why], facts | at_table)


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
