"""The office's refusals in the API: the exception handler and the receipts know them too."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import override

from backoffice.refusals import SENTENCES, STATUS, sentence
from games import refusals as tables
from games.api.problems import MORE, Answer, More


def sentences() -> Mapping[str, Any]:
    """Codes that the office adds, with their sentences; what others know keeps their words."""
    return {code: text for code, text in SENTENCES.items() if code not in tables.SENTENCES}


def _is_ours(error: Exception) -> bool:
    code: Any = getattr(error, "code", "")
    return hasattr(error, "facts") and isinstance(code, str) and code in sentences()


def problem(refusal: Any, language: str) -> Answer:
    """Status, problem-details body (RFC 9457) and extra headers, as `games.refusals.problem`."""
    _, body, headers = tables.problem(refusal, language)
    status = STATUS.get(refusal.code, 422)
    with override(language):
        title = str(tables.TITLES.get(status, tables.TITLES[422]))
        body |= {"status": status, "title": title, "detail": sentence(refusal)}
    return status, body, headers


def bring_to_api() -> None:
    """Called once, when the app is ready; asked first, since tournaments take what nobody knows."""
    if not any(more.problem is problem for more in MORE):
        MORE.insert(0, More(_is_ours, problem, sentences))
