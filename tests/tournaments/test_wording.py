"""Every reason and every refusal of the director has its sentence, with no fact it does not get."""

import ast
import json
import re

from django.utils import timezone, translation

from accounts.clubs import refusals as clubs
from games.refusals import SENTENCES
from tests.architecture.sources import files, tree
from tournaments.director import FORMATS, SCHEDULES
from tournaments.director.reasons import NAMES, RULES
from tournaments.live.streams import in_words
from tournaments.models import Decision
from tournaments.planner.forecasts.outlook import percent
from tournaments.planner.forms import PlanForm
from tournaments.selectors import decisions
from tournaments.words import sentences as wording
from web import refusals
from web.numbers import unfilled

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
RAISED = {"Refused", "InvalidPlan"}


def refused_codes() -> set[str]:
    """First arguments of the refusals raised in the code."""
    return {
        node.args[0].value
        for path in files("tournaments")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in RAISED
        and node.args
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_every_reason_has_its_rule() -> None:
    assert set(wording.REASONS) == set(RULES)


def test_no_sentence_names_a_fact_that_its_reason_does_not_bring() -> None:
    with translation.override("de"):
        wrong = {
            code: unfilled(sentence)
            for code, sentence in wording.REASONS.items()
            if set(PLACEHOLDER.findall(unfilled(sentence))) - NAMES[code]
        }
    assert wrong == {}


def test_a_reason_speaks_to_all_who_read_it() -> None:
    """The hall reads each of them after the name of whom it concerns."""
    addressed = re.compile(r"\b(you|your|du|dich|dir|dein\w*)\b", re.IGNORECASE)
    for language in ("en", "de"):
        with translation.override(language):
            told = [unfilled(sentence) for sentence in wording.REASONS.values()]
        assert [one for one in told if addressed.search(one)] == []


def test_every_refusal_has_its_sentence() -> None:
    found = refused_codes()
    assert len(found) > 30
    assert found - set(wording.REFUSALS) - set(SENTENCES) - set(clubs.SENTENCES) == set()


def test_every_format_and_schedule_has_its_name() -> None:
    assert all(one.title and one.summary for one in FORMATS.values())
    assert set(SCHEDULES) < set(wording.SCHEDULES)


def test_a_reason_becomes_a_sentence() -> None:
    facts = {"players": 4, "others": 2, "moves": 0}
    assert wording.explain("moved_to_balance", facts) == (
        "The old table had 4 players and another only 2. The lot was drawn among those who had been"
        " moved least (0 times)."
    )
    out = wording.explain("rank_by_round", {"rank": 7, "wave": 0, "chips": 40})
    assert out == (
        "Rank 7: out at settlement 1 of the tournament, with 40 chips when the round began."
    )
    assert refusals.sentence("tournament_full", {"most": 8}) == (
        "The tournament is full: 8 entries."
    )
    assert refusals.sentence("never_heard", {}) == "This is not possible (never_heard)."


def test_prizes_bounties_and_refunds_name_the_amount_and_how_it_comes_about() -> None:
    prize = {"rank": 2, "percent": 30, "places": 3, "prize_chips": 540, "pool_chips": 1_800}
    bounty = {"out": "Bob", "heads": 2, "bounty_chips": 25, "winners": 1, "prize_chips": 50}
    refund = {
        "refund_chips": 167,
        "even_chips": 67,
        "share_chips": 100,
        "players": 3,
        "rest_chips": 200,
        "chips": 200,
        "all": 400,
    }
    assert wording.explain("prize_by_percentage", prize) == (
        "Prize of rank 2: 30% of a pool of 1,800 chips = 540 chips; 3 places are paid."
    )
    assert wording.explain("bounty_won", bounty) == (
        "Bounty for Bob, won with the round in which their last chips were lost: 50 chips"
        " (2 × 25 chips)."
    )
    assert wording.explain("refund_half_equal_half_by_chips", refund) == (
        "167 chips: 67 chips of half of the pool in equal parts for 3 players, and 100 chips by"
        " stacks (200 chips × 200 ÷ 400)."
    )
    with translation.override("de"):
        assert wording.explain("prize_by_percentage", prize) == (
            "Preis für Rang 2: 30 % eines Topfes von 1.800 Chips = 540 Chips;"
            " 3 Plätze sind bezahlt."
        )


def test_the_planner_speaks_its_readers_language() -> None:
    turns = PlanForm.base_fields["turn_seconds"]
    with translation.override("de"):
        assert dict(turns.choices)[15] == "15 Sekunden"  # type: ignore[attr-defined]
        assert percent(105) == "10,5"
    assert dict(turns.choices)[15] == "15 seconds"  # type: ignore[attr-defined]
    assert percent(105) == "10.5"


def test_a_decision_is_told_with_levels_from_one_and_its_kind_as_others_write_it() -> None:
    raised = Decision(
        kind="RaiseLevel",
        code="level_rounds_played",
        facts={"level": 2, "pcr": 8, "rounds": 3},
        at=timezone.now(),
    )
    (shown,) = decisions.shown([raised])
    (streamed,) = in_words(
        [(1, raised.kind, raised.code, json.dumps(raised.facts), None, None, raised.at)], "en"
    )
    assert shown.facts == streamed["facts"] == {"level": 3, "pcr": 8, "rounds": 3}
    assert shown.kind == streamed["kind"] == "raise_level"
    assert shown.sentence == streamed["text"]
    assert "level 3" in shown.sentence.lower()
    assert raised.facts["level"] == 2
