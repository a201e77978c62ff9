"""The games' words on screen, in the reader's language.

Variants, their options and house rules carry their sentences themselves (`rummy.words`).
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from rummy import engine
from rummy.bots import BOTS
from rummy.engine.options import Option, Value
from rummy.words import Plural, Sentence
from web.numbers import grouped

Words = str | Promise

FORMATS: dict[str, tuple[Words, Words]] = {
    "match": (_("Match"), _("Rounds until somebody reaches the point limit.")),
    "ring": (_("Ring game"), _("A fixed number of rounds; the highest total takes the pot.")),
    "quick": (_("Quick game"), _("One to three rounds; the highest total takes the pot.")),
    "elimination": (
        _("Elimination"),
        _("Whoever reaches the limit of penalty points is out; the last one in wins."),
    ),
}

# What a table does about who is away: the choice in the form, and in a sentence for its rules.
ABSENCES: dict[str, tuple[Words, Words]] = {
    "standard": (
        _("30 seconds of patience, then safe moves"),
        _(
            "When time and time bank run out, the table waits 30 seconds more, once "
            "in a match. Then it draws and discards safely; after two missed turns "
            "it no longer waits."
        ),
    ),
    "brisk": (
        _("safe moves at once"),
        _(
            "When time and time bank run out, the table draws and discards safely at "
            "once, and no longer waits for whoever was late."
        ),
    ),
    "patient": (
        _("two minutes of patience, then a bot plays on"),
        _(
            "When time and time bank run out, the table waits two minutes more, once "
            "in a match. Then a solid bot plays on."
        ),
    ),
    "days": (
        "",
        _(
            "When the time for a move runs out, the table waits twelve hours more, "
            "once in a match. Then it draws and discards safely."
        ),
    ),
    "plain": (
        "",
        _(
            "When time and time bank run out, the table draws and discards safely; "
            "after two missed turns it no longer waits."
        ),
    ),
}

PRIZES: dict[str, Words] = {
    "winner": _("The winner takes all"),
    "top_two": _("70 % and 30 %"),
    "top_three": _("50 %, 30 % and 20 %"),
}


def in_words(sentence: Sentence) -> Words:
    """A sentence of the library in the reader's language; its facts are put in by the caller."""
    if isinstance(sentence, Plural):
        return ngettext_lazy(sentence.one, sentence.many, sentence.number)
    return _(sentence) if sentence else ""


def bot_strengths() -> list[tuple[str, Words]]:
    """The bots a player may ask for, weakest first; the others are for tests and show tables."""
    return [(bot.key, in_words(bot.name)) for bot in BOTS.values() if bot.is_offered]


def bot_name(key: str) -> Words:
    """What a bot of the house is called; the key of one that has no name."""
    return in_words(BOTS[key].name) if key in BOTS and BOTS[key].name else key


def preset_name(key: str) -> Words:
    return in_words(engine.PRESETS[key].title) if key in engine.PRESETS else key


def preset_words(key: str) -> Words:
    return in_words(engine.PRESETS[key].summary) if key in engine.PRESETS else ""


def house_rule_name(key: str) -> Words:
    return in_words(engine.HOUSE_RULES[key].title) if key in engine.HOUSE_RULES else key


def house_rule_words(key: str) -> Words:
    return in_words(engine.HOUSE_RULES[key].summary) if key in engine.HOUSE_RULES else ""


def option_value(option: Option, value: Value) -> Words | None:
    """What a value of an option is called; None for one that speaks for itself."""
    called = next((words for one, words in option.called if one == value), None)
    return None if called is None else in_words(called)


def format_name(key: str) -> Words:
    return FORMATS[key][0] if key in FORMATS else key


def option_name(key: str) -> Words:
    """What an option of a game or of a house rule is called; the key of one without a name."""
    option = _options().get(key)
    return in_words(option.title) if option and option.title else key


# What a refusal names by its key, for programs; players read the name.
_NAMES: dict[str, Callable[[str], Words]] = {
    "option": option_name,
    "excludes": option_name,
    "preset": preset_name,
    "house_rule": house_rule_name,
    "format": format_name,
    "bot": bot_name,
}


def facts_in_words(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a refusal with names for the keys among them; others stay as they are.

    Those of `option_not_allowed` also with names for the values, and all it `allowed`.
    """
    told = dict(facts)
    for fact, name in _NAMES.items():
        if isinstance(facts.get(fact), str):
            told[fact] = name(facts[fact])
        elif isinstance(facts.get(fact), list | tuple):
            told[fact] = [name(str(key)) for key in facts[fact]]
    if "lowest" in facts and "option" in facts:
        told["allowed"] = f"{facts['lowest']}–{facts['highest']}"
    elif "choices" in facts and "option" in facts:
        told["allowed"] = [_choice(facts["option"], value) for value in facts["choices"]]
    else:
        return told
    told["value"] = _choice(facts["option"], facts.get("value"))
    return told


def _choice(name: str, value: Any) -> Words:
    option = _options().get(name)
    called = None if option is None else option_value(option, value)
    if called is None and isinstance(value, bool | None):
        return {True: _("yes"), False: _("no"), None: _("without")}[value]
    return str(value) if called is None else called


def _options() -> dict[str, Option]:
    of_games = [one for preset in engine.PRESETS.values() for one in preset.options]
    of_rules = [one for rule in engine.HOUSE_RULES.values() for one in rule.options]
    return {one.name: one for one in (*of_games, *of_rules)}


def variations(keys: list[str]) -> list[dict[str, Any]]:
    """Name and explanation of the variations a table has chosen, by their options."""
    offered = _options()
    chosen = [offered[key] for key in keys]
    return [
        {"key": one.name, "name": in_words(one.title), "words": in_words(one.words)}
        for one in chosen
    ]


def house_rules(keys: list[str]) -> list[dict[str, Any]]:
    """Name, explanation and page of each house rule, for badges that open."""
    return [
        {
            "key": key,
            "name": house_rule_name(key),
            "words": house_rule_words(key),
            "url": reverse("rules-special", args=(key,)),
        }
        for key in keys
    ]


# Why points are on the score sheet; a house rule's own reasons lie with it.
SCORE_REASONS: dict[str, Words] = {
    "deadwood": _("deadwood"),
    "undercut_bonus": _("undercut bonus"),
    "gin_bonus": _("gin bonus"),
    "big_gin_bonus": _("big gin bonus"),
    "box_bonus": _("box bonus"),
    "laid": _("laid on the table"),
    "hand_penalty": _("left in the hand"),
    "hand_romme": _("hand-rommé doubles it"),
}


def score_reasons() -> dict[str, Words]:
    """Every reason for points in words, those of the house rules last."""
    of_rules = (rule.scores.items() for rule in engine.HOUSE_RULES.values())
    return SCORE_REASONS | {key: in_words(words) for one in of_rules for key, words in one}


def score_reason(reason: str) -> Words:
    return score_reasons().get(reason, reason)


def house_refusals() -> dict[str, Words]:
    """What house rules refuse, by code."""
    of_rules = (rule.refusals.items() for rule in engine.HOUSE_RULES.values())
    return {code: in_words(words) for one in of_rules for code, words in one}


def house_events() -> dict[str, Words]:
    """What only happens under house rules, in short, by the event's type."""
    of_rules = (rule.events.items() for rule in engine.HOUSE_RULES.values())
    return {key: in_words(event.short) for one in of_rules for key, event in one}


def length_words(terms: dict[str, Any]) -> str:
    """How long it goes: "to 100 points", "3 rounds"."""
    rounds, penalties = terms["rounds"], terms.get("penalty_limit")
    if terms["format"] == "elimination" and penalties:
        return gettext("out at %(points)s penalty points") % {"points": grouped(penalties)}
    if rounds:
        return ngettext("%(rounds)s round", "%(rounds)s rounds", rounds) % {"rounds": rounds}
    if penalties:
        return gettext("to %(points)s penalty points") % {"points": grouped(penalties)}
    return gettext("to %(points)s points") % {"points": grouped(terms["point_limit"])}
