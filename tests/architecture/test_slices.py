"""What a house rule or a format is and says lies in its own file: nobody else names it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rummy.engine.families.knock.hooks import KnockHook
from rummy.engine.house_rules.base import HOUSE_RULES, HouseRule
from tests.architecture.sources import ROOT
from tournaments.director import FORMATS

SLICES = ROOT / "rummy" / "engine" / "house_rules"
# Words that mean something without the rule too: cards of a deck, tables that count for nothing.
WORDS_OF_THE_GAME = {"jokers", "training"}
SUFFIXES = {".py", ".html", ".js", ".sql"}
# Checks a round with nothing but the standard library, so it says again what it must know.
BY_ITSELF = ROOT / "games" / "static" / "games" / "verify_round.py"
ROOMS = ("rummy", "web", "accounts", "games", "tournaments", "backoffice", "config", "templates")
BUILT_IN = [rule for rule in HOUSE_RULES.values() if type(rule).__module__.startswith("rummy.")]


def sources() -> Iterator[Path]:
    """Product files outside the slices."""
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*")):
            if path.suffix in SUFFIXES and SLICES not in path.parents and path != BY_ITSELF:
                yield path


def names_of(rule: HouseRule) -> set[str]:
    """Its key, and whatever else is called by it alone."""
    own = {action.type for action in rule.own_actions} if isinstance(rule, KnockHook) else set()
    said = {*rule.refusals, *rule.scores, *rule.events, *rule.actions_called, *rule.tags}
    return {rule.key, *own, *said} - WORDS_OF_THE_GAME


@pytest.mark.drawn(4)
@pytest.mark.parametrize("rule", BUILT_IN, ids=lambda rule: rule.key)
def test_no_file_outside_its_slice_names_a_house_rule(rule: HouseRule) -> None:
    named = re.compile("|".join(rf"""["'`]{name}["'`]|^\s*{name}: \(""" for name in names_of(rule)))
    if rule.key in WORDS_OF_THE_GAME:
        named = re.compile(rf"""["']{rule.key}["'] (?:not )?in [\w.]*house_rules""")
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sources()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if named.search(line)
    ]
    assert found == []


# Evenings that are ready to be planned from, the demonstration's, and what stands when nobody says.
EXAMPLES_OF_FORMATS = {
    "tournaments/demo.py",
    "tournaments/demo_evenings.py",
    "tournaments/planner/ready_made.py",
    "tournaments/director/plan.py",
    "tournaments/management/commands/simulate_tournament.py",
}
FORMAT_FILES = ROOT / "tournaments" / "director" / "formats"
# Also names of something else: a kind of payment, a flag of team games.
WORDS_OF_TOURNAMENTS = {"bounty", "teams"}


@pytest.mark.drawn(4)
@pytest.mark.parametrize("key", sorted(set(FORMATS) - WORDS_OF_TOURNAMENTS))
def test_no_file_outside_its_slice_names_a_format(key: str) -> None:
    named = re.compile(rf"""["'`]{key}["'`]|\bformats\.\w+ import\b.*\b{key.upper()}\b""")
    found = {
        str(path.relative_to(ROOT))
        for path in sources()
        if FORMAT_FILES not in path.parents and named.search(path.read_text(encoding="utf-8"))
    }
    assert found <= EXAMPLES_OF_FORMATS


def test_the_catalogue_alone_imports_house_rules() -> None:
    imported = re.compile(
        r"^\s*(?:from|import) rummy\.engine\.house_rules\.(?!base\b)", re.MULTILINE
    )
    found = [
        str(path.relative_to(ROOT))
        for path in sources()
        if path.suffix == ".py" and imported.search(path.read_text(encoding="utf-8"))
    ]
    assert found == ["rummy/engine/catalogue.py"]
