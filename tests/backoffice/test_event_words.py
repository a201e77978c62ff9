"""Staff read what happened at a table in words, in both languages, whatever the game."""

from dataclasses import fields
from typing import Any

import pytest
from django.utils.translation import override

from backoffice.inspector.event_words import EVENTS, FACTS, NOT_TOLD, REASONS, facts_in_words
from games.wording import house_events
from rummy.engine import records
from rummy.match import events as of_the_match

# Other tests invent events of their own in the same process.
KINDS = {key: kind for key, kind in records._EVENTS.items() if kind.__module__.startswith("rummy.")}


def names_of_facts(kind: type[Any]) -> set[str]:
    return {field.name for field in fields(kind)} - set(NOT_TOLD)


def test_every_event_there_is_has_words_and_no_words_are_for_none() -> None:
    assert of_the_match.MatchStarted.type in KINDS
    assert set(EVENTS) | set(house_events()) == set(KINDS)
    assert not set(EVENTS) & set(house_events())


def test_everything_an_event_brings_has_words() -> None:
    brought = {name for kind in KINDS.values() for name in names_of_facts(kind)}
    assert brought - set(FACTS) == set()


@pytest.mark.parametrize(
    "words",
    [EVENTS, house_events(), FACTS, REASONS],
    ids=["events", "house rules", "facts", "reasons"],
)
def test_all_of_them_are_translated(words: dict[str, Any]) -> None:
    """A few words are the same in both languages."""
    same = {"ms", "gin", "undercut", "knock_limit", "joker", "by", "hand_romme", "trophy", "robots"}
    with override("en"):
        english = {key: str(word) for key, word in words.items()}
    with override("de"):
        german = {key: str(word) for key, word in words.items()}
    assert {key for key in words if english[key] == german[key]} <= same


def test_what_an_event_brings_is_told_in_words_and_cards() -> None:
    knock = {"seat": 1, "card": "Ks", "melds": [["7h", "8h", "9h"]], "points": 4, "answer_due": 0}
    with override("en"):
        told = facts_in_words(knock, ["Anna", "Bert"])
    assert told == "melds: ♥7 ♥8 ♥9 · points: 4 · answer by the seat: Anna"
    with override("en"):
        assert facts_in_words({"reason": "misses"}, ["Anna"]) == "reason: missed too many turns"
