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
from web.refusals import by_code, declare, declare_kinds

STATUS: dict[str, int] = {
    **by_code(
        {
            400: "invalid_input unreadable_request unknown_field json_key_twice"
            " json_not_an_object idempotency_key_missing idempotency_key_too_long"
            " vacation_unreadable",
            401: "not_signed_in bad_token account_banned",
            403: "scope_missing csrf_failed not_allowed premium_required",
            404: "ticket_unknown round_not_over deal_not_open no_such_daily_deal puzzle_not_found"
            " address_without_slash no_puzzle_left mistake_not_found not_found table_not_found",
            405: "method_not_allowed",
            409: "game_not_offered ticket_redeemed ticket_expired nothing_left_to_play"
            " answer_complete answer_too_long answer_incomplete not_broke already_refilled"
            " refill_tomorrow not_your_turn no_round_in_play round_in_play match_over"
            " round_over already_ready already_sitting_out already_resigned not_sitting_out"
            " back_and_forth_too_often eliminated no_rebuy vacation_used_up table_not_playing",
            413: "body_too_large",
            415: "content_type_not_json content_encoded",
            422: "idempotency_key_reused",
            429: "too_many_requests too_many_streams",
            503: "nobody_thought",
        }
    ),
    **people.STATUS,
    **programs.STATUS,
}


SENTENCES: dict[str, str | Promise] = {
    **play.SENTENCES,
    **people.SENTENCES,
    **programs.SENTENCES,
}

WHYS: dict[str, str | Promise] = {**play.WHYS, **programs.WHYS}

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
    """A sentence with its facts: cards, lists and keys in words."""
    told = wording.facts_in_words(facts)
    why = WHYS.get(str(facts.get("why")))
    if why is not None:
        told["why"] = filled(why, _Readable(facts))
    field = play.FIELDS.get(str(facts.get("field")))
    if field is not None:
        told["field"] = str(field)
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
