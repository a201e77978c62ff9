"""A director's order as those it concerns read it: what it means for them, in numbers (PLAY-46)."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.words.usual_reasons import reason_in_words
from web.numbers import filled, with_figures

# By the order and the side of it that the reader is on; "undo …" says one was taken back.
_TOLD: dict[str, str | Promise] = {
    "enter": _("the director entered you."),
    "withdraw": _("the director withdrew your entry."),
    "withdraw paid": _("the director withdrew your entry; what you paid for it is yours again."),
    "name_team": _("your team “%(before)s” is called “%(team)s” from now on."),
    "undo name_team": _("your team is called “%(before)s” again."),
    "move": _("the director moved you to table %(table)s."),
    "undo move": _("you go back to table %(table)s: your move was taken back."),
    "substitute": _("the director let %(replacement)s take over your seat."),
    "substitute in": _("the director lets you play on in place of %(first)s."),
    "undo substitute": _("you play on yourself, no longer %(replacement)s."),
    "undo substitute in": _("%(first)s plays on, no longer you."),
    "penalize chips": ngettext_lazy(
        "a penalty for you: %(number)s chip of your stack.",
        "a penalty for you: %(number)s chips of your stack.",
        "number",
    ),
    "penalize points": ngettext_lazy(
        "a penalty for you: %(number)s point is taken off.",
        "a penalty for you: %(number)s points are taken off.",
        "number",
    ),
    "undo penalize chips": ngettext_lazy(
        "your penalty of %(number)s chip was taken back.",
        "your penalty of %(number)s chips was taken back.",
        "number",
    ),
    "undo penalize points": ngettext_lazy(
        "your penalty of %(number)s point was taken back.",
        "your penalty of %(number)s points was taken back.",
        "number",
    ),
    "adjust out": ngettext_lazy(
        "the director corrected stacks: %(number)s chip went from you to %(taker)s.",
        "the director corrected stacks: %(number)s chips went from you to %(taker)s.",
        "number",
    ),
    "adjust in": ngettext_lazy(
        "the director corrected stacks: %(number)s chip went from %(first)s to you.",
        "the director corrected stacks: %(number)s chips went from %(first)s to you.",
        "number",
    ),
    "undo adjust out": ngettext_lazy(
        "a correction was taken back: %(number)s chip went from %(taker)s back to you.",
        "a correction was taken back: %(number)s chips went from %(taker)s back to you.",
        "number",
    ),
    "undo adjust in": ngettext_lazy(
        "a correction was taken back: %(number)s chip went from you back to %(first)s.",
        "a correction was taken back: %(number)s chips went from you back to %(first)s.",
        "number",
    ),
    "disqualify": _("the director disqualified you."),
    "disqualify chips": ngettext_lazy(
        "the director disqualified you; %(forfeited)s chip of your stack is forfeited.",
        "the director disqualified you; %(forfeited)s chips of your stack are forfeited.",
        "forfeited",
    ),
    "undo disqualify": ngettext_lazy(
        "your disqualification was taken back: you are in again, with %(stack)s chip.",
        "your disqualification was taken back: you are in again, with %(stack)s chips.",
        "stack",
    ),
    "remove": _("the director took you out."),
    "remove chips": ngettext_lazy(
        "the director took you out; %(forfeited)s chip of your stack is forfeited.",
        "the director took you out; %(forfeited)s chips of your stack are forfeited.",
        "forfeited",
    ),
    "undo remove": ngettext_lazy(
        "you are in again after all, with %(stack)s chip.",
        "you are in again after all, with %(stack)s chips.",
        "stack",
    ),
    "report": _("the director entered the result of table %(table)s: %(result)s."),
    "undo report": _("the director took the result of table %(table)s back."),
    "correct": _("the director corrected the result of table %(table)s: %(result)s."),
    "undo correct": _("the director took a correction back; at table %(table)s: %(result)s."),
    "void_round": _(
        "the director took the settlement of round %(number)s at table %(table)s back; it is not"
        " played again."
    ),
    "keep_apart": _("from the next stage on %(other)s and you are kept apart."),
    "undo keep_apart": _("%(other)s and you are no longer kept apart."),
    "pair": _("in stage %(stage)s you meet %(other)s."),
    "undo pair": _("it is open again whom you meet in stage %(stage)s, no longer %(other)s."),
    "rest": _("you rest in stage %(stage)s."),
    "undo rest": _("you play in stage %(stage)s after all."),
}
_ANOTHER = _("the director gave an order about you.")
# What it moved to or from the reader's stack.
_GAINED = ngettext_lazy(
    "You get %(chips)s chip for it.", "You get %(chips)s chips for it.", "chips"
)
_LOST = ngettext_lazy("It costs you %(chips)s chip.", "It costs you %(chips)s chips.", "chips")


def order_in_words(facts: Mapping[str, Any]) -> str:
    """The order with its reason; a usual one in the reader's language."""
    order, side = facts.get("order", ""), facts.get("side", "")
    words = _TOLD.get(f"{order} {side}".rstrip()) or _TOLD.get(order, _ANOTHER)
    told = filled(words, with_figures(facts))
    if moved := facts.get("moved", 0):
        chips = with_figures({"chips": abs(moved)})
        told += " " + filled(_GAINED if moved > 0 else _LOST, chips)
    remark = reason_in_words(facts.get("remark", ""))
    said = {"name": facts["name"], "told": told, "remark": remark}
    return gettext("“%(name)s”: %(told)s The reason: %(remark)s") % said
