"""The line for a seat at the house's tables: in order, one seat each, and nobody slips in."""

import datetime as dt
from functools import partial
from typing import Any

import pytest
from django.utils import timezone

from accounts.books.reading import wallet_balance
from accounts.joining.players import create_player
from accounts.models import Notice, Player
from accounts.people.befriending import ignore
from backoffice.people.sanctions import sanction_player
from games.models import OutboxMessage, Seat, Table, TableAdmission, WaitingPlace
from games.moves.errors import Conflict, NotAllowed
from games.running import house
from games.tables import opening
from games.tables.terms import TableOffer
from games.waitlist import waiting
from tests.api.client import Caller
from tests.backoffice.staff import colleague
from tests.pages.browsers import browser
from tests.play.test_many_at_once import at_once

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
RING = TableOffer(format="ring", rounds=1, stake_chips=50)


def standing(**offer: Any) -> Table:
    terms = TableOffer(**{"format": "ring", "rounds": 1, "stake_chips": 50, **offer})
    return opening.create_table(player=None, offer=terms, name="Evening", is_standing=True)


def sit(table: Table, *players: Player) -> None:
    for player in players:
        opening.join_table(table_id=table.pk, player=player)


@pytest.fixture
def full(anna: Player, bert: Player) -> Table:
    """A table of the house in play, and none of its kind with a free seat."""
    table = standing()
    sit(table, anna, bert)
    return table


def seats(table: Table) -> list[str]:
    return [seat.player.name for seat in table.seats.select_related("player").order_by("number")]


def statuses() -> dict[str, str]:
    places = WaitingPlace.objects.select_related("player").order_by("id")
    return {place.player.name: place.status for place in places}


def test_who_waits_gets_the_next_tables_seat_and_is_told(full: Table, carla: Player) -> None:
    answer = Caller(carla).post(f"/tables/{full.pk}/line/")
    assert (answer.status_code, answer.json()["table"]) == (201, full.pk)
    assert [one["name"] for one in Caller(carla).get("/me/lines/").json()["results"]] == ["Evening"]
    before = wallet_balance(carla)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    assert waiting.serve_waitlist(table_id=following.pk) == 1
    assert seats(following) == ["Carla"]
    assert wallet_balance(carla) == before - 50
    told = Notice.objects.get(player=carla)
    assert (told.kind, told.facts["table"]) == ("line_seated", following.pk)
    assert Caller(carla).get("/me/lines/").json()["results"] == []


def test_the_line_is_served_in_order_until_the_table_is_full(
    full: Table, carla: Player, dora: Player
) -> None:
    late = create_player(name="Emil", password="rummy-evening")
    for player in (dora, carla, late):
        waiting.join_waitlist(table_id=full.pk, player=player)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    assert waiting.serve_waitlist(table_id=following.pk) == 2
    assert seats(following) == ["Dora", "Carla"]
    assert statuses() == {"Dora": "seated", "Carla": "seated", "Emil": "waiting"}


def test_a_seat_given_up_goes_to_the_line_not_to_who_walks_in(
    full: Table, carla: Player, dora: Player
) -> None:
    waiting.join_waitlist(table_id=full.pk, player=carla)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    late = create_player(name="Emil", password="rummy-evening")
    sit(following, late)  # two seats, one waits: this one is free
    with pytest.raises(Conflict, match="seat_kept"):
        sit(following, dora)
    assert waiting.serve_waitlist(table_id=following.pk) == 1
    assert seats(following) == ["Emil", "Carla"]


def test_tables_with_days_for_a_move_keep_nobody_out_of_the_line(
    full: Table, carla: Player
) -> None:
    for _ in range(opening.SEATS_PER_PLAYER_MAX):
        offer = TableOffer(format="ring", rounds=1, days_per_move=2)
        sit(opening.create_table(player=None, offer=offer), carla)
    waiting.join_waitlist(table_id=full.pk, player=carla)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    assert waiting.serve_waitlist(table_id=following.pk) == 1


def test_standing_in_line_again_and_again_has_an_end_and_leaves_no_rows(
    full: Table, carla: Player
) -> None:
    caller, line = Caller(carla), f"/tables/{full.pk}/line/"
    for number in range(waiting.LIMIT.most):
        assert caller.post(line, idempotency_key=f"again {number}").status_code == 201
        assert caller.delete(line).status_code == 204
    told = caller.post(line)
    assert (told.status_code, told.json()["code"]) == (429, "rate_limited")
    assert told.json()["facts"]["most"] == waiting.LIMIT.most
    page = browser(carla).post(f"/tables/{full.pk}/line/", follow=True).content.decode()
    assert "on the waiting list. When" not in page
    assert WaitingPlace.objects.count() == waiting.LIMIT.most
    assert waiting.forget_old_places() == 0
    long_ago = timezone.now() - waiting.KEPT_FOR - dt.timedelta(hours=1)
    over = dt.timedelta(minutes=15)
    WaitingPlace.objects.update(created_at=long_ago - over, lapses_at=long_ago)
    assert waiting.forget_old_places() == waiting.LIMIT.most


def test_who_waits_may_take_the_seat_themselves(full: Table, carla: Player) -> None:
    waiting.join_waitlist(table_id=full.pk, player=carla)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    sit(following, carla)
    assert statuses() == {"Carla": "seated"}
    assert waiting.serve_waitlist(table_id=following.pk) == 0


def test_leaving_an_open_table_of_the_house_serves_the_line(full: Table, carla: Player) -> None:
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    sit(following, carla)
    opening.leave_table(table_id=following.pk, player=carla)
    message = OutboxMessage.objects.filter(topic="standing_seat_free").get()
    assert message.payload == {"table": following.pk}


def test_the_sweep_finds_what_a_lost_message_left(full: Table, carla: Player) -> None:
    waiting.join_waitlist(table_id=full.pk, player=carla)
    house.open_successor(table_id=full.pk)
    assert waiting.serve_waitlists() == 1
    assert waiting.serve_waitlists() == 0


def test_nobody_waits_where_a_seat_is_free(anna: Player, bert: Player) -> None:
    table = standing()
    sit(table, anna)
    answer = Caller(bert).post(f"/tables/{table.pk}/line/")
    assert (answer.status_code, answer.json()["code"]) == (409, "seat_is_free")
    assert answer.json()["facts"] == {"table": table.pk}
    seated = Caller(anna).post(f"/tables/{table.pk}/line/")
    assert seated.json()["code"] == "already_seated"


def test_who_keeps_apart_from_the_one_who_sits_there_may_wait_for_another_table(
    full: Table, anna: Player, carla: Player, dora: Player
) -> None:
    ignore(player=dora, other=carla)
    second = house.open_successor(table_id=full.pk)
    assert second is not None
    sit(second, carla)
    waiting.join_waitlist(table_id=second.pk, player=dora)
    assert waiting.serve_waitlists() == 0
    assert statuses() == {"Dora": "waiting"}
    late = create_player(name="Emil", password="rummy-evening")
    sit(second, late)  # Dora does not keep the seat from those who get on with Carla
    third = house.open_successor(table_id=second.pk)
    assert third is not None
    assert waiting.serve_waitlists() == 1
    assert seats(third) == ["Dora"]


def test_there_is_no_line_at_other_tables(anna: Player, bert: Player) -> None:
    own = opening.create_table(player=anna, offer=RING)
    with pytest.raises(Conflict, match="no_line_here"):
        waiting.join_waitlist(table_id=own.pk, player=bert)
    assert Caller(bert).post("/tables/999999/line/").status_code == 404
    assert Caller().post(f"/tables/{own.pk}/line/").status_code == 401


def test_a_place_lapses_and_is_renewed_by_asking_again(full: Table, carla: Player) -> None:
    first = waiting.join_waitlist(table_id=full.pk, player=carla)
    WaitingPlace.objects.update(lapses_at=timezone.now() + dt.timedelta(seconds=30))
    again = waiting.join_waitlist(table_id=full.pk, player=carla)
    assert again.pk == first.pk
    assert again.lapses_at > timezone.now() + dt.timedelta(minutes=14)
    assert waiting.end_lapsed_places() == 0
    WaitingPlace.objects.update(
        created_at=timezone.now() - dt.timedelta(hours=1), lapses_at=timezone.now()
    )
    house.open_successor(table_id=full.pk)
    assert waiting.serve_waitlists() == 0
    assert waiting.is_anybody_waiting()
    assert waiting.end_lapsed_places() == 1
    assert not waiting.is_anybody_waiting()
    assert statuses() == {"Carla": "lapsed"}
    assert Notice.objects.get(player=carla).kind == "line_lapsed"


def test_who_can_pay_no_stake_waits_no_more(full: Table, carla: Player, dora: Player) -> None:
    for player in (carla, dora):
        waiting.join_waitlist(table_id=full.pk, player=player)
    dear = opening.create_table(
        player=carla, offer=TableOffer(format="ring", rounds=1, stake_chips=990)
    )
    sit(dear, carla)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    assert waiting.serve_waitlist(table_id=following.pk) == 1
    assert seats(following) == ["Dora"]
    assert statuses() == {"Carla": "lapsed", "Dora": "seated"}


def test_who_is_not_welcome_is_told_before_waiting(full: Table, carla: Player) -> None:
    TableAdmission.objects.create(table=full, min_rating=3000)
    with pytest.raises(NotAllowed, match="rating_too_low"):
        waiting.join_waitlist(table_id=full.pk, player=carla)


def test_a_line_is_left_once(full: Table, carla: Player) -> None:
    waiting.join_waitlist(table_id=full.pk, player=carla)
    path = f"/tables/{full.pk}/line/"
    assert Caller(carla).delete(path).status_code == 204
    assert Caller(carla).delete(path).json()["code"] == "not_in_line"


def test_nobody_waits_everywhere(anna: Player, bert: Player, carla: Player) -> None:
    for rounds in range(1, waiting.LINES_PER_PLAYER_MAX + 2):
        table = standing(rounds=rounds, stake_chips=0)
        sit(table, anna, bert)
        if rounds <= waiting.LINES_PER_PLAYER_MAX:
            waiting.join_waitlist(table_id=table.pk, player=carla)
    with pytest.raises(Conflict, match="too_many_lines"):
        waiting.join_waitlist(table_id=table.pk, player=carla)


class TestAtOnce:
    pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

    def test_the_last_seat_goes_to_the_first_in_line_whoever_is_quicker(
        self, full: Table, carla: Player, dora: Player
    ) -> None:
        """One seat free: the line, somebody who walks in, and several who serve, all at once."""
        late = create_player(name="Emil", password="rummy-evening")
        for player in (carla, dora):
            waiting.join_waitlist(table_id=full.pk, player=player)
        following = house.open_successor(table_id=full.pk)
        assert following is not None
        waiting.leave_waitlist(table_id=full.pk, player=carla)
        other = create_player(name="Fritz", password="rummy-evening")
        sit(following, other)
        jobs = [partial(waiting.serve_waitlist, table_id=following.pk)] * 4
        walk_in = partial(opening.join_table, table_id=following.pk, player=late)
        results = at_once([*jobs, walk_in, walk_in])
        assert seats(following) == ["Fritz", "Dora"]
        assert sum(one for one in results if isinstance(one, int)) == 1
        assert {getattr(one, "code", "") for one in results[4:]} <= {"seat_kept", "table_not_open"}

    def test_one_who_waits_gets_one_seat_of_two_tables(self, full: Table, carla: Player) -> None:
        waiting.join_waitlist(table_id=full.pk, player=carla)
        tables = [standing(), standing()]
        at_once([partial(waiting.serve_waitlist, table_id=table.pk) for table in tables * 3])
        assert Seat.objects.filter(player=carla).count() == 1
        assert wallet_balance(carla) == 950

    def test_leaving_the_line_and_being_seated_exclude_each_other(
        self, full: Table, carla: Player
    ) -> None:
        for _ in range(5):
            waiting.join_waitlist(table_id=full.pk, player=carla)
            table = standing()
            left, _served = at_once(
                [
                    partial(waiting.leave_waitlist, table_id=full.pk, player=carla),
                    partial(waiting.serve_waitlist, table_id=table.pk),
                ]
            )
            seated = Seat.objects.filter(table=table, player=carla).exists()
            assert seated is isinstance(left, Conflict)
            if seated:
                opening.leave_table(table_id=table.pk, player=carla)
            opening.cancel_table(table_id=table.pk)


def test_a_table_that_was_closed_meanwhile_sends_nobody_home(full: Table, carla: Player) -> None:
    """The message of a seat that has come free may arrive after the table is gone."""
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    opening.cancel_table(table_id=following.pk)
    waiting.join_waitlist(table_id=full.pk, player=carla)
    assert waiting.serve_waitlist(table_id=following.pk) == 0
    assert statuses() == {"Carla": "waiting"}


def test_who_was_banned_meanwhile_is_seated_nowhere(
    full: Table, carla: Player, dora: Player
) -> None:
    for player in (carla, dora):
        waiting.join_waitlist(table_id=full.pk, player=player)
    moderator = colleague("moderator", name="Mona")
    sanction_player(player_id=carla.pk, kind="ban", hours=2, reason="insults", by=moderator)
    following = house.open_successor(table_id=full.pk)
    assert following is not None
    assert waiting.serve_waitlist(table_id=following.pk) == 1
    assert seats(following) == ["Dora"]
    assert statuses() == {"Carla": "lapsed", "Dora": "seated"}
