"""What directors usually give as the reason of an order, offered with it (PLAY-46).

With an announcement it is what everybody is to read.

An order keeps the English sentence, and everybody reads it in their own language. What a director
types stays as it was typed.
"""

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

_OFFENCES = (_("Unfair play"), _("Abusive behaviour"), _("Too slow, in spite of a warning"))
USUAL_REASONS: dict[str, tuple[str, ...]] = {
    "enter": (_("By request"), _("Signed up on the spot")),
    "check_in": (_("At the door"),),
    "withdraw": (
        _("By request"),
        _("The player cannot come in time."),
        _("Entered by mistake"),
    ),
    "name_team": (_("A slip in the spelling"), _("By request")),
    "announce": (
        _("Please take your seats: we are about to begin."),
        _("The next break is near: food and drinks are ready."),
        _("Please stay near: the prizes are given as soon as the final is over."),
    ),
    "start": (_("Everybody is here."), _("The time has been agreed.")),
    "pause": (_("A short break"), _("Something is being looked into."), _("A technical problem")),
    "resume": (_("Play goes on."), _("The problem is solved.")),
    "pause_table": (
        _("Something is being looked into."),
        _("A technical problem"),
        _("Somebody is missing for a moment."),
    ),
    "resume_table": (_("Play goes on."), _("The problem is solved.")),
    "extend": (_("Others are still to come."), _("The break was too short."), _("By request")),
    "give_time": (_("A technical problem"), _("A question of the rules"), _("By request")),
    "move": (_("To level the tables"), _("By request")),
    "substitute": (_("The player cannot go on."), _("By request")),
    "penalize": _OFFENCES,
    "adjust": (_("An error in the score"), _("A technical problem")),
    "disqualify": _OFFENCES,
    "remove": (_("The player cannot go on."), _("By request"), _("Absent for too long")),
    "void_round": (_("An error in the score"), _("A technical problem"), _("Unfair play")),
    "keep_apart": (_("From one family or club"), _("By request")),
    "pair": (_("By request"), _("An error in the pairing")),
    "rest": (_("By request"), _("The player cannot come in time.")),
    "report": (_("The slip was handed in."), _("The table could not agree."), _("By request")),
    "correct": (_("An error in the score"), _("By request")),
    "cancel": (_("Too few players"), _("A technical problem")),
    "undo": (_("Ordered by mistake"), _("The problem is solved.")),
}
# These orders need no reason of their own: the first that is offered is taken.
_WITHOUT_ASKING = ("pause", "resume", "check_in")
ALL_USUAL = frozenset(reason for offered in USUAL_REASONS.values() for reason in offered)


def reason_without_asking(kind: str) -> str:
    """The reason of an order that was given without one; "" where one must be given."""
    return USUAL_REASONS[kind][0] if kind in _WITHOUT_ASKING else ""


def reason_in_words(remark: str) -> str:
    """The reason in the reader's language, or as the director typed it."""
    return gettext(remark) if remark in ALL_USUAL else remark
