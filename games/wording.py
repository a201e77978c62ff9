"""The field's words on screen: names of variants, house rules and formats in both languages.

A registry's new entry gets its words here; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise

PRESETS: dict[str, tuple[Words, Words]] = {
    "gin_palast": (
        _("Gin Rommé Palast"),
        _("Undercut 20, gin 25, box bonus 10; the non-dealer simply starts."),
    ),
    "gin_classic": (
        _("Gin Rummy, classic"),
        _("Undercut 10, gin 25; the first upcard is offered to both players."),
    ),
    "gin_classic_seed": (
        _("Gin Rummy, classic without laying off"),
        _("As the classic game, but nobody lays off on a knock."),
    ),
    "gin_team": (
        _("Team gin"),
        _("Four players, partners opposite with open hands; seven cards each."),
    ),
}

HOUSE_RULES: dict[str, tuple[Words, Words]] = {
    "catch_the_glass": (
        _("Catch the glass"),
        _(
            "Once per turn you may claim that the discard pile holds a set of a rank or a run of "
            "a suit. If so, the cards leave the pile and you get 10; if not, your opponent does."
        ),
    ),
    "cyclic_runs": (
        _("Cyclic runs"),
        _("Runs go round the corner: queen, king, ace and king, ace, two are runs."),
    ),
    "gin_pro": (
        _("Gin Pro"),
        _("To win the match you need the point limit and a number of rounds won."),
    ),
    "hirschn": (
        _("Hirschn!"),
        _(
            "Announce once per round that you will knock. If you knock and win on your next turn "
            "you get 5, on the second 10, on the third 20. If the time passes your opponent gets "
            "15."
        ),
    ),
    "jokers": (
        _("Jokers"),
        _(
            "Three jokers stand for any card in a meld and count 15 as deadwood. A joker "
            "discarded with the knock doubles the opponent's deadwood."
        ),
    ),
    "oklahoma": (
        _("Oklahoma"),
        _(
            "The bottom card of the stock is shown. Its value is the knock limit of the round; "
            "with an ace only gin may knock."
        ),
    ),
    "rainbow_runs": (
        _("Rainbow runs"),
        _("Four cards in sequence of four suits, red and black in turn, are a meld too."),
    ),
    "tedesco": (
        _("Tedesco"),
        _(
            "When you knock, aces in the opponent's deadwood count 15. With a card from the "
            "discard pile you may knock only if it lies in one of your melds."
        ),
    ),
    "training": (
        _("Training"),
        _("The table counts neither for the league nor for the rating."),
    ),
}

OPTIONS: dict[str, Words] = {"min_rounds_won": _("Rounds won needed")}

FORMATS: dict[str, tuple[Words, Words]] = {
    "match": (_("Match"), _("Rounds until somebody reaches the point limit.")),
    "ring": (_("Ring game"), _("A fixed number of rounds; the highest total takes the pot.")),
}

# The bots a player may ask for, weakest first; the others are for tests and show tables.
BOT_STRENGTHS: dict[str, Words] = {
    "casual": _("Easy-going"),
    "solid": _("Sound"),
    "expert": _("Strong"),
}

BOTS: dict[str, Words] = {
    **BOT_STRENGTHS,
    "greedy": _("sound player"),
    "random": _("beginner"),
}


def preset_name(key: str) -> Words:
    return PRESETS[key][0] if key in PRESETS else key


def house_rule_name(key: str) -> Words:
    return HOUSE_RULES[key][0] if key in HOUSE_RULES else key


def option_name(name: str) -> Words:
    return OPTIONS.get(name, name)


def house_rules(keys: list[str]) -> list[dict[str, Any]]:
    """Name, explanation and page of each house rule, for badges that open."""
    return [
        {
            "key": key,
            "name": house_rule_name(key),
            "words": HOUSE_RULES.get(key, ("", ""))[1],
            "url": reverse("rules-special", args=(key,)),
        }
        for key in keys
    ]


# Why points are on the score sheet; the table page says the same in the browser.
SCORE_REASONS: dict[str, Words] = {
    "deadwood": _("deadwood"),
    "undercut_bonus": _("undercut bonus"),
    "gin_bonus": _("gin bonus"),
    "big_gin_bonus": _("big gin bonus"),
    "box_bonus": _("box bonus"),
    "glass": _("glass caught"),
    "glass_missed": _("glass missed by the opponent"),
    "hirschn": _("Hirschn"),
    "hirschn_missed": _("Hirschn missed by the opponent"),
}


def score_reason(reason: str) -> Words:
    return SCORE_REASONS.get(reason, reason)
