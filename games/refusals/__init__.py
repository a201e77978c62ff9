"""What is refused at tables, about people and to programs: sentences, statuses, cards in words.

The codes are stable and part of the API; the sentences name the rule broken and the numbers.
A test walks through all codes that the code raises and fails if one has no sentence.
"""

import re
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.ledger import LedgerRefusal
from games import wording
from games.moves import errors
from games.refusals import people, play, programs
from rummy.engine.errors import InvalidAction
from web.api.json_input import UnreadableJson
from web.numbers import filled
from web.refusals import declare, declare_kinds

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
    "game_not_offered": 409,
    "ticket_unknown": 404,
    "ticket_redeemed": 409,
    "ticket_expired": 409,
    "round_not_over": 404,
    "deal_not_open": 404,
    "no_such_daily_deal": 404,
    "puzzle_not_found": 404,
    "no_puzzle_left": 404,
    "mistake_not_found": 404,
    "nothing_left_to_play": 409,
    "answer_complete": 409,
    "answer_too_long": 409,
    "answer_incomplete": 409,
    "not_broke": 409,
    "already_refilled": 409,
    "refill_tomorrow": 409,
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
    "nobody_thought": 503,
    "eliminated": 409,
    "no_rebuy": 409,
    "vacation_used_up": 409,
    "table_not_playing": 409,
    "vacation_unreadable": 400,
    **people.STATUS,
    **programs.STATUS,
}


SENTENCES: dict[str, str | Promise] = {
    **play.SENTENCES,
    **people.SENTENCES,
    **programs.SENTENCES,
}

KINDS = {
    errors.NotFound: 404,
    errors.NotAllowed: 403,
    errors.Conflict: 409,
    LedgerRefusal: 409,
    UnreadableJson: 400,
    InvalidAction: 400,
}


def declare_ours() -> None:
    """Called once, when the app is ready. Of house rules there may be more any time."""
    declare(SENTENCES, STATUS, tell=tell)
    declare(wording.house_refusals, tell=tell)
    declare_kinds(KINDS)


def tell(words: str | Promise, facts: Mapping[str, Any]) -> str:
    """A sentence with its facts, cards and lists in words."""
    told = wording.option_in_words(facts)
    why = play.WHYS.get(str(facts.get("why")))
    if why is not None:
        told["why"] = filled(why, _Readable(facts))
    return filled(words, _Readable(told))


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
