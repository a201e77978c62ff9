"""A finished round can be read by everybody, card by card, and proves itself (fair cards)."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from games.moves.errors import NotFound
from games.replay.rounds import finished_round
from tests.fairness.proofs import read_proof

from .playing import guest, play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
VERIFIER = Path("games/static/games/verify_round.py")


def standalone_verifier() -> Any:
    spec = importlib.util.spec_from_file_location("verify_round", VERIFIER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_finished_round_is_published_with_all_that_its_verifier_needs() -> None:
    table, _, _ = running_table()
    play_moves(table)
    published = json.loads(json.dumps(finished_round(table.pk, 1)))
    standalone_verifier().verify(published)
    assert read_proof(published).problems() == ()


def test_steps_end_with_the_score_and_hold_every_hand() -> None:
    table, _, _ = running_table()
    play_moves(table)
    replay = finished_round(table.pk, 1)
    dealt, *_, last = replay["steps"]
    assert [len(seat["hand"]) for seat in dealt["hands"]] == [10, 10]
    assert last["score"]["points"] == replay["score"]["points"]
    seen = {*dealt["hands"][0]["hand"], *dealt["hands"][1]["hand"], *dealt["discard_pile"]}
    assert seen <= set(replay["deck"])


def test_a_round_under_way_is_not_published() -> None:
    table, host, _ = running_table()
    play_moves(table, most=3)
    with pytest.raises(NotFound, match="round_not_over"):
        finished_round(table.pk, 1, host)


def test_a_private_tables_round_is_for_those_who_sat_there() -> None:
    table, host, _ = running_table(is_private=True)
    play_moves(table)
    assert finished_round(table.pk, 1, host)["round"] == 1
    with pytest.raises(NotFound, match="table_not_found"):
        finished_round(table.pk, 1, guest())
