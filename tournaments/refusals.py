"""What a tournament refuses: statuses, and its sentences told as the director's reasons are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise

from tournaments.director import Refused
from tournaments.words import sentences as wording
from web.numbers import filled, unfilled
from web.refusals import declare

STATUS: dict[str, int] = {
    "not_in_this_tournament": 403,
    "tournament_not_found": 404,
    "tournament_not_over": 409,
    "already_entered": 409,
    "bots_enter_otherwise": 409,
    "still_entered": 409,
    "tournament_full": 409,
    "entries_closed": 409,
    "tournament_has_started": 409,
    "tournament_not_started": 409,
    "tournament_over": 409,
    "too_few_to_start": 409,
    "tournament_paused": 409,
    "not_running": 409,
    "not_out": 409,
    "is_disqualified": 409,
    "not_in": 409,
    "no_returns_left": 409,
    "no_rebuys_left": 409,
    "stack_too_large": 409,
    "add_on_taken": 409,
    "cannot_pause": 409,
    "not_paused": 409,
    "round_in_play": 409,
    "round_not_over": 409,
    "last_player": 409,
    "leaves_already": 409,
    "not_seated": 409,
    "team_missing": 422,
    "no_satellite": 409,
    "aim_unfit": 409,
    "series_not_found": 404,
    "ticket_not_here": 409,
    "ticket_not_yours": 409,
}


def declare_ours() -> None:
    """Called once, when the app is ready."""
    declare(wording.REFUSALS, STATUS, by=Refused, tell=tell)


def tell(words: str | Promise, facts: Mapping[str, Any]) -> str:
    """A sentence with its facts, codes among them in words; with blanks where facts are missing."""
    try:
        return filled(words, wording.readable(facts))
    except (KeyError, TypeError, ValueError):
        return unfilled(words)
