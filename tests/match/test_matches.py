"""A match from its first round to its decision (PLAY-1, 2, 10, 11; GIN-10, 12, 13)."""

import itertools
import json

import pytest

from rummy import engine
from rummy.bots import BOTS
from rummy.engine.as_json.stored import event_from_json, event_to_json
from rummy.match import (
    MatchFormat,
    MatchTerms,
    Phase,
    Ready,
    Resign,
    Return,
    SitOut,
    fold,
    view,
)
from rummy.match.events import RoundPrepared, RoundScored
from tests.match.storing import restored
from tests.match.table import Table, terms

PRESETS = ("gin_palast", "gin_classic", "gin_classic_seed")


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("bot", sorted(BOTS))
def test_bots_play_a_ring_game_of_each_preset_to_its_end(preset: str, bot: str) -> None:
    table = Table(terms(preset, rounds=3, stake_chips=50), seed=7)
    table.play_out(bot)
    assert table.state.phase is Phase.FINISHED
    assert len(table.state.sheet) == 3
    assert table.state.result is not None
    assert sum(table.state.result.payouts) == 100


@pytest.mark.parametrize("seed", range(5))
def test_a_match_ends_when_a_player_reaches_the_point_limit_gin_13(seed: int) -> None:
    table = Table(terms(point_limit=100, stake_chips=10), seed=seed)
    table.play_out()
    result = table.state.result
    assert result is not None
    assert result.reason == "point_limit"
    (winner,) = result.winners
    assert result.totals[winner] >= 100 > result.totals[1 - winner]
    assert result.payouts[winner] == 20
    assert result.payouts[1 - winner] == 0


def test_points_of_rounds_add_up_line_by_line_play_2() -> None:
    table = Table(terms(point_limit=100), seed=3)
    table.play_out()
    totals = [0, 0]
    for line in table.state.sheet:
        for seat in (0, 1):
            lines = sum(entry.points for entry in line.lines if entry.seat == seat)
            assert lines == line.points[seat]
            totals[seat] += lines
        assert list(line.totals) == totals


def test_the_winner_of_a_round_deals_the_next_gin_12() -> None:
    table = Table(terms(point_limit=250), seed=11)
    table.play_out()
    sheet = table.state.sheet
    for before, after in itertools.pairwise(sheet):
        assert after.dealer == (before.dealer if before.winner is None else before.winner)


def test_folding_the_log_gives_the_state_clocks_included() -> None:
    table = Table(terms(point_limit=100), seed=5)
    while table.state.phase is not Phase.FINISHED:
        table.now_ms += 777
        table.play_round()
    stored = [(json.loads(json.dumps(event_to_json(event))), at) for event, at in table.log]
    read = [(event_from_json(data), at) for data, at in stored]
    assert fold(table.terms, read) == table.state


def test_a_snapshot_reads_back_as_the_same_state_after_every_event() -> None:
    table = Table(terms(rounds=2), seed=5)
    while table.state.phase is not Phase.FINISHED:
        if table.state.phase is Phase.BETWEEN:
            table.both_ready()
        else:
            table.bot_move("random")
        assert restored(table.state) == table.state


def test_terms_read_back_as_the_same_terms() -> None:
    agreed = terms("gin_classic", rounds=3, stake_chips=25, house_rules=("oklahoma",))
    assert MatchTerms.from_json(json.loads(json.dumps(agreed.to_json()))) == agreed


def test_the_next_shuffle_is_committed_to_before_seeds_are_taken() -> None:
    table = Table(terms(rounds=2), seed=5)
    table.play_out()
    kinds = [event.type for event, _ in table.log if event.type.startswith(("round_", "player_"))]
    for number in (0, 1):
        start = [i for i, kind in enumerate(kinds) if kind == RoundPrepared.type][number]
        assert kinds[start : start + 4] == [
            "round_prepared",
            "player_ready",
            "player_ready",
            "round_started",
        ]


def test_a_players_seed_stays_its_own_until_the_round_starts() -> None:
    table = Table(terms(rounds=1))
    step = table.act(0, Ready("mine"))
    (event,) = step.events
    assert event_to_json(engine.redact(event, 0))["seed"] == "mine"
    assert event_to_json(engine.redact(event, 1)).get("seed", "") == ""
    assert event_to_json(engine.redact(event, None)).get("seed", "") == ""


def test_a_tied_ring_game_splits_the_prize_and_the_odd_chip_goes_left_of_the_dealer_play_10() -> (
    None
):
    """Nobody scores when the stock runs out (GIN-10), so a ring game of one such round is tied."""
    for seed in range(400):
        table = Table(terms(rounds=1, stake_chips=25), seed=seed)
        table.play_round("safe")
        result = table.state.result
        assert result is not None
        if result.totals == (0, 0):
            assert result.winners == (0, 1)
            assert result.payouts == (25, 25)
            return
    raise AssertionError("no drawn round found")


def test_resigning_ends_a_match_of_two_and_pays_the_other() -> None:
    table = Table(terms(point_limit=100, stake_chips=30))
    table.both_ready()
    table.act(0, Resign())
    result = table.state.result
    assert result is not None
    assert (result.winners, result.payouts, result.reason) == ((1,), (0, 60), "resigned")


def test_a_finished_match_takes_no_action_any_more() -> None:
    table = Table(terms(rounds=1))
    table.play_out()
    for action in (SitOut(), Return(), Resign(), Ready("")):
        with pytest.raises(engine.IllegalAction) as refusal:
            table.act(0, action)
        assert refusal.value.code == "match_over"


def test_a_spectator_sees_no_hand_and_nothing_to_press() -> None:
    table = Table(terms(rounds=1))
    table.both_ready()
    seen = view(table.state, None)
    assert seen["legal"] == []
    assert seen["controls"] == []
    assert not seen["round"].get("hand")
    assert MatchFormat.RING.value == table.terms.format


def test_unscored_rounds_show_on_the_sheet_without_lines_gin_10() -> None:
    for seed in range(400):
        table = Table(terms(rounds=1), seed=seed)
        table.play_round("safe")
        line = table.state.sheet[0]
        if line.winner is None:
            assert isinstance(line, RoundScored)
            assert line.points == (0, 0)
            assert line.lines == ()
            return
    raise AssertionError("no drawn round found")
