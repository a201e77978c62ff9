"""The director's reasons and refusals as sentences, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.director import as_told
from tournaments.words.reasons import REASONS as REASONS
from tournaments.words.refusals import REFUSALS as REFUSALS
from web.figures import filled, with_figures

FORMATS: dict[str, str | Promise] = {
    "freezeout": _("Freeze-out"),
    "re_entry": _("Freeze-out with re-entry"),
    "bounty": _("Bounty"),
    "satellite": _("Satellite"),
    "shootout": _("Shootout"),
    "knockout": _("Knockout"),
    "swiss": _("Swiss system"),
    "round_robin": _("League night"),
    "teams": _("Team event"),
    "single_table": _("Single table"),
}
FORMAT_WORDS: dict[str, str | Promise] = {
    "freezeout": _("Who has no chips left is out; the last with chips wins."),
    "re_entry": _("Who has no chips left may come back for another buy-in, for a while."),
    "bounty": _(
        "A part of each buy-in lies on the player's head; who takes the last chips gets it."
    ),
    "satellite": _("The prizes are tickets for another tournament."),
    "shootout": _("Each table plays until one has all its chips; the winners meet."),
    "knockout": _("The winner of each table goes on, the others are out."),
    "swiss": _("Everybody plays all stages against players with equally many points."),
    "round_robin": _("Everybody meets everybody; points decide."),
    "teams": _("Players meet those of other teams; a team's points are added up."),
    "single_table": _(
        "One table, first to the target. Who is tied at the top plays on, the others are out."
    ),
}
SCHEDULES: dict[str, str | Promise] = {
    "turbo": _("Turbo"),
    "standard": _("Standard"),
    "deep": _("Deep"),
    "own": _("Own levels"),
}


# Facts that are codes themselves.
DECIDED_BY: dict[str, str | Promise] = {
    "score": _("the score"),
    "melded": _("points in melds and lay-offs"),
    "hand_value": _("the lower cards in hand"),
    "hand_cards": _("fewer cards in hand"),
    "shared": _("nothing: the tied share"),
}
NEEDS: dict[str, str | Promise] = {
    "returns": _("re-entries or rebuys"),
    "tickets": _("prizes in tickets"),
    "bounty": _("a bounty"),
    "teams": _("teams"),
}
_CODES = {"decided_by": DECIDED_BY, "format": FORMATS, "needs": NEEDS}


def _readable(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as a sentence shows them: codes in words, lists with commas."""
    shown: dict[str, Any] = {}
    for name, value in facts.items():
        words = _CODES.get(name, {})
        shown[name] = words.get(value, value) if isinstance(value, str) else value
        if isinstance(value, list | tuple):
            shown[name] = ", ".join(map(str, value)) or "–"
    return with_figures(shown)


def explain(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a stored reason, in the active language."""
    return filled(REASONS[code], _readable(as_told(facts)))


def refusal_sentence(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a refusal, in the active language; the bare code if there is none."""
    words = REFUSALS.get(code)
    return code if words is None else filled(words, _readable(facts))
