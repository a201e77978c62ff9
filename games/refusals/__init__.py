"""Every refusal as a sentence in the reader's language, with its HTTP status.

The codes are stable and part of the API; the sentences name the rule broken and the numbers.
A test walks through all codes that the code raises and fails if one has no sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override, pgettext

from accounts.joining.players import RefillRefused
from accounts.ledger import LedgerRefusal
from games import wording
from games.moves import errors
from games.refusals import formats, imports, people, play, programs
from rummy.engine.errors import InvalidAction, InvalidRules
from rummy.engine.errors import Refusal as EngineRefusal
from rummy.match import InvalidTerms
from web.figures import filled
from web.json_input import UnreadableJson
from web.refusals import Refused as CallerRefused

Refusal = (
    errors.Refused,
    EngineRefusal,
    InvalidTerms,
    LedgerRefusal,
    UnreadableJson,
    CallerRefused,
    RefillRefused,
)

STATUS: dict[str, int] = {
    "not_signed_in": 401,
    "bad_token": 401,
    "invalid_input": 400,
    "unreadable_request": 400,
    "unknown_field": 400,
    "json_key_twice": 400,
    "json_not_an_object": 400,
    "idempotency_key_missing": 400,
    "scope_missing": 403,
    "csrf_failed": 403,
    "not_allowed": 403,
    "premium_required": 403,
    "ticket_unknown": 404,
    "ticket_redeemed": 409,
    "ticket_expired": 409,
    "round_not_over": 404,
    "too_many_tokens": 409,
    "not_broke": 409,
    "already_refilled": 409,
    "rate_limited": 429,
    "not_found": 404,
    "table_not_found": 404,
    "method_not_allowed": 405,
    "body_too_large": 413,
    "content_type_not_json": 415,
    "too_many_requests": 429,
    "too_many_streams": 429,
    "idempotency_key_reused": 422,
    "not_your_turn": 409,
    "no_round_in_play": 409,
    "round_in_play": 409,
    "match_over": 409,
    "round_over": 409,
    "already_ready": 409,
    "already_sitting_out": 409,
    "already_resigned": 409,
    "not_sitting_out": 409,
    **people.STATUS,
    **formats.STATUS,
    **programs.STATUS,
    **imports.STATUS,
}


def status_of(refusal: Any) -> int:
    """The HTTP status of a refusal: by its code, else by its kind."""
    if refusal.code in STATUS:
        return STATUS[refusal.code]
    if isinstance(refusal, errors.NotFound):
        return 404
    if isinstance(refusal, errors.NotAllowed):
        return 403
    if isinstance(refusal, errors.Conflict | LedgerRefusal):
        return 409
    if isinstance(refusal, UnreadableJson | InvalidAction):
        return 400
    if isinstance(refusal, InvalidRules | InvalidTerms):
        return 422
    return 422


def sentence(code: str, facts: Mapping[str, Any]) -> str:
    """The refusal in words, in the active language."""
    text = SENTENCES.get(code) or wording.house_refusals().get(code)
    if text is not None:
        with suppress(KeyError, TypeError, ValueError):
            return filled(text, _Readable(facts))
    return _("This is not possible (%(code)s).") % {"code": code}


def problem(
    refusal: Any, language: str
) -> tuple[int, dict[str, Any], tuple[tuple[bytes, bytes], ...]]:
    """Status, problem-details body (RFC 9457) and extra headers of a refusal."""
    status = status_of(refusal)
    with override(language):
        body = {
            "type": f"/api/v1/problems/#{refusal.code}",
            "title": str(_title(status)),
            "status": status,
            "code": refusal.code,
            "detail": sentence(refusal.code, refusal.facts),
            "rule": getattr(refusal, "rule", ""),
            "facts": {key: _plain(value) for key, value in refusal.facts.items()},
        }
    headers: tuple[tuple[bytes, bytes], ...] = ((b"content-language", language.encode()),)
    if status in (429, 503):
        seconds = int(refusal.facts.get("retry_after_seconds", 1))
        headers += ((b"retry-after", b"%d" % seconds),)
    if status == 401:
        headers += ((b"www-authenticate", b"Token"),)
    return status, body, headers


class _Readable(dict[str, Any]):
    """Facts for a sentence: lists as words, what is missing as a dash."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__({key: in_words(value) for key, value in facts.items()})

    def __missing__(self, key: str) -> str:
        return "–"


_CARD = re.compile(r"([A2-9TJQK])([shdc])2?|X[1-6](?:=(.+))?")
_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def in_words(value: Any) -> Any:
    """Lists as words, cards as players write them: ♥7, ♥B for the jack in German, Joker (♥7)."""
    if isinstance(value, list | tuple):
        return ", ".join(str(in_words(item)) for item in value)
    card = _CARD.fullmatch(value) if isinstance(value, str) else None
    if card is None:
        return value
    rank, suit, stands_for = card.groups()
    if rank is not None:
        return f"{_SUITS[suit]}{_rank(rank)}"
    return f"{_('Joker')} ({in_words(stands_for)})" if stands_for else _("Joker")


def _rank(rank: str) -> str:
    letters = {
        "A": pgettext("rank", "A"),
        "T": "10",
        "J": pgettext("rank", "J"),
        "Q": pgettext("rank", "Q"),
        "K": pgettext("rank", "K"),
    }
    return letters.get(rank, rank)


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, int | str | bool | dict | None) else str(value)


def _title(status: int) -> str | Promise:
    return TITLES.get(status, TITLES[422])


TITLES: dict[int, str | Promise] = {
    400: gettext_lazy("The request cannot be read"),
    401: gettext_lazy("Please sign in"),
    403: gettext_lazy("Not allowed"),
    404: gettext_lazy("Not found"),
    405: gettext_lazy("This address does not take that method"),
    408: gettext_lazy("Too slow"),
    409: gettext_lazy("Not possible any more"),
    413: gettext_lazy("Too much data"),
    415: gettext_lazy("Only JSON is read here"),
    422: gettext_lazy("Against the rules"),
    429: gettext_lazy("Too fast"),
    500: gettext_lazy("Our fault"),
    503: gettext_lazy("Please try again"),
}

SENTENCES: dict[str, str | Promise] = {
    **play.SENTENCES,
    **people.SENTENCES,
    **formats.SENTENCES,
    **programs.SENTENCES,
    **imports.SENTENCES,
    **wording.house_refusals(),
}
