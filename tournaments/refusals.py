"""What a tournament refuses, as a sentence in the reader's language with its HTTP status.

The director's codes and those of the tables live side by side: a refusal of the director is put
into words by `tournaments.words.sentences`, every other by `games.refusals`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import override

from games import refusals as tables
from tournaments.director import InvalidPlan, Refused
from tournaments.words import sentences as wording
from web.figures import unfilled

# What a page or an API view that speaks of tournaments catches.
Refusal = (*tables.Refusal, Refused)

STATUS: dict[str, int] = {
    "not_in_this_tournament": 403,
    "tournament_not_found": 404,
    "already_entered": 409,
    "tournament_full": 409,
    "entries_closed": 409,
    "tournament_has_started": 409,
    "tournament_not_started": 409,
    "tournament_over": 409,
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
    "last_player": 409,
    "not_seated": 409,
    "real_tables_not_open": 409,
    "team_missing": 422,
    "no_satellite": 409,
    "aim_unfit": 409,
    "series_not_found": 404,
    "ticket_not_here": 409,
    "ticket_not_yours": 409,
}


def status_of(refusal: Any) -> int:
    """The HTTP status of a refusal: an unsound plan is 422, a question of the hour 409."""
    if isinstance(refusal, InvalidPlan):
        return 422
    if isinstance(refusal, Refused) or refusal.code in STATUS:
        return STATUS.get(refusal.code, 422)
    return tables.status_of(refusal)


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """The refusal in words, in the active language; unknown codes as the tables say them."""
    if code not in wording.REFUSALS:
        return tables.sentence(code, facts)
    try:
        return wording.refusal_sentence(code, facts)
    except (KeyError, TypeError, ValueError):
        return unfilled(wording.REFUSALS[code])


def words_of(refusal: Any) -> str:
    """A caught refusal as a sentence. A code that both know belongs to whoever raised it."""
    if not isinstance(refusal, Refused) and refusal.code in tables.SENTENCES:
        return tables.sentence(refusal.code, refusal.facts)
    return sentence(refusal.code, refusal.facts)


def told(refusal: Any) -> str:
    """The same for a page, with the rule behind it where it names one."""
    rule = f" ({refusal.rule})" if getattr(refusal, "rule", "") else ""
    return f"{words_of(refusal)}{rule}"


def problem(
    refusal: Any, language: str
) -> tuple[int, dict[str, Any], tuple[tuple[bytes, bytes], ...]]:
    """Status, problem-details body (RFC 9457) and extra headers, as `games.refusals.problem`."""
    _, body, headers = tables.problem(refusal, language)
    status = status_of(refusal)
    with override(language):
        title = str(tables.TITLES.get(status, tables.TITLES[422]))
        body |= {"status": status, "title": title, "detail": words_of(refusal)}
    return status, body, headers
