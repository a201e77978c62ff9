"""From what a player fills in to terms that a table can be played by."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from accounts.people.social import clean_words
from games.models import Table
from rummy import engine, match
from rummy.match import ABSENCE_POLICIES, InvalidTerms, MatchFormat, MatchTerms, PlayingHours
from rummy.match.terms import BY_ROUNDS, require_range
from rummy.match.time.absence import DAYS_ABSENCE, STANDARD_ABSENCE
from rummy.match.time.pace import DAY_MS
from rummy.settlement import PRIZE_TABLES, WINNER_TAKES_ALL

STAKES_MAX = 10**9
DAYS_PER_MOVE = (1, 2, 3, 7)
VACATION_DAYS = (0, 5, 10, 20)
# Between rounds people who move once in a while get time to look at the last one.
DAYS_PAUSE_MS = 600_000
ROBOT_DAYS_MS = 3_000
KNOCK_MS = 4_000  # for people to knock for a discard before the next one draws (GER-V4)
TURN_SECONDS = (5, 10, 15, 20, 30, 45, 60, 90, 120)
ROUNDS = (1, 2, 3, 5, 10)


def terms_of(table: Table) -> dict[str, Any]:
    """What the table has agreed on, as players read it (PLAY-1)."""
    return match.terms_view(MatchTerms.from_json(table.terms))


@dataclass(frozen=True, slots=True)
class TableOffer:
    """A table as somebody wishes to open it (PLAY-1). `options` are the preset's own.

    `rounds` are those of a ring game, or of a match that is not played to a limit (GER-13).
    `trophy` is what the winner of most rounds gets, where Jetons are given (GER-V5).
    `prizes` is a ready-made prize table's name or percentages by place; `absence` names a policy,
    the usual one unless said. With `days_per_move` people move once in a while: `hours` of play are
    minutes of the day in UTC, `vacation_days` is what each may take. `shared_deals` are the
    numbers of deals that other tables are dealt too, one for each round.
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
    absence: str = ""
    prizes: str | tuple[int, ...] = "winner"
    fee_chips: int = 0
    tie_breakers: bool = False
    rebuys: int = 0
    days_per_move: int | None = None
    hours: tuple[int, int] | None = None
    vacation_days: int = 0
    shared_deals: tuple[int, ...] = ()


def agree_terms(offer: TableOffer) -> MatchTerms:
    """The terms of an offer. Raises InvalidRules, InvalidTerms: with a code and the numbers."""
    if offer.format not in MatchFormat.__members__.values():
        raise InvalidTerms("format_unknown", format=offer.format)
    match_format = MatchFormat(offer.format)
    options = dict(offer.options)
    if match_format in BY_ROUNDS:
        options |= _without_limits(offer.preset)
    rules = engine.build_rules(offer.preset, house_rules=offer.house_rules, **options)
    require_range("stake_chips", offer.stake_chips, 0, STAKES_MAX)
    if match_format in BY_ROUNDS:
        require_range("rounds", offer.rounds, 1, 50)
    pace = _pace(offer)
    if "knock_for_discard" in rules.variations:
        pace["knock_ms"] = KNOCK_MS
    return MatchTerms(
        rules=rules,
        seats=offer.seats or min(rules.seats),
        format=match_format,
        rounds=offer.rounds if _counts_rounds(rules, match_format) else None,
        stake_chips=offer.stake_chips,
        training=offer.training or not rules.rated,  # GIN-S9 by either name
        trophy=clean_words(offer.trophy) if rules.jeton_per_round else "",
        prizes=_prizes(offer),
        fee_chips=offer.fee_chips,
        tie_breakers=offer.tie_breakers,
        rebuys_max=offer.rebuys,
        shared_deals=offer.shared_deals,
        **pace,
    )


def _prizes(offer: TableOffer) -> tuple[int, ...]:
    if isinstance(offer.prizes, str):
        if offer.prizes not in PRIZE_TABLES:
            raise InvalidTerms("prizes_unknown", rule="PLAY-44", prizes=offer.prizes[:40])
        return PRIZE_TABLES[offer.prizes]
    return offer.prizes or WINNER_TAKES_ALL


def _pace(offer: TableOffer) -> dict[str, Any]:
    """How much time there is for a move, and what becomes of who does not make it."""
    usual = DAYS_ABSENCE if offer.days_per_move else STANDARD_ABSENCE
    wished = offer.absence or usual
    if wished not in ABSENCE_POLICIES:
        raise InvalidTerms("absence_unknown", absence=wished[:40])
    absence = ABSENCE_POLICIES[wished]
    if offer.days_per_move is None:
        require_range("turn_seconds", offer.turn_seconds, TURN_SECONDS[0], 86_400)
        require_range("bank_seconds", offer.bank_seconds, 0, 86_400)
        if offer.hours or offer.vacation_days:
            raise InvalidTerms("not_turn_based")
        return {
            "turn_ms": offer.turn_seconds * 1000,
            "bank_ms": offer.bank_seconds * 1000,
            "absence": absence,
        }
    require_range("days_per_move", offer.days_per_move, min(DAYS_PER_MOVE), 10)
    return {
        "turn_ms": offer.days_per_move * DAY_MS,
        "bank_ms": 0,
        "pause_ms": DAYS_PAUSE_MS,
        "robot_ms": ROBOT_DAYS_MS,
        "absence": absence,
        "turn_based": True,
        "hours": _hours(offer.hours),
        "vacation_days": offer.vacation_days,
    }


def _hours(hours: tuple[int, int] | None) -> PlayingHours | None:
    if hours is None:
        return None
    try:
        return PlayingHours(*hours)
    except (TypeError, ValueError) as error:
        raise InvalidTerms("hours_unreadable", hours=list(hours)[:2]) from error


def _without_limits(preset: str) -> dict[str, None]:
    """A ring game ends by rounds: no limit of points, so no box bonus either (GIN-9)."""
    options = engine.PRESETS[preset].options if preset in engine.PRESETS else ()
    limits = ("point_limit", "penalty_limit")
    return {option.name: None for option in options if option.name in limits}


def _counts_rounds(rules: engine.RuleSet, match_format: MatchFormat) -> bool:
    """Whether a number of rounds ends the match: a ring game, or equal deals (GER-13)."""
    if match_format in BY_ROUNDS:
        return True
    if match_format is MatchFormat.ELIMINATION:
        return False
    return rules.deals_per_player > 0 and rules.penalty_limit is None


def has_special_rules(terms: MatchTerms) -> bool:
    """Whether opening such a table is a premium right (PLAY-5).

    At training tables everybody may try every special rule: nothing is at stake there but time.
    """
    return terms.rated and bool(terms.rules.house_rules or terms.rules.variations)
