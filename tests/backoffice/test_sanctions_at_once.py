"""Two of the staff at once, and two sanctions of one person: each does what it says, no more."""

from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.people.silence import silence, silent_until
from backoffice.models import Sanction
from backoffice.people import sanctions
from backoffice.people.sanctions import lift_sanction, sanction_player
from backoffice.team.staff_log import record
from tests.backoffice.staff import colleague
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
MOMENT = 1.0


@pytest.fixture
def anna() -> Player:
    return create_player(name="Anna", password="rummy-evening")


@pytest.fixture
def moderator() -> Player:
    return colleague("moderator", name="Mona")


def given(player: Player, by: Player, kind: str = "ban", hours: int = 2) -> Sanction:
    return sanction_player(player_id=player.pk, kind=kind, hours=hours, reason="insults", by=by)


@committed
def test_two_bans_lifted_at_once_let_the_player_in(
    anna: Player, moderator: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    bans = [given(anna, moderator), given(anna, moderator)]
    both, readmit = Barrier(2, timeout=MOMENT), sanctions._readmit

    def together(player_id: int) -> None:
        both.wait()
        readmit(player_id)

    monkeypatch.setattr(sanctions, "_readmit", together)
    lift = partial(lift_sanction, reason="mistaken", by=moderator)
    results = at_once([partial(lift, sanction_id=one.pk) for one in bans])
    assert all(isinstance(one, Sanction) for one in results), results
    assert Player.objects.get(pk=anna.pk).is_active


@committed
def test_a_ban_given_while_another_is_lifted_holds(
    anna: Player, moderator: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = given(anna, moderator)
    imposed, readmit = Event(), sanctions._readmit
    looks = Event()

    def slowly(**act: Any) -> Any:
        if act["act"] == "ban_given":
            imposed.set()
            looks.wait(MOMENT)
        return record(**act)

    def look(player_id: int) -> None:
        imposed.wait(MOMENT)
        Event().wait(MOMENT / 4)
        readmit(player_id)

    monkeypatch.setattr(sanctions, "record", slowly)
    monkeypatch.setattr(sanctions, "_readmit", look)
    results = at_once(
        [
            partial(given, anna, moderator),
            partial(lift_sanction, sanction_id=first.pk, reason="mistaken", by=moderator),
        ]
    )
    assert all(isinstance(one, Sanction) for one in results), results
    assert Sanction.objects.filter(player=anna, lifted_at=None).count() == 1
    assert not Player.objects.get(pk=anna.pk).is_active


def test_lifting_a_mute_leaves_what_else_silences_the_player(
    anna: Player, moderator: Player
) -> None:
    short, long = (given(anna, moderator, "mute", hours) for hours in (2, 24))
    lift_sanction(sanction_id=short.pk, reason="mistaken", by=moderator)
    assert silent_until(anna) == long.until
    reported = silence(player=anna, hours=1, by=moderator, reason="chat")
    lift_sanction(sanction_id=long.pk, reason="mistaken", by=moderator)
    assert silent_until(anna) == reported.until
