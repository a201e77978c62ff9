"""Every refusal the code can raise has a stable code, a status and a sentence in both languages."""

import ast
from pathlib import Path

import pytest
from django.utils.translation import override

from rummy.engine import IllegalAction
from web import refusals
from web.numbers import unfilled
from web.refusals import Refusal, problem, sentence, sentences

SENTENCES = sentences()
ROOT = Path(__file__).resolve().parents[2]
RAISED = {
    "IllegalAction",
    "InvalidAction",
    "InvalidRules",
    "InvalidTerms",
    "UnreadableJson",
    "Conflict",
    "NotAllowed",
    "NotFound",
    "Refused",
}
# Faults of our own code, which no request can cause, and the wallet's, said on its page.
INTERNAL = {"deck_incomplete", "dealer_not_seated", "no_finite_actions", "reshuffles_incomplete"}


def raised_codes() -> dict[str, str]:
    """Each code literally given to a refusal, with the file it stands in."""
    found: dict[str, str] = {}
    for app in ("rummy", "web", "accounts", "games", "tournaments", "backoffice"):
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not node.args:
                    continue
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                first = node.args[0]
                if name in RAISED and isinstance(first, ast.Constant):
                    found[str(first.value)] = str(path.relative_to(ROOT))
    return found


def test_every_code_has_a_sentence() -> None:
    codes = raised_codes()
    assert len(codes) > 30
    missing = {code: where for code, where in codes.items() if code not in SENTENCES}
    assert {code: where for code, where in missing.items() if code not in INTERNAL} == {}


def test_every_status_lies_with_its_sentence_and_only_directors_say_a_code_anew() -> None:
    seen: set[str] = set()
    for codes in refusals._DECLARED:
        assert set(codes.status) <= set(codes.sentences())
        assert codes.by is not Refusal or not seen & set(codes.sentences())
        seen |= set(codes.sentences())


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_every_sentence_is_translated(code: str) -> None:
    with override("en"):
        english = unfilled(SENTENCES[code])
    with override("de"):
        german = unfilled(SENTENCES[code])
    assert german != english


def test_cards_are_named_as_players_write_them() -> None:
    facts = {"cards": ["7h", "Jd", "Ts"]}
    with override("en"):
        assert "♥7, ♦J, ♠10" in sentence("not_a_meld", facts)
    with override("de"):
        assert "♥7, ♦B, ♠10" in sentence("not_a_meld", facts)


def test_a_problem_names_rule_code_numbers_and_language() -> None:
    refusal = IllegalAction("deadwood_above_knock_limit", rule="GIN-5", points=12, limit=10)
    status, body, headers = problem(refusal, "de")
    assert status == 422
    assert (body["code"], body["rule"]) == ("deadwood_above_knock_limit", "GIN-5")
    assert body["facts"] == {"points": 12, "limit": 10}
    assert "12" in body["detail"]
    assert "10" in body["detail"]
    assert (b"content-language", b"de") in headers
