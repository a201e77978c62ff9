"""The director's reasons and refusals as sentences, in the reader's language."""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.wording import in_words
from tournaments.director import FORMATS, facts_for_words
from tournaments.director.boards import SCORINGS
from tournaments.director.reasons import SENTENCES
from tournaments.words.explaining import chips_words
from tournaments.words.refusals import REFUSALS as REFUSALS
from tournaments.words.usual_reasons import reason_in_words
from web.numbers import filled, grouped, with_figures

REASONS = {code: in_words(said) for code, said in SENTENCES.items()}


# What stands beside a name in a standing, by `Entry.mark`.
MARKS: dict[str, str | Promise] = {
    "disqualified": _("disqualified"),
    "withdrawn": pgettext_lazy("player", "withdrawn"),
}


def mark_words(mark: str) -> str | Promise:
    """What a standing says of who was disqualified or withdrew; "" for others."""
    return MARKS.get(mark, "")


def format_name(key: str) -> str | Promise:
    """What a format is called; its key if there is none."""
    return in_words(FORMATS[key].title) if key in FORMATS else key


def format_words(key: str) -> str | Promise:
    """How a format goes, in a sentence."""
    return in_words(FORMATS[key].summary) if key in FORMATS else ""


def scoring_name(key: str) -> str | Promise:
    """What a way to score boards is called; its key if there is none."""
    return in_words(SCORINGS[key].title) if key in SCORINGS else key


def format_choices() -> list[tuple[str, str | Promise]]:
    """All formats with their names, for a form."""
    return [(key, format_name(key)) for key in FORMATS]


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
    "shared": _("nothing: it is shared"),
}
NEEDS: dict[str, str | Promise] = {
    "returns": _("re-entries or rebuys"),
    "tickets": _("prizes in tickets"),
    "bounty": _("a bounty"),
    "teams": _("teams"),
}
_CODES: dict[str, Callable[[str], str | Promise]] = {
    "announcement": reason_in_words,
    "decided_by": lambda code: DECIDED_BY.get(code, code),
    "format": format_name,
    "needs": lambda code: NEEDS.get(code, code),
    "scoring": scoring_name,
}


def readable(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Facts as a sentence shows them: codes in words, lists with commas, amounts in chips."""
    shown: dict[str, Any] = {}
    for name, value in facts.items():
        is_code = name in _CODES and isinstance(value, str)
        shown[name] = _CODES[name](value) if is_code else value
        if name.endswith("_chips") and isinstance(value, int):
            shown[name] = chips_words(value)
        if isinstance(value, list | tuple):
            written = (grouped(one) if isinstance(one, int) else str(one) for one in value)
            shown[name] = ", ".join(written) or "–"
    if facts.get("stage") and facts.get("stages"):
        shown["stage"] = gettext("%(stage)s of %(stages)s") % facts
    return with_figures(shown)


def explain(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a stored reason, in the active language."""
    return filled(REASONS[code], readable(facts_for_words(facts)))
