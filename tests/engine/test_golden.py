"""The golden playthroughs still play as they were written, and none is missing."""

import pytest

from rummy.engine import HOUSE_RULES, PRESETS
from rummy.engine.rules import RuleSet
from tests.engine.golden import FOLDER, TRACES, WRITTEN, path_of, read, written
from tests.engine.table_melding import golden as table_melding
from tests.engine.variants import name_of


@pytest.mark.parametrize("rules", WRITTEN, ids=name_of)
def test_the_playthrough_plays_as_it_was_written(rules: RuleSet) -> None:
    text = path_of(rules).read_text(encoding="utf-8")
    assert written(rules, read(text)) == text


@pytest.mark.parametrize("rules", WRITTEN, ids=name_of)
def test_a_playthrough_shows_every_ending(rules: RuleSet) -> None:
    text = path_of(rules).read_text(encoding="utf-8")
    for reason in ("knock", "gin", "undercut", "stock_exhausted"):
        assert f'round_ended {{"reason": "{reason}"' in text
    assert "unfinished" not in text
    for key in set(rules.house_rules) & set(TRACES):
        assert TRACES[key].search(text), f"{key} cannot be seen"


def test_every_preset_and_every_house_rule_has_a_playthrough() -> None:
    names = [path.stem.split("+") for path in FOLDER.glob("*.txt")]
    assert set(PRESETS) - {preset for preset, *rules in names if not rules} == set()
    assert set(HOUSE_RULES) - {rule for _, *rules in names for rule in rules} == set()
    of_gin = {path_of(rules).stem for rules in WRITTEN}
    assert of_gin | set(table_melding.WRITTEN) == {path.stem for path in FOLDER.glob("*.txt")}
