"""Costly decisions of one's own rounds are kept, asked after days, and learnt when right enough."""

import datetime as dt
from copy import deepcopy

import pytest
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Mistake, Round
from games.moves.errors import NotFound
from games.puzzles import mistakes
from games.running.results import book_results
from games.skill.judging import judge_due_rounds
from tests.keeping import Keep
from tests.play.players import finish
from tests.skill.test_judging import seated

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def later(patch: pytest.MonkeyPatch, mistake: Mistake, *, days: int = 0) -> None:
    """It is the moment at which this is due, or so many days after it."""
    now = mistake.due_at + dt.timedelta(days=days)
    patch.setattr(timezone, "now", lambda: now)


@pytest.fixture(scope="module")
def kept_learner(keep: Keep) -> Player:
    return keep(somebody_to_learn)


@pytest.fixture
def learner(kept_learner: Player) -> Player:
    return deepcopy(kept_learner)


def somebody_to_learn() -> Player:
    """Somebody who has played badly enough."""
    anna, bert = create_guest(), create_guest()
    table = seated(anna, bert, rounds=6)
    finish(table, [anna, bert])
    book_results(table_id=table.pk)
    judge_due_rounds(seconds=60)
    for player in (anna, bert):
        if mistakes.to_learn(player).exists():
            return player
    raise AssertionError("players without a plan make mistakes")


def right_answer(mistake: Mistake) -> list[dict[str, object]]:
    return [mistake.better["action"]]


def test_costly_decisions_are_kept_when_the_round_is_judged(learner: Player) -> None:
    for mistake in mistakes.to_learn(learner):
        assert mistake.cost >= mistakes.COSTLY_POINTS
        assert mistake.round.ended_at is not None
        assert mistake.due_at == mistake.round.ended_at + dt.timedelta(days=1)
    for played in Round.objects.all():
        kept = Mistake.objects.filter(round=played, player=learner)
        assert kept.count() <= mistakes.OF_A_ROUND_MAX


def test_the_position_is_the_moment_before_with_what_the_seat_knew(learner: Player) -> None:
    for mistake in mistakes.to_learn(learner):
        position = mistakes.position_of(mistake)
        assert position.state.turn == position.seat == mistake.seat
        assert mistakes.try_out(mistake, [mistake.action]).right is False
        assert mistakes.try_out(mistake, right_answer(mistake)).right


def test_right_answers_make_the_pause_longer_and_four_are_enough(
    learner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    mistake = mistakes.to_learn(learner)[0]
    for stage, pause in enumerate((3, 7, 21, None), start=1):
        later(monkeypatch, mistake)
        assert mistake in mistakes.due(learner)
        right, mistake = mistakes.answer(mistake=mistake, moves=right_answer(mistake))
        assert right
        assert mistake.stage == stage
        assert mistake not in mistakes.due(learner)
        if pause is not None:
            assert mistake.due_at == timezone.now() + dt.timedelta(days=pause)
    assert mistake.learnt_at == timezone.now()


def test_a_wrong_answer_begins_anew(learner: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    mistake = mistakes.to_learn(learner)[0]
    later(monkeypatch, mistake)
    _right, mistake = mistakes.answer(mistake=mistake, moves=right_answer(mistake))
    later(monkeypatch, mistake, days=2)
    right, mistake = mistakes.answer(mistake=mistake, moves=[mistake.action])
    assert not right
    assert mistake.stage == 0
    assert mistake.due_at == timezone.now() + dt.timedelta(days=1)


def test_before_it_is_due_an_answer_is_practice(learner: Player) -> None:
    mistake = mistakes.to_learn(learner)[0]
    due_at = mistake.due_at
    _right, mistake = mistakes.answer(mistake=mistake, moves=right_answer(mistake))
    assert (mistake.stage, mistake.due_at) == (0, due_at)


def test_there_are_never_too_many(learner: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "OPEN_MAX", mistakes.to_learn(learner).count())
    (mistake,) = mistakes.to_learn(learner)[:1]
    assert mistakes.mistakes_in(mistake.round, mistake.seat, learner, []) == []


def test_nobody_reads_the_mistakes_of_others(learner: Player) -> None:
    mistake, other = mistakes.to_learn(learner)[0], create_guest()
    with pytest.raises(NotFound, match="mistake_not_found"):
        mistakes.mistake_by(mistake.pk, other)
    client = Client()
    client.force_login(other)
    for address in (f"/mistakes/{mistake.pk}/", f"/api/v1/me/mistakes/{mistake.pk}/"):
        assert client.get(address).status_code == 404
    assert client.get("/api/v1/me/mistakes/").json() == {"due": 0, "results": []}


def test_over_the_api_a_mistake_is_asked_and_answered(
    learner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client()
    client.force_login(learner)
    later(monkeypatch, mistakes.to_learn(learner)[0])
    first = client.get("/api/v1/me/mistakes/").json()["results"][0]
    asked = client.get(f"/api/v1/me/mistakes/{first['id']}/").json()
    mistake = Mistake.objects.get(pk=first["id"])
    assert asked["view"]["round"]["hand"]
    assert "better" not in asked
    answer = client.post(
        f"/api/v1/me/mistakes/{first['id']}/answer/",
        {"moves": right_answer(mistake)},
        content_type="application/json",
        headers={"Idempotency-Key": "learn"},
    ).json()
    assert (answer["right"], answer["stage"], answer["learnt"]) == (True, 1, False)
    assert answer["action"] == mistake.action
    assert answer["better"]["action"] == mistake.better["action"]


def test_on_the_page_a_mistake_is_decided_again(
    learner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = Client(headers={"Accept-Language": "de"})
    client.force_login(learner)
    later(monkeypatch, mistakes.to_learn(learner)[0])
    assert (
        "wartet" in client.get("/puzzles/").content.decode()
        or "warten" in client.get("/puzzles/").content.decode()
    )
    asked = client.get("/mistakes/next/", follow=True)
    mistake = mistakes.due(learner).first()
    assert mistake is not None
    assert asked.redirect_chain[-1][0] == f"/mistakes/{mistake.pk}/"
    answer = client.post(
        f"/mistakes/{mistake.pk}/move/",
        {"action": right_answer(mistake)[0]},
        content_type="application/json",
    ).json()
    coach = answer["news"][-1]["coach"]
    assert coach["says"].startswith("Richtig!")
    assert coach["waits"] == "over"
    assert "In 3 Tagen" in coach["says"]
