"""Tournament refusals in the API: the exception handler and the receipts know them too."""

from __future__ import annotations

from typing import Any

from django.utils.functional import Promise

from games.api.problems import MORE, More
from games.refusals import SENTENCES
from tournaments.director import Refused
from tournaments.refusals import STATUS, Refusal, problem, status_of
from tournaments.words import sentences as wording


def _is_ours(error: Exception) -> bool:
    """A code that only tournaments know, or that the director raised."""
    code: Any = getattr(error, "code", "")
    return isinstance(error, Refused) or (isinstance(error, Refusal) and code not in SENTENCES)


def sentences() -> dict[str, str | Promise]:
    """Codes that tournaments add, with their sentences."""
    return {code: text for code, text in wording.REFUSALS.items() if code not in SENTENCES}


def bring_to_api() -> None:
    """Called once, when the app is ready."""
    if not any(more.problem is problem for more in MORE):
        MORE.append(More(_is_ours, problem, sentences))


__all__ = ["STATUS", "bring_to_api", "status_of"]
