"""Lessons: each plays through on the real engine, says something in both languages, and lets go."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from games.pages import lesson_words
from rummy import engine, lessons, match
from rummy.engine.as_json.stored import action_from_json
from tests.pages.browsers import browser, look

KEYS = tuple(lessons.LESSONS)
SCORES = {"gin": [7, 0], "german_romme": [0, -57], "romme_500": [84, 5]}


def at_the_learner(key: str) -> lessons.Stage:
    """The first moment at which the learner moves."""
    now = lessons.stage(lessons.LESSONS[key])
    while now.beat is not None and now.beat.action is None:
        now = lessons.go_on(now)
    return now


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_plays_through_and_ends_as_its_words_say(key: str) -> None:
    lesson = lessons.LESSONS[key]
    now = lessons.stage(lesson)
    while now.done < len(lesson.beats) - 1:
        beat = now.beat
        assert beat is not None
        if beat.action is None:
            now = lessons.go_on(now)
        else:
            now = lessons.act(now, action_from_json(beat.action))
    assert now.state.phase is match.Phase.FINISHED
    assert match.view(now.state, 0)["score_sheet"][0]["points"] == SCORES[key]
    for number in SCORES[key]:
        assert not number or str(abs(number)) in str(lesson_words.SAYS[key]["counted"])


@pytest.mark.parametrize("key", KEYS)
def test_the_log_of_a_lesson_folds_to_its_state(key: str) -> None:
    """What the page shows follows from events alone, as at every table."""
    now = lessons.stage(lessons.LESSONS[key], 99)
    log = [(event, 43_200_000) for event in now.log]
    assert match.fold(now.state.terms, log) == now.state


@pytest.mark.parametrize("key", KEYS)
def test_every_beat_of_the_learner_has_its_words_and_none_is_left_over(key: str) -> None:
    said = [beat.says for beat in lessons.LESSONS[key].beats if beat.seat == lessons.LEARNER]
    assert len(said) == len(set(said))
    assert set(said) == set(lesson_words.SAYS[key])


@pytest.mark.parametrize("key", KEYS)
def test_what_is_pointed_at_is_in_the_learners_hand(key: str) -> None:
    lesson = lessons.LESSONS[key]
    for done, beat in enumerate(lesson.beats):
        view = match.view(lessons.stage(lesson, done).state, 0)
        cards = [one for one in beat.points_at if one[0] in "A23456789TJQKX"]
        assert set(cards) <= set((view["round"] or {}).get("hand") or ()), (done, beat.says)


def test_another_legal_move_is_not_the_lessons_and_an_illegal_one_breaks_a_rule() -> None:
    now = lessons.act(at_the_learner("gin"), action_from_json({"type": "draw_stock"}))
    with pytest.raises(lessons.WrongMove):
        lessons.act(now, action_from_json({"type": "discard", "card": "7s"}))
    with pytest.raises(engine.IllegalAction):
        lessons.act(now, action_from_json({"type": "knock", "card": "Kd"}))


def test_reading_is_not_skipped_by_moving() -> None:
    with pytest.raises(lessons.WrongMove):
        lessons.act(lessons.stage(lessons.LESSONS["gin"]), action_from_json({"type": "draw_stock"}))


def test_the_other_seats_moves_are_told_one_by_one() -> None:
    now = at_the_learner("gin")
    for _ in range(2):
        assert now.beat is not None
        assert now.beat.action is not None
        now = lessons.act(now, action_from_json(now.beat.action))
    assert [step.done for step in now.news] == [4, 5, 6]


def post(client: Client, key: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    answer = client.post(f"/learn/{key}/move/", json.dumps(body), content_type="application/json")
    return answer.status_code, json.loads(answer.content)


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("key", KEYS)
def test_a_visitor_learns_without_a_name_and_it_is_remembered(key: str) -> None:
    client = browser(language="en")
    for _ in range(40):
        status, done = post(client, key, {"show_me": True})
        if "refused" in done:
            status, done = post(client, key, {"go_on": True})
        assert status == 200, done
        if done["news"][-1]["coach"]["waits"] == "over":
            break
    else:
        raise AssertionError("the lesson does not end")
    page = look(client.get(f"/learn/{key}/"))
    assert page.all("form", action="/quick-seat/")
    assert "learnt" in look(client.get("/learn/")).text


@pytest.mark.django_db(databases=["default", "owner"])
def test_a_wrong_move_is_answered_by_the_coach_and_changes_nothing() -> None:
    client = browser(language="en")
    for _ in range(2):
        post(client, "gin", {"go_on": True})
    before = client.get("/learn/gin/view/").json()["version"]
    status, told = post(client, "gin", {"action": {"type": "take_upcard"}})
    assert (status, told["refused"]) == (200, "lesson_asks_otherwise")
    assert "draw from the stock" in told["news"][0]["coach"]["says"]
    status, problem = post(client, "gin", {"action": {"type": "discard", "card": "7s"}})
    assert status in (409, 422)
    assert problem["code"] != "lesson_asks_otherwise"
    assert client.get("/learn/gin/view/").json()["version"] == before


@pytest.mark.django_db(databases=["default", "owner"])
def test_a_lessons_view_hides_the_other_hand() -> None:
    view = browser().get("/learn/gin/view/").json()
    text = json.dumps(view)
    assert "Jc" not in text
    assert len(view["round"]["hand"]) == 10


@pytest.mark.django_db(databases=["default", "owner"])
def test_once_more_begins_anew_and_unknown_games_have_no_lesson(anna: Player) -> None:
    client = browser(anna)
    post(client, "gin", {"go_on": True})
    assert client.get("/learn/gin/?again")["location"] == "/learn/gin/"
    assert json.dumps("Anna") in client.get("/learn/gin/").content.decode()
    assert client.get("/learn/bridge/").status_code == 404
    assert client.post("/learn/bridge/move/").status_code == 404


@pytest.mark.django_db(databases=["default", "owner"])
@pytest.mark.parametrize("body", ["", "[]", '{"action": 7}', '{"action": {"type": "x"}}'])
def test_nonsense_is_refused(body: str) -> None:
    client = browser()
    for _ in range(2):
        post(client, "gin", {"go_on": True})
    answer = client.post("/learn/gin/move/", body, content_type="application/json")
    assert 400 <= answer.status_code < 500
