"""Every refusal as a sentence in the reader's language, with its HTTP status.

The codes are stable and part of the API; the sentences name the rule broken and the numbers.
A test walks through all codes that the code raises and fails if one has no sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, override, pgettext

from accounts.json_input import UnreadableJson
from accounts.ledger import LedgerRefusal
from accounts.refusals import Refused as CallerRefused
from accounts.services.players import RefillRefused
from games import refusals_formats as formats
from games import refusals_imports as imports
from games import refusals_people as people
from games import refusals_programs as programs
from games.engine.errors import InvalidAction, InvalidRules
from games.engine.errors import Refusal as EngineRefusal
from games.match import InvalidTerms
from games.services import errors

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
    "busy": 503,
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
    text = SENTENCES.get(code)
    if text is None:
        return _("This is not possible (%(code)s).") % {"code": code}
    try:
        return str(text) % _Readable(facts)
    except (KeyError, TypeError, ValueError):
        return str(text)


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
    409: gettext_lazy("Not possible any more"),
    413: gettext_lazy("Too much data"),
    415: gettext_lazy("Only JSON is read here"),
    422: gettext_lazy("Against the rules"),
    429: gettext_lazy("Too fast"),
    503: gettext_lazy("Please try again"),
}

# The sentences. One line per code; the rules' sentences say what is allowed, not only what is not.
SENTENCES: dict[str, str | Promise] = {
    "not_signed_in": gettext_lazy("Sign in or play as a guest first."),
    "bad_token": gettext_lazy("This token is unknown, expired or revoked."),
    "scope_missing": gettext_lazy("This token may not do that: it lacks the scope “%(scope)s”."),
    "csrf_failed": gettext_lazy("The page has expired. Reload it and try again."),
    "method_not_allowed": gettext_lazy("Use %(allowed)s here."),
    "not_found": gettext_lazy("There is nothing at this address."),
    "not_allowed": gettext_lazy("You may not do this."),
    "invalid_input": gettext_lazy("These fields are not as they should be: %(names)s."),
    "unreadable_request": gettext_lazy("The request cannot be read."),
    "round_not_over": gettext_lazy("Round %(round)s can be read when it is over."),
    "too_many_tokens": gettext_lazy("You have %(most)s tokens; revoke one you no longer use."),
    "not_broke": gettext_lazy(
        "The refill is for wallets with less than %(below)s chips; you have %(balance)s."
    ),
    "already_refilled": gettext_lazy("You have had your refill for %(day)s."),
    "rate_limited": gettext_lazy(
        "That was too often: %(most)s are allowed in %(window_seconds)s seconds. "
        "Try again in %(retry_after_seconds)s seconds."
    ),
    "too_many_requests": gettext_lazy("That was too fast. Wait a second and try again."),
    "too_many_streams": gettext_lazy("You already have %(most)s live connections open."),
    "busy": gettext_lazy("The table is busy. Nothing was lost; send the same request again."),
    "premium_required": gettext_lazy(
        "This is for premium members. Joining a table, and training with every special rule, "
        "is open to everybody."
    ),
    "ticket_unknown": gettext_lazy("There is no ticket with this code."),
    "ticket_redeemed": gettext_lazy("This ticket has been redeemed already."),
    "ticket_expired": gettext_lazy("This ticket was valid until %(day)s."),
    "rematch_not_over": gettext_lazy("A rematch can be offered when the match is over."),
    "rematch_too_late": gettext_lazy(
        "A rematch can be offered within %(minutes)s minutes of the end of the match."
    ),
    "rematch_not_here": gettext_lazy("There are no rematches at tables of this kind."),
    "rematch_not_offered": gettext_lazy("No rematch is being offered at this table."),
    "rematch_lapsed": gettext_lazy("The offer of a rematch has lapsed."),
    "rematch_declined": gettext_lazy("Somebody does not want a rematch."),
    "table_not_found": gettext_lazy("There is no such table, or it is private."),
    "table_not_open": gettext_lazy("This table is no longer open."),
    "table_full": gettext_lazy("All %(seats)s seats of this table are taken."),
    "seat_taken": gettext_lazy("Seat %(seat)s is already taken."),
    "no_such_seat": gettext_lazy("This table has no seat %(seat)s."),
    "already_seated": gettext_lazy("You already sit at this table."),
    "not_at_this_table": gettext_lazy("You do not sit at this table."),
    "too_many_tables": gettext_lazy(
        "You have opened %(open)s tables that wait for players; %(most)s are allowed."
    ),
    "too_many_seats": gettext_lazy("You sit at %(seats)s tables; %(most)s are allowed."),
    "stake_too_high_for_bots": gettext_lazy(
        "Bots play for at most %(most)s chips; the stake here is %(stake)s."
    ),
    "bot_unknown": gettext_lazy("There is no bot called “%(bot)s”."),
    "stale_version": gettext_lazy(
        "The table has moved on (you acted on version %(expected)s, it is %(current)s). Look again."
    ),
    "idempotency_key_reused": gettext_lazy(
        "This Idempotency-Key was already used for another request."
    ),
    "idempotency_key_missing": gettext_lazy(
        "Send an Idempotency-Key header: 1 to %(most)s printable characters, new for each action."
    ),
    "expected_version_missing": gettext_lazy(
        "Send expected_version: the version of the view you acted on."
    ),
    "expected_version_unreadable": gettext_lazy("expected_version is a whole number from 0."),
    "unknown_field": gettext_lazy("Unknown fields: %(fields)s."),
    "seed_unreadable": gettext_lazy("A seed is a text of at most %(most)s printable characters."),
    "hints_in_training_only": gettext_lazy("Hints are given at training tables only."),
    "no_round_in_play": gettext_lazy("No round is being played right now."),
    "round_in_play": gettext_lazy("The round is already being played."),
    "match_over": gettext_lazy("This match is over."),
    "already_ready": gettext_lazy("You are already ready; the others are being waited for."),
    "already_sitting_out": gettext_lazy("You are already sitting out."),
    "not_sitting_out": gettext_lazy("You are not sitting out."),
    "already_resigned": gettext_lazy("You have resigned from this match."),
    "insufficient_chips": gettext_lazy(
        "You need %(needed)s chips and have %(available)s. A refill is in your wallet every day."
    ),
    "out_of_range": gettext_lazy(
        "%(field)s must lie between %(least)s and %(most)s; you gave %(value)s."
    ),
    "format_unknown": gettext_lazy("There is no match format “%(format)s”."),
    "seats_not_allowed": gettext_lazy("This game is played by %(allowed)s players, not %(seats)s."),
    "point_limit_missing": gettext_lazy("A match needs a point limit."),
    "rounds_missing": gettext_lazy("A ring game needs a number of rounds."),
    "not_your_turn": gettext_lazy("It is not your turn."),
    "round_over": gettext_lazy("The round is over."),
    "not_in_this_phase": gettext_lazy(
        "That cannot be done now: draw first, then discard or knock."
    ),
    "card_not_in_hand": gettext_lazy("You do not hold %(card)s."),
    "taken_card_not_discarded": gettext_lazy(
        "%(card)s was taken from the discard pile: it may not be discarded in the same turn."
    ),
    "must_draw_stock": gettext_lazy(
        "The discard pile may not be drawn from now: take a card from the stock."
    ),
    "discard_pile_empty": gettext_lazy("The discard pile is empty."),
    "deadwood_above_knock_limit": gettext_lazy(
        "To knock you may keep at most %(limit)s points of deadwood; you would keep %(points)s."
    ),
    "not_a_meld": gettext_lazy("%(cards)s is no meld."),
    "meld_card_not_in_hand": gettext_lazy("You do not hold all of %(cards)s."),
    "card_in_two_melds": gettext_lazy("A card belongs to one meld only: %(cards)s."),
    "layoff_on_no_meld": gettext_lazy(
        "There is no meld number %(meld)s for %(card)s: %(melds)s lie there, counted from 0."
    ),
    "layoff_does_not_fit": gettext_lazy("%(cards)s does not fit onto the meld %(onto)s."),
    "cards_not_melded": gettext_lazy("These cards must be melded: %(cards)s."),
    "glass_claimed_this_turn": gettext_lazy("You have already claimed a glass in this turn."),
    "no_knock_after_hirschn": gettext_lazy(
        "You have just announced Hirschn: the earliest knock is in your next turn."
    ),
    "hirschn_already_announced": gettext_lazy("Hirschn has already been announced in this round."),
    "action_not_in_these_rules": gettext_lazy("This table's rules know no action “%(action)s”."),
    "action_not_an_object": gettext_lazy("An action is a JSON object with a type."),
    "action_type_unknown": gettext_lazy("There is no action “%(type)s”."),
    "action_unreadable": gettext_lazy("The action “%(type)s” cannot be read: %(problem)s."),
    "preset_unknown": gettext_lazy("There is no game called “%(preset)s”."),
    "option_unknown": gettext_lazy("%(preset)s has no option “%(option)s”."),
    "option_not_allowed": gettext_lazy("%(option)s cannot be %(value)s."),
    "house_rule_unknown": gettext_lazy("There is no special rule “%(house_rule)s”."),
    "house_rule_of_another_family": gettext_lazy(
        "The special rule “%(house_rule)s” does not belong to this game."
    ),
    "draw_first": gettext_lazy("Draw a card first."),
    "already_drawn": gettext_lazy("You have already drawn in this turn."),
    "dealer_does_not_draw": gettext_lazy(
        "The dealer was dealt %(cards)s cards and begins without drawing: meld, or discard."
    ),
    "pile_drawn_too_often": gettext_lazy(
        "%(streak)s turns in a row drew from the discard pile, and %(limit)s are allowed: "
        "take a card from the stock."
    ),
    "card_not_in_pile": gettext_lazy("%(card)s does not lie in the discard pile."),
    "only_the_top_card": gettext_lazy(
        "Only the top card of the discard pile may be taken: %(card)s."
    ),
    "joker_not_named": gettext_lazy("Say which card the joker stands for."),
    "too_many_jokers": gettext_lazy(
        "%(cards)s would be a meld with %(jokers)s jokers; %(allowed)s are allowed in it."
    ),
    "no_card_to_discard": gettext_lazy(
        "Keep a card to discard: the last one goes to the discard pile."
    ),
    "first_meld_first": gettext_lazy(
        "First comes your first meld: it has %(points)s of %(needed)s points."
    ),
    "first_meld_too_low": gettext_lazy(
        "Your first meld is worth %(points)s points; it must reach %(needed)s. "
        "Lay more, or take it back."
    ),
    "joker_needs_new_meld": gettext_lazy(
        "An exchanged joker must lie in a new meld; it may not be laid off."
    ),
    "joker_not_there": gettext_lazy("That joker does not lie in the meld %(onto)s."),
    "exchange_does_not_fit": gettext_lazy(
        "%(card)s cannot take the joker's place; it stands for %(needed)s."
    ),
    "exchange_completes_no_set": gettext_lazy(
        "From a set a joker may be exchanged only when %(needed)s natural cards then lie there; "
        "it would be %(cards)s."
    ),
    "joker_not_melded": gettext_lazy(
        "An exchanged joker must lie in a new meld before your turn ends; "
        "jokers still to be melded: %(waiting)s."
    ),
    "taken_card_not_used": gettext_lazy(
        "%(card)s was taken from the discard pile: lay it in this turn, or put it back."
    ),
    "table_card_missing": gettext_lazy("These cards must stay on the table: %(cards)s."),
    "no_card_laid": gettext_lazy("Who rearranges the table lays at least one card from the hand."),
    "nothing_to_take_back": gettext_lazy("There is nothing to take back in this turn."),
    "claim_on_own_turn": gettext_lazy("It is your turn: take the card instead of knocking for it."),
    "claim_too_late": gettext_lazy("There is no fresh discard to knock for."),
    "claim_of_own_discard": gettext_lazy("You discarded %(card)s yourself."),
    "already_claimed": gettext_lazy("You have already knocked for %(card)s."),
    "options_contradict": gettext_lazy("%(option)s cannot be combined with %(excludes)s."),
    "trophy_unreadable": gettext_lazy(
        "The trophy is a text of at most %(most)s printable characters."
    ),
    "bot_plays_other_games": gettext_lazy("The bot “%(bot)s” does not play this game."),
    "body_too_large": gettext_lazy("At most %(most)s bytes are read."),
    "body_not_utf8": gettext_lazy("The body is not UTF-8."),
    "json_syntax": gettext_lazy("The body is not JSON (position %(position)s)."),
    "json_too_deep": gettext_lazy("The JSON is nested more than %(most)s deep."),
    "json_not_an_object": gettext_lazy("The body must be a JSON object."),
    "json_key_twice": gettext_lazy("The key “%(key)s” stands twice in one object."),
    "number_too_long": gettext_lazy("A number may have at most %(most)s digits."),
    "number_not_finite": gettext_lazy("%(found)s is not a number."),
    "number_not_whole": gettext_lazy("Only whole numbers are used here; you sent %(found)s."),
    "text_unstorable": gettext_lazy("A text holds characters that no text may hold."),
    "content_type_not_json": gettext_lazy("Send Content-Type: application/json."),
    **people.SENTENCES,
    **formats.SENTENCES,
    **programs.SENTENCES,
    **imports.SENTENCES,
}
