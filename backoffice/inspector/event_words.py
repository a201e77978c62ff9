"""What happens at a table, in words for staff: each kind of event, and what it brings with it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.refusals import in_words
from games.wording import house_events, score_reason

Words = str | Promise

EVENTS: dict[str, Words] = {
    # the match
    "match_started": _("The match begins"),
    "seats_drawn": _("Seats are drawn"),
    "round_prepared": _("The shuffle is fixed"),
    "player_ready": _("Ready"),
    "round_started": _("The round begins"),
    "round_scored": _("The round is scored"),
    "match_finished": _("The match is over"),
    "timed_out": _("Time has run out"),
    "sat_out": _("Is away; the table plays on"),
    "returned": _("Is back"),
    "resigned": _("Gives up"),
    "grace_began": _("Late; the table waits a little"),
    "played_for": _("The table plays for the seat"),
    "outage_compensated": _("Server was briefly away, thinking time extended"),
    "time_given": _("The director gives time"),
    "vacation_taken": _("Takes vacation"),
    "players_reseated": _("Seats change"),
    "bought_back": _("Buys back in"),
    # cards, in every game
    "stock_drawn": _("Draws from the stock"),
    "discarded": _("Discards"),
    "round_ended": _("The cards are played out"),
    # gin
    "round_dealt": _("Cards are dealt"),
    "upcard_passed": _("Passes the upcard"),
    "upcard_taken": _("Takes the upcard"),
    "knocked": _("Knocks"),
    "partner_melded": _("Melds for the team"),
    "answered": _("Answers the knock"),
    # melds on the table
    "cards_dealt": _("Cards are dealt"),
    "discard_claimed": _("Knocks for the discard"),
    "claim_granted": _("Gets the discard"),
    "discard_taken": _("Takes from the discard pile"),
    "meld_laid": _("Lays a meld"),
    "card_laid_off": _("Lays off"),
    "joker_exchanged": _("Exchanges a joker"),
    "table_rearranged": _("Rearranges the table"),
    "taken_back": _("Takes back what was laid"),
    "turn_ended": _("Ends the turn"),
    "stock_exhausted": _("The stock is used up"),
    "stock_rebuilt": _("The discard pile becomes the stock"),
    "hands_shown": _("Hands are shown"),
}
FACTS: dict[str, Words] = {
    "answer_due": _("answer by the seat"),
    "before_round": _("goes on from round"),
    "before_table": _("goes on from table"),
    "by": pgettext_lazy("who plays for a seat", "by"),
    "came_from": _("came from the seats"),
    "cards": _("cards"),
    "client_seeds": _("seeds of the players"),
    "commitment": _("commitment"),
    "credited": _("credited"),
    "cut": _("cut"),
    "days": _("days"),
    "deadwood": _("deadwood"),
    "dealer": _("dealer"),
    "draws": _("draws"),
    "from_ms": _("from (ms)"),
    "hand_counts": _("cards per hand"),
    "hands": _("hands"),
    "joker": _("joker"),
    "knock_limit": _("knock limit"),
    "layoffs": _("lay-offs"),
    "lines": _("lines"),
    "meld": pgettext_lazy("its number", "meld no."),
    "melds": _("melds"),
    "moves": _("moves"),
    "ms": _("milliseconds"),
    "must_use": _("must be used"),
    "next_answer": _("next answer by the seat"),
    "number": pgettext_lazy("of a round", "round"),
    "open_partners": _("partners see each other"),
    "partner": _("partner sees it"),
    "payouts": _("payouts"),
    "places": _("places"),
    "played_for": _("played for"),
    "players": pgettext_lazy("at a table", "players"),
    "playing": _("playing on"),
    "points": _("points"),
    "rank": _("rank"),
    "reason": _("reason"),
    "reshuffles": _("stocks built again"),
    "robots": _("bots"),
    "round": pgettext_lazy("of a round", "round"),
    "seats": _("seats"),
    "seed": _("seed"),
    "steps": _("steps"),
    "stock": _("stock"),
    "stock_count": _("cards in the stock"),
    "suit": _("suit"),
    "tallies": _("tallies"),
    "to_hand": _("into the hand"),
    "total": _("total"),
    "totals": _("totals"),
    "trophy": _("trophy"),
    "until_ms": _("until (ms)"),
    "upcard": _("upcard"),
    "winner": _("winner"),
    "winners": _("winners"),
}
# Why a round or match is over, or somebody does not play; the score's own reasons have their words.
REASONS: dict[str, Words] = {
    "knock": _("knock"),
    "gin": _("gin"),
    "undercut": _("undercut"),
    "out": _("gone out"),
    "hand_romme": _("hand-rommé"),
    "stock_exhausted": _("the stock is used up"),
    "player": _("by choice"),
    "misses": _("missed too many turns"),
    "eliminated": _("eliminated"),
    "tie_break": _("tie-breaker"),
    "tie_breaker": _("tie-breaker"),
    "last_one_in": _("the last one in"),
    "bought_back": _("bought back in"),
    "resigned": _("given up"),
}
OF_SEATS = ("dealer", "winner", "winners", "answer_due", "next_answer")
# Said elsewhere on the page: who, with which card, and the lines of the score.
NOT_TOLD = ("seat", "v", "card", "lines", "tallies")


def event_name(key: str) -> Words:
    """An event in short; its key where nobody has words for it."""
    return EVENTS.get(key) or house_events().get(key, key)


def facts_in_words(payload: Mapping[str, Any], names: Sequence[str]) -> str:
    """What an event brings, in one line: “melds: ♥7 ♥8 ♥9 · points: 4”."""
    return " · ".join(
        f"{FACTS.get(key, key)}: {_in_words(key, value, names)}"
        for key, value in payload.items()
        if key not in NOT_TOLD and (value or value == 0) and value is not False
    )


def _in_words(key: str, value: Any, names: Sequence[str]) -> str:
    if isinstance(value, bool):
        return gettext("yes")
    if isinstance(value, list | tuple):
        between = " | " if any(isinstance(one, list | dict) for one in value) else " "
        return between.join(_in_words(key, one, names) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{_in_words(key, one, names)}" for one in value.values())
    if key in OF_SEATS and isinstance(value, int) and value < len(names):
        return names[value]
    if key == "reason":
        return str(REASONS.get(str(value), score_reason(str(value))))
    return str(in_words(value))
