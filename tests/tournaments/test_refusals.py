"""What tournaments refuse reads as a sentence and has a status; nothing falls back to a code."""

from django.utils import translation

from accounts.clubs import refusals as clubs
from games import refusals as tables
from games.moves.errors import Conflict, NotAllowed, NotFound
from tests.tournaments.test_wording import refused_codes
from tournaments.director import InvalidPlan, Refused
from tournaments.refusals import STATUS
from tournaments.words import sentences as wording
from web import refusals


def test_every_status_belongs_to_a_sentence() -> None:
    assert set(STATUS) <= set(wording.REFUSALS)
    known = set(wording.REFUSALS) | set(tables.SENTENCES) | set(clubs.SENTENCES)
    assert refused_codes() <= known


def test_a_refusal_of_the_hour_is_a_conflict_an_unsound_plan_is_not() -> None:
    assert refusals.status_of(Refused("tournament_full", rule="PLAY-40", most=8)) == 409
    assert refusals.status_of(InvalidPlan("target_missing", rule="PLAY-12")) == 422
    assert refusals.status_of(NotFound("tournament_not_found", tournament=1)) == 404
    assert refusals.status_of(NotAllowed("not_in_this_tournament", tournament=1)) == 403


def test_the_problem_names_rule_numbers_and_sentence_in_the_readers_language() -> None:
    refusal = Refused("tournament_full", rule="PLAY-40", most=8)
    status, body, headers = refusals.problem(refusal, "de")
    assert (status, body["status"], body["code"], body["rule"]) == (
        *(409, 409),
        "tournament_full",
        "PLAY-40",
    )
    assert body["facts"] == {"most": 8}
    assert "8" in body["detail"]
    with translation.override("de"):
        assert body["detail"] == refusals.words_of(refusal)
    assert (b"content-language", b"de") in headers


def test_a_code_that_tables_know_too_is_said_by_whoever_raised_it() -> None:
    at_table = Conflict("format_unknown", format="x")
    of_plan = InvalidPlan("format_unknown", format="x")
    with translation.override("en"):
        assert "match format" in refusals.words_of(at_table)
        assert "match" not in refusals.words_of(of_plan)
