"""The field's words on screen: names of variants, house rules and formats in both languages.

A registry's new entry gets its words here; a test holds the two together.
"""

from __future__ import annotations

from typing import Any

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
}

HOUSE_RULES: dict[str, tuple[Words, Words]] = {
    "oklahoma": (
        _("Oklahoma"),
        _(
            "The bottom card of the stock is shown. Its value is the knock limit of the round; "
            "with an ace only gin may knock."
        ),
    ),
}

FORMATS: dict[str, tuple[Words, Words]] = {
    "match": (_("Match"), _("Rounds until somebody reaches the point limit.")),
    "ring": (_("Ring game"), _("A fixed number of rounds; the highest total takes the pot.")),
}

BOTS: dict[str, Words] = {"greedy": _("sound player"), "random": _("beginner")}


def preset_name(key: str) -> Words:
    return PRESETS[key][0] if key in PRESETS else key


def house_rule_name(key: str) -> Words:
    return HOUSE_RULES[key][0] if key in HOUSE_RULES else key


def house_rules(keys: list[str]) -> list[dict[str, Any]]:
    """Name and explanation of each house rule, for badges that open."""
    return [
        {"key": key, "name": house_rule_name(key), "words": HOUSE_RULES.get(key, ("", ""))[1]}
        for key in keys
    ]
