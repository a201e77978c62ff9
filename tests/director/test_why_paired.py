"""What is said of a pairing: of each table why its players meet, of the stage that it goes on."""

from tests.director.house import House
from tests.director.test_formats import by_strength, stage_plan
from tournaments.director.commands import OpenStage


def test_what_brought_two_together_is_said_of_their_table_alone() -> None:
    stages = by_strength(House(stage_plan("swiss"), 8).start()).ordered(OpenStage)
    assert stages[0].reason.code == "paired_by_lot"
    assert stages[1].reason.code == "stage_is_paired"
    assert {reason.code for reason in stages[1].reasons} == {"paired_by_points"}
    bracket = by_strength(House(stage_plan("knockout"), 8).start()).ordered(OpenStage)
    assert bracket[1].reason.code == "paired_by_bracket"
