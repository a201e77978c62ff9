"""Sentences with a count have a form for one, in both languages, and read well at 0, 1 and 2."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.utils.functional import Promise
from django.utils.translation import override

from accounts.clubs.refusals import SENTENCES as CLUBS
from accounts.notices.kinds import KINDS
from accounts.people.refusals import SENTENCES as PEOPLE
from backoffice.refusals import SENTENCES as OFFICE
from games.refusals import SENTENCES as TABLES
from tournaments.words.sentences import REASONS, REFUSALS
from web.numbers import filled, unfilled, with_figures

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
TABLES_OF_SENTENCES: Mapping[str, Mapping[str, Any]] = {
    "people": PEOPLE, "clubs": CLUBS, "tables": TABLES, "tournaments": REFUSALS, "reasons": REASONS,
    "office": OFFICE,
    "notices": {key: kind.sentence for key, kind in KINDS.items() if not callable(kind.sentence)},
}  # fmt: skip
# What a sentence counts, in English and German: one of them is singular.
ONES = (
    r"chips|points|rounds|players|entries|minutes|seconds|tables|tickets|places|stages|days|friends"
    r"|tokens|bots|rows|letters|clubs|members|characters|drafts|tournaments|Clubs|Mitglieder"
    r"|Punkten?|Runden|Minuten|Sekunden|Tischen?|Tickets|Plätzen?"
    r"|Durchgängen?|Anmeldungen|Chips|Spielern?|Tagen?|Zeilen|Zeichen"
)
AT_ONE = re.compile(rf"(?<![\d.,])1 (?:{ONES})\b")
# Numbers that are never one, by table and code: more than one sits, plays or is allowed there.
NEVER_ONE = {
    ("clubs", "club_name_length"): {"least", "most"},
    ("tournaments", "club_has_many_drafts"): {"most"},
    ("tournaments", "club_publishes_no_more"): {"most"},
    ("office", "restitution_drafts_wait"): {"drafts"},
    ("tables", "idempotency_key_missing"): {"most"},
    ("tables", "idempotency_key_too_long"): {"most"},
    ("tables", "import_cell_too_long"): {"most"},
    ("tables", "import_too_large"): {"most"},
    ("people", "rate_limited"): {"window_seconds"},
    ("tables", "rate_limited"): {"window_seconds"},
    ("tables", "table_full"): {"seats"},
    ("tables", "too_many_prizes"): {"seats"},
    ("office", "table_not_stuck"): {"seconds", "minutes"},
    ("tables", "request_too_slow"): {"seconds"},
    ("tables", "seats_not_allowed"): {"allowed"},
    ("tournaments", "entries_out_of_range"): {"most"},
    ("tournaments", "one_table_only"): {"seats"},
    ("tournaments", "pairs_too_many"): {"named", "seats"},
    ("tournaments", "players_expected_out_of_range"): {"most"},
    ("tournaments", "recurrence_too_often"): {"most"},
    ("tournaments", "schedule_does_not_end"): {"players"},
    ("tournaments", "tables_do_not_fit"): {"players"},
    ("reasons", "moved_to_balance"): {"players"},
    ("reasons", "prize_shared"): {"tied"},
    ("reasons", "seats_drawn"): {"entries"},
    ("reasons", "table_broken"): {"players", "seats", "tables"},
    ("reasons", "table_opened_for_late_players"): {"players", "seats"},
    ("reasons", "tied_play_on"): {"tied"},
    ("reasons", "won_table_by_comparison"): {"tied"},
    ("reasons", "won_table_by_lot"): {"tied"},
}


def sentences() -> Iterator[tuple[str, str, str | Promise]]:
    for table, words in TABLES_OF_SENTENCES.items():
        for code, sentence in words.items():
            yield table, code, sentence


def counts_of(sentence: str | Promise) -> set[str]:
    return set(PLACEHOLDER.findall(unfilled(sentence)))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_sentence_reads_at_none_one_and_two(language: str) -> None:
    """At one by each of its numbers in turn, the others being two."""
    wrong = []
    with override(language):
        for table, code, sentence in sentences():
            for number in (0, 1, 2):
                for one in counts_of(sentence) or {""}:
                    facts = with_figures({**dict.fromkeys(counts_of(sentence), 2), one: number})
                    told = filled(sentence, facts)
                    assert told, (table, code)
                    assert "%(" not in told, (table, code, told)
                    is_one = number == 1 and one not in NEVER_ONE.get((table, code), ())
                    if is_one and AT_ONE.search(told):
                        wrong.append((table, code, told))
    assert wrong == [], "\n".join(map(str, wrong))
