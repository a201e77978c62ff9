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
    "german_romme": (
        _("Deutsches Rommé"),
        _("Two packs and six jokers; the first meld is worth 40, what is left in the hand counts."),
    ),
    "romme_500": (
        _("Rommé 500"),
        _("Every card laid scores; cards may be taken from the depth of the discard pile."),
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

# Options by name: what they are called, and what they do where that needs words.
OPTIONS: dict[str, tuple[Words, Words]] = {
    "min_rounds_won": (_("Rounds won needed"), ""),
    "penalty_limit": (_("The match ends at"), ""),
    "first_meld_minimum": (_("First meld at least"), _("Points of the melds you begin with.")),
    "discard_draw": (_("Taking the discard"), ""),
    "strict_joker_exchange": (
        _("Strict joker exchange"),
        _("From a set a joker may be taken only when four natural cards then lie there."),
    ),
    "knock_for_discard": (
        _("Knock for the discard"),
        _("Who is not on turn may knock for the fresh discard and gets it if it is left."),
    ),
    "jeton_per_round": (
        _("A Jeton per round"),
        _("The winner of each round gets a Jeton; who holds most in the end gets the trophy."),
    ),
    "robber": (
        _("Räuber-Rommé"),
        _("All melds on the table may be rearranged; there is no discard pile."),
    ),
    "joker_cut": (
        _("Joker at the cut"),
        _("The dealer's right neighbour keeps a joker found at the cut."),
    ),
    "freed_joker": (_("An exchanged joker"), ""),
}

OPTION_VALUES: dict[tuple[str, str | int | bool | None], Words] = {
    ("penalty_limit", None): _("one deal per player"),
    ("discard_draw", "free"): _("at will"),
    ("discard_draw", "must_meld"): _("only if it is laid at once"),
    ("freed_joker", "to_hand"): _("goes to the hand"),
    ("freed_joker", "must_meld"): _("must be melded at once"),
}

FORMATS: dict[str, tuple[Words, Words]] = {
    "match": (_("Match"), _("Rounds until somebody reaches the point limit.")),
    "ring": (_("Ring game"), _("A fixed number of rounds; the highest total takes the pot.")),
    "quick": (_("Quick game"), _("One to three rounds; the highest total takes the pot.")),
    "elimination": (
        _("Elimination"),
        _("Who reaches the limit of penalty points is out; the last one in wins."),
    ),
}

# What a table does about who is away: the choice in the form, and in a sentence for its rules.
ABSENCES: dict[str, tuple[Words, Words]] = {
    "standard": (
        _("30 seconds of patience, then safe moves"),
        _(
            "When time and bank are over, the table waits 30 seconds more, once in a match. Then "
            "it draws and discards safely; after two missed turns it no longer waits."
        ),
    ),
    "brisk": (
        _("safe moves at once"),
        _(
            "When time and bank are over, the table draws and discards safely at once, and no "
            "longer waits for who was late."
        ),
    ),
    "patient": (
        _("two minutes of patience, then a bot plays on"),
        _(
            "When time and bank are over, the table waits two minutes more, once in a match. Then "
            "a sound bot plays on."
        ),
    ),
    "days": (
        "",
        _(
            "When the time for a move is over, the table waits twelve hours more, once in a match. "
            "Then it draws and discards safely."
        ),
    ),
    "plain": (
        "",
        _(
            "When time and bank are over, the table draws and discards safely; after two missed "
            "turns it no longer waits."
        ),
    ),
}

PRIZES: dict[str, Words] = {
    "winner": _("The winner takes all"),
    "top_two": _("70 % and 30 %"),
    "top_three": _("50 %, 30 % and 20 %"),
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
    return OPTIONS[name][0] if name in OPTIONS else name


def option_words(name: str) -> Words:
    return OPTIONS[name][1] if name in OPTIONS else ""


def variations(keys: list[str]) -> list[dict[str, Any]]:
    """Name and explanation of the variations a table has chosen, by their options."""
    return [{"key": key, "name": option_name(key), "words": option_words(key)} for key in keys]


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
    "laid": _("laid on the table"),
    "hand_penalty": _("left in the hand"),
    "hand_romme": _("hand-rommé doubles it"),
}


def score_reason(reason: str) -> Words:
    return SCORE_REASONS.get(reason, reason)
