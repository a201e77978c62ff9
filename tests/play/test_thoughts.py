"""What takes long is thought elsewhere, once, and shown only where it belongs."""

import datetime as dt
import json
import threading
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.utils import timezone
from jeton_client import Client

import rummy.hints
from accounts.models import Player
from games.models import OutboxMessage, Table, Thought, ThoughtKind
from games.moves.errors import Refused
from games.replay import hints, thoughts
from games.replay.api import HINTS
from games.replay.thoughts import Asked, forget_old_thoughts, thought
from games.tables.reading import table_reading, table_view
from rummy import engine
from rummy.bots.memory import Recollection
from rummy.engine.cards import card_text
from rummy.engine.family import RoundView
from tests.api.client import Caller
from tests.pages.tables import finished_ring, running_table
from tests.play.players import take_turn
from tests.play.workers import work
from tests.running.demo import Site
from tests.running.waiting import until

database = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def hard(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every position takes longer than a request may be held up."""
    monkeypatch.setattr(rummy.hints, "STEPS_AT_ONCE", 0)


@pytest.fixture
def table(anna: Player, bert: Player) -> Table:
    return running_table(anna, bert, house_rules=("training",))


def on_turn(table: Table, anna: Player, bert: Player) -> tuple[Player, Player]:
    seat = table_view(table.pk, None)["turn"]
    return ((anna, bert), (bert, anna))[seat]


@database
def test_a_long_thought_is_asked_for_again_until_it_is_there(
    hard: None, table: Table, anna: Player, bert: Player
) -> None:
    player, _other = on_turn(table, anna, bert)
    path = f"/tables/{table.pk}/hint/"
    answer = Caller(player).get(path)
    assert answer.status_code == 202
    assert answer.json() == {
        "thinking": True,
        "ask_again_at": f"/api/v1{path}",
        "retry_after_seconds": 1,
    }
    assert (answer.headers["Location"], answer.headers["Retry-After"]) == (f"/api/v1{path}", "1")
    assert work() == 1
    hint = Caller(player).get(path)
    assert hint.status_code == 200
    assert hint.json()["version"] == table_view(table.pk, None)["version"]
    assert work() == 0, "it is kept, and thought once"


@database
def test_however_often_it_is_pressed_there_is_one_job(
    hard: None, table: Table, anna: Player, bert: Player
) -> None:
    player, _other = on_turn(table, anna, bert)
    answers = [Caller(player).get(f"/tables/{table.pk}/hint/") for _ in range(5)]
    assert {answer.status_code for answer in answers} == {202}
    assert {answer.headers["RateLimit"].split(";")[1] for answer in answers[1:]} == {
        f"r={HINTS.most - 2}"
    }
    assert Thought.objects.count() == 1
    assert OutboxMessage.objects.filter(topic=thoughts.ASKED).count() == 1


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_of_many_who_ask_at_the_same_moment_one_begins_it(anna: Player, bert: Player) -> None:
    table = running_table(anna, bert)
    barrier, told = threading.Barrier(4), list[Any]()

    def ask() -> None:
        try:
            barrier.wait(30)
            told.append(thought(ThoughtKind.REVIEW, table.pk, 1))
        finally:
            connection.close()

    hands = [threading.Thread(target=ask) for _ in range(4)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join(60)
    assert sorted(one.is_new for one in told) == [False, False, False, True]
    assert OutboxMessage.objects.filter(topic=thoughts.ASKED).count() == 1


@database
def test_an_answer_is_never_shown_for_another_position(
    hard: None, table: Table, anna: Player, bert: Player
) -> None:
    """The table moves on while somebody thinks: that thought is dropped, a new one begins."""
    player, _other = on_turn(table, anna, bert)
    path = f"/tables/{table.pk}/hint/"
    assert Caller(player).get(path).status_code == 202
    take_turn(table, [anna, bert], bot="safe")
    assert work() == 1
    assert not Thought.objects.exists()
    now_on_turn, other = on_turn(table, anna, bert)
    assert Caller(now_on_turn).get(path).status_code == 202
    assert Caller(other).get(path).json()["code"] == "not_your_turn"
    work()
    assert Caller(now_on_turn).get(path).json()["version"] == table_view(table.pk, None)["version"]
    assert Caller(other).get(path).json()["code"] == "not_your_turn"


@database
def test_a_thinker_sees_what_the_seat_sees_and_its_job_names_no_card(
    hard: None, table: Table, anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, _other = on_turn(table, anna, bert)
    seen: list[RoundView] = []
    real = rummy.hints.advise

    def watched(view: RoundView, recalled: Recollection) -> Any:
        seen.append(view)
        return real(view, recalled)

    monkeypatch.setattr(hints, "advise", watched)
    Caller(player).get(f"/tables/{table.pk}/hint/")
    (message,) = OutboxMessage.objects.filter(topic=thoughts.ASKED)
    assert message.payload == {"thought": Thought.objects.get().pk}
    work()
    (view,) = seen
    reading = table_reading(table.pk)
    assert reading.state.round is not None
    assert view == engine.view(reading.state.round, reading.seat_of(player.pk))
    own = view.to_json()
    told = json.dumps(Thought.objects.get().answer)
    deck = {card_text(card) for card in engine.deck_cards(view.rules)}
    hidden = deck - {*own["hand"], *own["discard_pile"]}
    assert hidden
    assert not [card for card in hidden if f'"{card}"' in told]


@database
def test_where_nobody_thinks_that_is_said_and_asking_begins_anew(
    hard: None, table: Table, anna: Player, bert: Player
) -> None:
    player, _other = on_turn(table, anna, bert)
    path = f"/tables/{table.pk}/hint/"
    Caller(player).get(path)
    Thought.objects.update(asked_at=Now() - thoughts.PATIENCE - dt.timedelta(seconds=1))
    refused = Caller(player).get(path, accept_language="de")
    assert (refused.status_code, refused.json()["code"]) == (503, "nobody_thought")
    assert "20 Sekunden" in refused.json()["detail"]
    assert refused.headers["Retry-After"] == "5"
    assert Caller(player).get(path).status_code == 202
    assert work() == 2, "the lost job finds nothing to do, the new one thinks"
    assert Caller(player).get(path).status_code == 200


@database
def test_a_thought_that_fails_ends_as_one_that_nobody_had(
    anna: Player, bert: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = finished_ring(anna, bert)
    assert isinstance(thought(ThoughtKind.REVIEW, table.pk, 1), Asked)

    def broken(table_id: int, number: int) -> None:
        raise ValueError("the position is too hard")

    monkeypatch.setitem(hints.THINKERS, "review", broken)
    with pytest.raises(ValueError, match="too hard"):
        work()
    Thought.objects.update(asked_at=Now() - thoughts.PATIENCE - dt.timedelta(seconds=1))
    with pytest.raises(Refused, match="nobody_thought"):
        thought(ThoughtKind.REVIEW, table.pk, 1)


@database
def test_what_was_thought_goes_away(anna: Player, bert: Player) -> None:
    table = finished_ring(anna, bert)
    thought(ThoughtKind.REVIEW, table.pk, 1)
    thought(ThoughtKind.HINT, table.pk, 1)
    now = timezone.now()
    assert forget_old_thoughts(now=now + thoughts.KEEP_HINTS / 2) == 0
    assert forget_old_thoughts(now=now + thoughts.KEEP_HINTS * 2) == 1
    assert forget_old_thoughts(now=now + thoughts.KEEP_REVIEWS * 2) == 1


@pytest.mark.soak
@pytest.mark.process
def test_a_worker_thinks_about_a_round_and_the_client_waits(site: Site) -> None:
    """The processes of a running platform: what is asked of the web a worker thinks."""
    with Client.as_guest(f"http://127.0.0.1:{site.port}") as client:
        table = client.create_table(format="ring", rounds=1, training=True)
        client.join(table["id"])
        client.add_bot(table["id"])
        client.play(table["id"], choose=lambda view: view["legal"][0])
        until(lambda: client.view(table["id"])["status"] == "finished", seconds=120)
        review = client.review(table["id"], 1)
        assert [one["seat"] for one in review["results"]] == [0, 1]
        assert review == client.review(table["id"], 1)
