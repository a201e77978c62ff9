"""The office's refusals in the API: the exception handler and the receipts know them too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import override

from accounts.refusals import Refused
from backoffice.refusals import SENTENCES, sentence
from games import refusals as tables
from games.api.problems import MORE, Answer, More

STATUS: dict[str, int] = {
    "own_roles": 403,
    "correction_of_oneself": 403,
    "self_approval": 403,
    "correction_not_found": 404,
    "rule_set_not_found": 404,
    "setting_unknown": 404,
    "correction_decided": 409,
    "correction_not_posted": 409,
    "correction_reversed": 409,
    "sanction_over": 409,
    "rule_set_changed_meanwhile": 409,
    "table_not_stuck": 409,
    "table_moved_on": 409,
    "queue_away": 503,
}


def _is_ours(error: Exception) -> bool:
    """A code that only the office knows; what others know as well keeps their words."""
    return isinstance(error, Refused) and error.code in sentences()


def sentences() -> Mapping[str, Any]:
    """Codes that the office adds, with their sentences."""
    return {code: text for code, text in SENTENCES.items() if code not in tables.SENTENCES}


def problem(refusal: Any, language: str) -> Answer:
    """Status, problem-details body (RFC 9457) and extra headers, as `games.refusals.problem`."""
    _, body, headers = tables.problem(refusal, language)
    status = STATUS.get(refusal.code, 422)
    with override(language):
        title = str(tables.TITLES.get(status, tables.TITLES[422]))
        body |= {"status": status, "title": title, "detail": sentence(refusal)}
    if status == 503:
        headers += ((b"retry-after", b"1"),)
    return status, body, headers


def bring_to_api() -> None:
    """Called once, when the app is ready; asked first, since tournaments take what nobody knows."""
    if not any(more.problem is problem for more in MORE):
        MORE.insert(0, More(_is_ours, problem, sentences))
