"""Friends, and keeping away from somebody."""

from functools import partial
from typing import Any

import pytest

from accounts.joining.players import create_bot
from accounts.models import Friendship, Ignored, Notice, Player
from accounts.notices import inbox
from accounts.people import befriending as doing
from accounts.people import friendships
from tests.api.client import Caller
from tests.play.test_many_at_once import at_once
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def friend(player: Player, other: Player) -> Any:
    return Caller(player).post(f"/players/{other.pk}/friend/")


def friends(player: Player) -> dict[str, list[str]]:
    found = Caller(player).get("/me/friends/").json()
    return {kind: [one["name"] for one in people] for kind, people in found.items()}


def told(player: Player) -> list[str]:
    return [inbox.shown(notice).words for notice in inbox.read_inbox(player)[0]]


def test_one_asks_the_other_accepts(anna: Player, bert: Player) -> None:
    assert friend(anna, bert).json()["status"] == "requested"
    assert friend(anna, bert).json()["status"] == "requested"
    assert friends(anna) == {"friends": [], "incoming": [], "outgoing": ["Bert"]}
    assert friends(bert) == {"friends": [], "incoming": ["Anna"], "outgoing": []}
    assert told(bert) == ["Anna wants to be your friend."]
    assert friend(bert, anna).json()["status"] == "friends"
    for player, name in ((anna, "Bert"), (bert, "Anna")):
        assert friends(player) == {"friends": [name], "incoming": [], "outgoing": []}
    assert told(anna) == ["Bert is your friend now."]
    assert told(bert) == []
    assert friendships.are_friends(anna, bert)


@pytest.mark.parametrize("who", [0, 1])
def test_either_may_end_it_at_any_stage(who: int, anna: Player, bert: Player) -> None:
    pair = (anna, bert)
    for accepted in (False, True):
        friend(anna, bert)
        if accepted:
            friend(bert, anna)
        path = f"/players/{pair[1 - who].pk}/friend/"
        assert Caller(pair[who]).delete(path).status_code == 204
        assert not Friendship.objects.exists()
        assert "Anna wants to be your friend." not in told(bert)


def test_nobody_befriends_themselves_or_a_bot(anna: Player) -> None:
    bot = create_bot(name="Robo", bot_key="greedy")
    for other in (anna, bot):
        answer = friend(anna, other)
        assert (answer.status_code, answer.json()["code"]) == (409, "no_friend_of_that_kind")
    assert Caller(anna).post("/players/999999/friend/").json()["code"] == "player_not_found"


def test_ignoring_ends_friendship_and_takes_no_requests(anna: Player, bert: Player) -> None:
    friend(anna, bert)
    friend(bert, anna)
    answer = Caller(anna).post(f"/players/{bert.pk}/ignore/", {})
    assert answer.json()["chat_only"] is False
    assert friends(anna) == {"friends": [], "incoming": [], "outgoing": []}
    assert friend(bert, anna).json()["code"] == "takes_no_requests"
    assert friend(anna, bert).json()["code"] == "you_ignore_them"
    assert friendships.keep_apart(anna.pk, [bert.pk])
    assert friendships.kept_from(bert.pk) == {anna.pk}
    assert Caller(anna).delete(f"/players/{bert.pk}/ignore/").status_code == 204
    assert friend(bert, anna).json()["status"] == "requested"


def test_a_mute_is_about_words_alone(anna: Player, bert: Player) -> None:
    friend(anna, bert)
    friend(bert, anna)
    Caller(anna).post(f"/players/{bert.pk}/ignore/", {"chat_only": True})
    assert friendships.are_friends(anna, bert)
    assert not friendships.keep_apart(anna.pk, [bert.pk])
    listed = Caller(anna).get("/me/ignored/").json()["results"]
    assert [(one["player"]["name"], one["chat_only"]) for one in listed] == [("Bert", True)]


def test_nobody_ignores_themselves(anna: Player) -> None:
    assert (
        Caller(anna).post(f"/players/{anna.pk}/ignore/", {}).json()["code"] == "ignoring_yourself"
    )


def test_requests_have_a_limit(
    anna: Player, bert: Player, carla: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doing, "REQUESTS_MAX", 1)
    doing.befriend(player=anna, other=bert)
    with pytest.raises(Refused, match="too_many_requests_out"):
        doing.befriend(player=anna, other=carla)


def test_a_player_is_found_by_name_whatever_its_capitals(anna: Player, bert: Player) -> None:
    assert Caller(anna).get("/players/?name=bERT").json()["id"] == bert.pk
    assert Caller(anna).get("/players/?name=Nobody").status_code == 404
    assert Caller().get("/players/?name=bert").status_code == 401


class TestAtOnce:
    pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

    def test_requests_that_cross_are_a_friendship(self, anna: Player, bert: Player) -> None:
        for _ in range(5):
            results = at_once(
                [
                    partial(doing.befriend, player=one, other=other)
                    for one, other in ((anna, bert), (bert, anna)) * 4
                ]
            )
            assert not [one for one in results if isinstance(one, Exception)]
            assert Friendship.objects.filter(accepted_at__isnull=False).count() == 1
            assert not Notice.objects.filter(kind="friend_requested").exists()
            doing.part(player=anna, other=bert)

    def test_who_is_ignored_while_asking_has_asked_nothing(
        self, anna: Player, bert: Player
    ) -> None:
        for _ in range(10):
            at_once(
                [
                    partial(doing.befriend, player=bert, other=anna),
                    partial(doing.ignore, player=anna, other=bert),
                ]
            )
            assert Ignored.objects.filter(owner=anna, other=bert).exists()
            assert not Friendship.objects.exists()
            doing.stop_ignoring(player=anna, other=bert)
