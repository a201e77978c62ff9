"""ETags: what has not changed is not sent again; whoever sees something else gets another tag."""

import pytest

from accounts.joining.players import create_guest

from .client import Caller
from .playing import guest, play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def round_path() -> str:
    table, _, _ = running_table()
    play_moves(table)
    return f"/tables/{table.pk}/rounds/1/"


@pytest.mark.parametrize("path", ["/presets/", "/league/", "/me/statement/", ""])
def test_what_is_known_already_is_not_sent_again(path: str, round_path: str) -> None:
    caller = Caller(guest())
    first = caller.get(path or round_path)
    again = caller.get(path or round_path, If_None_Match=first["ETag"])
    assert (first.status_code, again.status_code) == (200, 304)
    assert first.content
    assert again.content == b""
    assert again["ETag"] == first["ETag"]
    assert "Content-Type" not in again.headers
    for header in (f"W/{first['ETag']}", f'"other", {first["ETag"]}', "*"):
        assert caller.get(path or round_path, If_None_Match=header).status_code == 304
    assert caller.get(path or round_path, If_None_Match='"other"').status_code == 200


def test_what_has_changed_is_sent() -> None:
    player = create_guest(language="en")
    caller = Caller(player)
    before = caller.get("/me/statement/")
    running_table(players=(player, guest()), stake_chips=10)
    after = caller.get("/me/statement/", If_None_Match=before["ETag"])
    assert after.status_code == 200
    assert len(after.json()["results"]) == len(before.json()["results"]) + 1


def test_another_language_is_another_answer() -> None:
    english = Caller().get("/presets/", Accept_Language="en")
    german = Caller().get("/presets/", Accept_Language="de", If_None_Match=english["ETag"])
    assert german.status_code == 200
    assert {"Accept-Language", "Authorization"} <= set(german["Vary"].split(", "))


def test_a_refusal_is_no_answer_to_keep(round_path: str) -> None:
    answer = Caller().get(round_path.replace("/1/", "/9/"), If_None_Match="*")
    assert answer.status_code == 404
    assert "ETag" not in answer.headers
