"""Hints at training tables, and after a round what cost most (GIN-S9)."""

import io
import random
import re
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from accounts.joining.players import create_guest
from accounts.models import Player, RateWindow
from games.models import Table
from games.replay import api
from games.replay.api import HINTS, REVIEWS
from games.replay.hints import think_of_review
from games.replay.log import recollection_of
from games.tables import opening
from games.tables.reading import table_reading, table_view
from rummy import engine
from rummy.bots import BOTS
from rummy.engine.as_json.stored import action_to_json
from rummy.hints import advise
from tests.api.client import Caller
from tests.api.test_true_answers import faults
from tests.pages.browsers import browser, look
from tests.pages.tables import open_table, running_table
from tests.play.players import take_turn
from tests.play.workers import work

RULE_MIXES: tuple[tuple[str, ...], ...] = ((), tuple(engine.HOUSE_RULES), ("hirschn", "jokers"))

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def training_table(anna: Player, bert: Player, **offer: Any) -> Table:
    return running_table(anna, bert, house_rules=("training",), **offer)


def on_turn(table: Table, players: list[Player]) -> tuple[Player, Player]:
    """Whose turn it is, and the other."""
    seat = table_view(table.pk, None)["turn"]
    return players[seat], players[1 - seat]


def test_a_hint_is_something_one_may_do_now(anna: Player, bert: Player) -> None:
    table = training_table(anna, bert)
    for _turn in range(12):
        player, _other = on_turn(table, [anna, bert])
        reading = table_reading(table.pk)
        assert reading.state.round is not None
        legal = engine.legal_actions(reading.state.round, reading.seat_of(player.pk) or 0)
        hint = Caller(player).get(f"/tables/{table.pk}/hint/").json()
        assert hint["version"] == reading.version
        assert hint["action"] in [action_to_json(action) for action in legal]
        assert hint["reason"]
        take_turn(table, [anna, bert], bot="safe")


def test_all_of_a_long_round_is_remembered(
    anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = training_table(anna, bert)
    for _turn in range(12):
        take_turn(table, [anna, bert], bot="safe")
    before = recollection_of(table_reading(table.pk))
    assert before.course
    monkeypatch.setattr("games.tables.reading.EVENTS_MAX", 3)
    assert recollection_of(table_reading(table.pk)) == before


@pytest.mark.parametrize("rules", [("training",), tuple(engine.HOUSE_RULES)])
def test_hints_are_given_with_every_special_rule(
    rules: tuple[str, ...], anna: Player, bert: Player
) -> None:
    table = running_table(anna, bert, house_rules=rules)
    for _turn in range(8):
        player, _other = on_turn(table, [anna, bert])
        assert Caller(player).get(f"/tables/{table.pk}/hint/").status_code == 200
        take_turn(table, [anna, bert], bot="safe")


@pytest.mark.parametrize("offer", [{"training": True}, {"house_rules": ("training",)}])
def test_training_by_either_name_is_one_thing(
    offer: dict[str, Any], anna: Player, bert: Player
) -> None:
    table = running_table(anna, bert, **offer)
    player, _other = on_turn(table, [anna, bert])
    terms = table_view(table.pk, None)["terms"]
    assert (terms["training"], terms["rules"]["rated"]) == (True, False)
    assert Caller(player).get(f"/tables/{table.pk}/hint/").json()["choices"]


def test_no_hint_at_a_table_that_counts(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    player, _other = on_turn(table, [anna, bert])
    answer = Caller(player).get(f"/tables/{table.pk}/hint/")
    assert (answer.status_code, answer.json()["code"]) == (403, "hints_in_training_only")


def test_no_hint_while_the_other_thinks(anna: Player, bert: Player) -> None:
    table = training_table(anna, bert)
    _player, other = on_turn(table, [anna, bert])
    answer = Caller(other).get(f"/tables/{table.pk}/hint/")
    assert (answer.status_code, answer.json()["code"]) == (409, "not_your_turn")


def test_no_hint_between_the_rounds(anna: Player, bert: Player) -> None:
    table = open_table(anna, house_rules=("training",))
    answer = Caller(anna).get(f"/tables/{table.pk}/hint/")
    assert (answer.status_code, answer.json()["code"]) == (409, "no_round_in_play")


def test_no_hint_for_who_only_watches(anna: Player, bert: Player, make_player: Any) -> None:
    table = training_table(anna, bert)
    assert Caller().get(f"/tables/{table.pk}/hint/").status_code == 401
    answer = Caller(make_player("Cleo")).get(f"/tables/{table.pk}/hint/")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_at_this_table")


def test_a_private_table_of_others_is_no_table_for_hints(anna: Player, bert: Player) -> None:
    table = open_table(anna, is_private=True, house_rules=("training",))
    answer = Caller(bert).get(f"/tables/{table.pk}/hint/")
    assert (answer.status_code, answer.json()["code"]) == (404, "table_not_found")


def test_hints_are_given_so_many_times(
    anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each player's own: who has asked too often is told when to return, the other is helped."""
    assert (HINTS.most * 6, HINTS.seconds * 6) == (settings.HINTS_PER_MINUTE_MAX, 60)
    monkeypatch.setattr(api, "HINTS", replace(HINTS, most=1, seconds=86_400))
    table, other = training_table(anna, bert), training_table(bert, anna)
    player, waits = on_turn(table, [anna, bert])
    answer = Caller(player).get(f"/tables/{table.pk}/hint/")
    assert answer.headers["RateLimit-Policy"] == '"hints";q=1;w=86400'
    for asked in (table, other):
        refused = Caller(player).get(f"/tables/{asked.pk}/hint/")
        assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
        assert 1 <= int(refused.headers["Retry-After"]) <= 86_400
    assert Caller(waits).get(f"/tables/{table.pk}/hint/").json()["code"] == "not_your_turn"


def finished_by_chance(anna: Player, bert: Player) -> Table:
    """A round in which the first seat plays at random, so that some decision was costly."""
    table = open_table(anna, rounds=1)
    opening.join_table(table_id=table.pk, player=bert)
    step = 0
    while table_reading(table.pk).state.phase.value != "finished":
        view = table_view(table.pk, None)
        take_turn(table, [anna, bert], bot="random" if view["turn"] == 0 else "greedy", dice=step)
        step += 1
    return table


def test_the_replay_names_what_cost_each_player_most(anna: Player, bert: Player) -> None:
    """The step it leads to is the position in which that player decided."""
    table = finished_by_chance(anna, bert)
    page = look(browser(anna).get(f"/tables/{table.pk}/replay/1/"))
    steps = page.json("round")["steps"]
    path = f"/tables/{table.pk}/rounds/1/review/"
    assert page.all("div", id="review")[0]["data-url"] == f"/api/v1{path}"
    assert Caller(anna).get(path).status_code == 202
    work()
    answer = Caller(anna).get(path)
    review = answer.json()["results"]
    assert [place["seat"] for place in review] == [0, 1]
    assert any(place["decisions"] for place in review)
    for place in review:
        made = [one["step"] for one in place["decisions"]]
        assert made == sorted(set(made))
        for one in place["decisions"]:
            assert steps[one["step"]]["turn"] == place["seat"]
            assert one["better"]["reason"]
    assert answer.headers["RateLimit-Policy"] == '"reviews";q=120;w=600'
    again = Caller().get(path, if_none_match=answer.headers["ETag"])
    assert again.status_code == 304


def test_only_what_one_may_replay_is_reviewed(anna: Player, bert: Player) -> None:
    table = finished_by_chance(anna, bert)
    Table.objects.filter(pk=table.pk).update(is_private=True)
    path = f"/tables/{table.pk}/rounds"
    assert Caller(bert).get(f"{path}/1/review/").status_code == 202
    for caller, number in ((Caller(), 1), (Caller(create_guest()), 1), (Caller(bert), 2)):
        replay, review = (caller.get(f"{path}/{number}/{end}") for end in ("", "review/"))
        assert (review.status_code, review.json()) == (404, replay.json())


def test_reviews_are_worked_out_so_many_times_for_one_caller(anna: Player, bert: Player) -> None:
    path = f"/tables/{finished_by_chance(anna, bert).pk}/rounds/1/review/"
    caller = Caller(anna)
    asked = [caller.get(path).headers["RateLimit"].split(";")[1] for _ in range(3)]
    assert asked == ["r=119", "r=118", "r=118"], "asking whether it is there yet is not counted"
    work()
    left = [caller.get(path).headers["RateLimit"].split(";")[1] for _ in range(2)]
    assert left == ["r=118", "r=117"]
    RateWindow.objects.filter(scope="reviews").update(hits=REVIEWS.most)
    refused = caller.get(path)
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert Caller(bert).get(path).status_code == 200


def test_a_random_player_gives_more_away_than_a_sound_one(anna: Player, bert: Player) -> None:
    """In a single round luck may have it otherwise: the cards are drawn by lot."""
    costs = [0.0, 0.0]
    for _ in range(4):
        table = finished_by_chance(anna, bert)
        for place in (think_of_review(table.pk, 1) or {"results": ()})["results"]:
            costs[place["seat"]] += sum(one["cost"] for one in place["decisions"])
    assert costs[0] > costs[1]


def reasons_met() -> dict[str, set[str]]:
    """Reasons of hints over some rounds with every special rule, each with the facts it had."""
    met: dict[str, set[str]] = {}
    for seed in range(16):
        dice = random.Random(seed)
        rules = engine.build_rules("gin_palast", house_rules=RULE_MIXES[seed % len(RULE_MIXES)])
        deck = list(engine.deck_cards(rules))
        dice.shuffle(deck)
        state, _events = engine.start_round(rules, 2, deck, dealer=seed % 2)
        while state.turn is not None:
            view = engine.view(state, state.turn)
            hint = advise(view)
            assert hint is not None
            told = {name for name, value in hint.facts.items() if value is not None}
            met[hint.reason] = met.get(hint.reason, told) & told
            bot = BOTS["expert" if seed % 4 < 2 else "casual"]
            for event in engine.decide(
                state, state.turn, bot.choose(view, view.legal_actions(), dice)
            ):
                state = engine.evolve(state, event)
    return met


def test_every_reason_has_its_words_and_the_numbers_they_name() -> None:
    script = (settings.BASE_DIR / "games/static/games/js/table/hints.js").read_text()
    block = script.partition("const REASONS = {")[2].partition("};")[0]
    words = dict(re.findall(r'(\w+): \(\) => _\("(.*)"\),', block))
    for rule in engine.HOUSE_RULES.values():
        words |= {type_: called.why for type_, called in rule.actions_called.items()}
    met = reasons_met()
    assert len(met) > 6
    assert set(met) <= set(words)
    for reason, facts in met.items():
        assert set(re.findall(r"%\((\w+)\)s", words[reason])) <= facts, reason


def test_the_strong_bots_line_of_a_hand_is_thought_once_and_shown_step_by_step(
    anna: Player, bert: Player
) -> None:
    table = finished_by_chance(anna, bert)
    path = f"/tables/{table.pk}/rounds/1/expert/?seat=1"
    assert Caller(anna).get(path).status_code == 202
    work()
    line = Caller().get(path).json()
    assert faults("ExpertLineShape", line) == []
    shown = Caller().get(f"/tables/{table.pk}/rounds/1/").json()
    assert line["seat"] == 1
    assert line["steps"][: line["step"] + 1] != []
    same = [step["hands"] for step in shown["steps"][: line["step"] + 1]]
    assert [step["hands"] for step in line["steps"][: line["step"] + 1]] == same
    assert line["steps"][line["step"] + 1] != shown["steps"][line["step"] + 1]
    assert [event["seq"] for event in line["events"]] == [step["seq"] for step in line["steps"]]
    assert line["score"]["points"]
    refused = Caller().get(f"/tables/{table.pk}/rounds/1/expert/?seat=2")
    assert (refused.status_code, refused.json()["code"]) == (409, "no_such_seat")


def test_a_round_is_a_picture_to_be_sent_around(anna: Player, bert: Player) -> None:
    table = finished_by_chance(anna, bert)
    path = f"/tables/{table.pk}/replay/1/"
    page = browser(anna).get(f"{path}?step=3").content.decode()
    assert f"{path}picture.png?step=3" in page
    for step in ("", "?step=3", "?step=9999", "?step=x"):
        answer = browser(anna).get(f"{path}picture.png{step}")
        assert answer["Content-Type"] == "image/png"
        assert Image.open(io.BytesIO(answer.content)).size == (1200, 630)
    Table.objects.filter(pk=table.pk).update(is_private=True)
    assert Client().get(f"{path}picture.png").status_code == 404
