"""From what a player fills in to terms that a table can be played by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from games import engine
from games.match import InvalidTerms, MatchFormat, MatchTerms

STAKES_MAX = 10**9
TURN_SECONDS = (5, 10, 15, 20, 30, 45, 60, 90, 120)
ROUNDS = (1, 2, 3, 5, 10)


@dataclass(frozen=True, slots=True)
class TableOffer:
    """A table as somebody wishes to open it (PLAY-1). `options` are the preset's own.

    `rounds` are those of a ring game, or of a match that is not played to a limit (GER-13).
    `trophy` is what the winner of most rounds gets, where Jetons are given (GER-V5).
    """

    preset: str = "gin_palast"
    house_rules: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str = MatchFormat.MATCH.value
    rounds: int | None = None
    seats: int | None = None
    stake_chips: int = 0
    turn_seconds: int = 30
    bank_seconds: int = 60
    training: bool = False
    trophy: str = ""


def agree_terms(offer: TableOffer) -> MatchTerms:
    """The terms of an offer.

    Raises:
        InvalidRules, InvalidTerms: with a code and the numbers.
    """
    if offer.format not in MatchFormat.__members__.values():
        raise InvalidTerms("format_unknown", format=offer.format)
    match_format = MatchFormat(offer.format)
    options = dict(offer.options)
    if match_format is MatchFormat.RING:
        options |= _without_limits(offer.preset)
    rules = engine.build_rules(offer.preset, house_rules=offer.house_rules, **options)
    _require("stake_chips", offer.stake_chips, 0, STAKES_MAX)
    _require("turn_seconds", offer.turn_seconds, TURN_SECONDS[0], 86_400)
    _require("bank_seconds", offer.bank_seconds, 0, 86_400)
    if match_format is MatchFormat.RING:
        _require("rounds", offer.rounds, 1, 50)
    return MatchTerms(
        rules=rules,
        seats=offer.seats or min(rules.seats),
        format=match_format,
        rounds=offer.rounds if _counts_rounds(rules, match_format) else None,
        stake_chips=offer.stake_chips,
        turn_ms=offer.turn_seconds * 1000,
        bank_ms=offer.bank_seconds * 1000,
        training=offer.training or not rules.rated,  # GIN-S9 by either name
        trophy=offer.trophy if rules.jeton_per_round else "",
    )


def _without_limits(preset: str) -> dict[str, None]:
    """A ring game ends by rounds: no limit of points, so no box bonus either (GIN-9)."""
    options = engine.PRESETS[preset].options if preset in engine.PRESETS else ()
    limits = ("point_limit", "penalty_limit")
    return {option.name: None for option in options if option.name in limits}


def _counts_rounds(rules: engine.RuleSet, match_format: MatchFormat) -> bool:
    """Whether a number of rounds ends the match: a ring game, or equal deals (GER-13)."""
    if match_format is MatchFormat.RING:
        return True
    return rules.deals_per_player > 0 and rules.penalty_limit is None


def has_special_rules(terms: MatchTerms) -> bool:
    """Whether opening such a table is a premium right (PLAY-5).

    At training tables everybody may try every special rule: nothing is at stake there but time.
    """
    return terms.rated and bool(terms.rules.house_rules or terms.rules.variations)


def _require(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise InvalidTerms("out_of_range", field=name, value=value, least=least, most=most)
