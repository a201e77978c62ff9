"""Tables and rule-sets as JSON."""

from __future__ import annotations

from typing import Any

from accounts.api.shapes import PlayerShape
from accounts.models import Player
from games import wording
from games.models import HouseRuleSet, Seat, Table, TableDoor, TableStatus
from games.tables.lobby import is_late_for
from games.tables.own_games import OwnGame
from games.tables.rule_sets import offered_rule_sets
from games.tables.terms import ROUNDS, TURN_SECONDS
from rummy import engine, match
from rummy.bots import BOTS
from rummy.match import MatchTerms
from rummy.settlement.prizes import PRIZE_TABLES


def table_json(table: Table, player: Player | None) -> dict[str, Any]:
    """A table of the lobby as this player, or a visitor (None), may know it."""
    taken = {seat.number: seat for seat in table.seats.all()}
    seated = player is not None and any(seat.player_id == player.pk for seat in taken.values())
    hosts = player is not None and table.created_by_id == player.pk
    late = is_late_for(table, player)
    return {
        "id": table.pk,
        "name": table.name,
        "status": TableStatus.PLAYING.value if late else table.status,
        "version": None if late else table.version,
        "terms": terms_json(table),
        "seats": [
            _seat_json(number, taken.get(number), late=late) for number in range(table.seats_max)
        ],
        "free_seats": table.seats_max - len(taken),
        "round_number": None if late else getattr(table, "round_number", None),
        "is_private": table.is_private,
        "invite_code": table.invite_code or None if seated or hosts else None,
        "door": door_json(getattr(table, "door", None)),
        "host": PlayerShape.of(table.created_by) if table.created_by else None,
        "created_at": table.created_at.isoformat(),
        "started_at": table.started_at.isoformat() if table.started_at else None,
        "finished_at": table.finished_at.isoformat() if table.finished_at and not late else None,
    }


def own_game_json(game: OwnGame, player: Player) -> dict[str, Any]:
    """A table one sits at, and whether it waits for one."""
    return {
        **table_json(game.table, player),
        "my_turn": game.my_turn,
        "deadline_at": game.deadline_at.isoformat() if game.deadline_at else None,
    }


def own_table_json(table: Table, player: Player) -> dict[str, Any]:
    """A table one sat at: it waits for nobody."""
    return {**table_json(table, player), "my_turn": False, "deadline_at": None}


def door_json(door: TableDoor | None) -> dict[str, Any]:
    """What the table asks of who wants to sit down, and how late spectators see it."""
    return {
        "has_password": door is not None and bool(door.password),
        "min_reputation": door.min_reputation if door else None,
        "min_rating": door.min_rating if door else None,
        "spectator_delay_seconds": door.delay_seconds if door else 0,
        "spectators_one_round_late": door is not None and door.one_round_late,
        "bot_accounts": door is not None and door.bot_accounts,
    }


def terms_json(table: Table) -> dict[str, Any]:
    """What the table has agreed on (PLAY-1)."""
    return match.terms_view(MatchTerms.from_json(table.terms))


def _seat_json(number: int, seat: Seat | None, *, late: bool) -> dict[str, Any]:
    return {
        "seat": number,
        "player": PlayerShape.of(seat.player) if seat else None,
        "payout": seat.payout_chips if seat and not late else None,
    }


def catalogue_json() -> dict[str, Any]:
    """Everything a client needs to build the form for a new table."""
    return {
        "presets": [
            {
                "key": key,
                "name": str(wording.preset_name(key)),
                "family": preset.family,
                "seats": list(preset.build().seats),
                "options": [_option_json(option) for option in preset.options],
                "house_rules": _house_rules_of(preset.family),
            }
            for key, preset in engine.PRESETS.items()
        ],
        "house_rules": [
            {
                "key": key,
                "name": str(wording.house_rule_name(key)),
                "rule": rule.rule,
                "options": [_option_json(option) for option in getattr(rule, "options", ())],
            }
            for key, rule in engine.HOUSE_RULES.items()
        ],
        "rule_sets": [_rule_set_json(one) for one in offered_rule_sets()],
        "formats": [{"key": key, "name": str(words[0])} for key, words in wording.FORMATS.items()],
        "absence": [
            {"key": key, "name": str(name), "words": str(words)}
            for key, (name, words) in wording.ABSENCES.items()
            if key in match.ABSENCE_POLICIES
        ],
        "prizes": [
            {"key": key, "percents": list(percents)} for key, percents in PRIZE_TABLES.items()
        ],
        "bots": list(BOTS),
        "rounds": list(ROUNDS),
        "turn_seconds": list(TURN_SECONDS),
    }


def _rule_set_json(one: HouseRuleSet) -> dict[str, Any]:
    """As much of it as a table is opened with."""
    return {
        "name": one.name,
        "version": one.version,
        "words": one.words,
        "preset": one.preset,
        "house_rules": list(one.house_rules),
        "options": dict(one.options),
    }


def _house_rules_of(family: str) -> list[str]:
    return [key for key, rule in engine.HOUSE_RULES.items() if family in rule.families]


def _option_json(option: Any) -> dict[str, Any]:
    allowed = (
        {"choices": list(option.choices)}
        if option.choices
        else {"lowest": option.lowest, "highest": option.highest}
    )
    return {"name": option.name, "default": option.default, "rule": option.rule, **allowed}
