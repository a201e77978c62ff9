"""A finished round is played on from any of its moments, with the same cards, for nothing."""

from typing import Any

import pytest
from django.test import Client

from accounts.audit import faults
from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Round, RoundSkill, RoundToJudge, Seat, Table
from games.moves.acting import play_action
from games.moves.errors import Conflict, NotAllowed, NotFound
from games.rematch.agreeing import offer_rematch
from games.replay.playing_on import play_on
from games.replay.rounds import course_of, ended_round, finished_round
from games.replay.verification import round_faults
from games.running.results import book_results
from games.tables.lobby.quick_seat import Outlook, Wish
from games.tables.reading import table_reading
from rummy.fairness import RoundSeeds, UnfairInput
from rummy.match import Phase, Resign
from tests.by_hand import by_hand
from tests.chance import some
from tests.daily.players import a_member, play_through
from tests.fairness.proofs import read_proof
from tests.fairness.test_verifier import verifier
from tests.play.players import finish, take_turn
from tests.skill.test_judging import seated

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
audited = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
GAMES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"preset": "gin_palast"}),
    (4, {"preset": "gin_team", "seats": 4}),
    (3, {"preset": "german_romme", "seats": 3}),
    (2, {"preset": "romme_500"}),
)


def a_round(people: list[Player], **offer: Any) -> Table:
    table = seated(*people, rounds=1, **offer)
    drawn = table_reading(table.pk).state.players  # where seats are drawn for (GER-2)
    finish(table, sorted(people, key=lambda one: drawn.index(one.pk)), bot="casual")
    return table


def guests(count: int) -> list[Player]:
    return [create_guest(language="en") for _ in range(count)]


def cards_of(table: Table, player: Player) -> list[Any]:
    course = course_of(ended_round(table.pk, 1, visible_to=player))
    return course.events


@pytest.mark.drawn(2)
@pytest.mark.parametrize(("seats", "offer"), GAMES)
def test_it_begins_with_what_was_played_and_ends_by_the_same_cards(
    seats: int, offer: dict[str, Any]
) -> None:
    people = guests(seats)
    table = a_round(people, **offer)
    before = cards_of(table, people[0])
    decided = max(at for at, event in enumerate(before) if event.cause() is not None)
    for step in some(range(decided), 3, "steps to play on from"):
        seat = play_on(table_id=table.pk, number=1, step=step, player=people[0])
        assert seat.number == table_reading(table.pk).seat_of(people[0].pk)
        state = table_reading(seat.table_id).state
        assert state.phase is Phase.PLAYING
        assert state.robots == tuple(at != seat.number for at in range(seats))
        again = play_through(seat, like="solid")
        assert cards_of(again, people[0])[: step + 1] == before[: step + 1]
        record = finished_round(again.pk, 1, people[0])
        original = finished_round(table.pk, 1, people[0])
        assert record["deck"] == original["deck"]
        assert record["dealer"] == original["dealer"]
        assert record["commitment"] == original["commitment"]
        assert read_proof(record).problems() == ()
        assert "once more" in verifier.verify(record)


def test_a_record_that_hides_that_its_cards_were_dealt_before_is_refused() -> None:
    people = guests(2)
    table = a_round(people)
    again = play_through(play_on(table_id=table.pk, number=1, step=0, player=people[0]))
    record = finished_round(again.pk, 1, people[0])
    terms, earlier = record["terms"], finished_round(table.pk, 1, people[0])
    assert verifier.verify(record, None, (), earlier).endswith("once more, as it was")
    forgeries = (
        {"dealt_before": [record["table"], 1]},
        {"dealing": record["dealing"] | {"reason": "lot"}},
        {"terms": terms | {"stake_chips": 500}},
        {"terms": terms | {"training": False}},
        {"terms": terms | {"played_on": None}},
        {"terms": terms | {"settlement": "tournament"}},
    )
    hidden = {name: told for name, told in record.items() if name != "dealt_before"}
    for forged in (hidden, *(record | other for other in forgeries)):
        with pytest.raises(verifier.Refused):
            verifier.verify(forged)
    for part, other in (("dealer", 1 - earlier["dealer"]), ("client_seeds", ["a", "b"])):
        with pytest.raises(verifier.Refused):
            verifier.verify(record, None, (), earlier | {part: other})


def test_no_other_round_can_pass_for_one_that_is_played_on() -> None:
    """Else the house could have another seat deal, and with it other hands, in any first round."""
    people = guests(2)
    table = a_round(people, stake_chips=0)
    record = finished_round(table.pk, 1, people[0])
    other = 1 - record["dealer"]
    dealt = next(event for event in record["events"] if event["type"] == "round_dealt")
    events = [
        event | {"dealer": other, "hands": event["hands"][::-1]} if event is dealt else event
        for event in record["events"]
    ]
    forged = record | {
        "dealt_before": [table.pk, 1],
        "dealer": other,
        "dealing": record["dealing"] | {"reason": "dealt_before"},
        "events": events,
    }
    for terms in ({}, {"training": True, "played_on": {"table": table.pk, "round": 1, "step": 0}}):
        with pytest.raises(verifier.Refused):
            verifier.verify(forged | {"terms": record["terms"] | terms})
        assert read_proof(forged | {"terms": record["terms"] | terms}).problems() != ()


def test_of_a_shared_deal_nobody_gives_seeds_wherever_it_is_dealt() -> None:
    with pytest.raises(UnfairInput, match="shared_deal_takes_no_seeds"):
        RoundSeeds(9, 1, bytes(128), ("ground", ""), dealt_before=(0, 7))


def test_a_round_of_fewer_than_the_table_had_is_played_on_and_verifies() -> None:
    people = guests(3)
    table = seated(*people, rounds=2, preset="romme_500", seats=3)
    while not table_reading(table.pk).state.sheet:
        take_turn(table, people, bot="casual", dice=1)
    gone, *staying = people
    play_action(
        table_id=table.pk, player_id=gone.pk, action=Resign(), expected_version=None, key="gone"
    )
    for step in range(2_000):
        state = table_reading(table.pk).state
        if state.phase is Phase.FINISHED:
            break
        here = {state.seat_of(one.pk): one for one in people}
        take_turn(table, [here[at] for at in range(3)], bot="casual", dice=step)
    record = finished_round(table.pk, 2, staying[0])
    assert (len(record["client_seeds"]), len(record["steps"][0]["hands"])) == (3, 2)
    again = play_through(play_on(table_id=table.pk, number=2, step=2, player=staying[0]))
    told = finished_round(again.pk, 1, staying[0])
    assert "as it was" in verifier.verify(told, None, (), record)
    assert read_proof(told).problems() == ()
    assert round_faults(Round.objects.select_related("table").get(table=again)) == ()


def test_who_did_not_sit_there_takes_the_seat_on_turn_or_any_other() -> None:
    people = guests(2)
    table = a_round(people)
    carl = create_guest(language="de")
    course = course_of(ended_round(table.pk, 1))
    first = play_on(table_id=table.pk, number=1, step=0, player=carl)
    assert first.number == 1 - course.events[0].dealer  # type: ignore[attr-defined]  # GIN-3
    other = play_on(table_id=table.pk, number=1, step=0, player=carl, seat=1 - first.number)
    assert other.number == 1 - first.number
    with pytest.raises(Conflict, match="no_such_seat"):
        play_on(table_id=table.pk, number=1, step=0, player=carl, seat=2)


def test_after_the_last_decision_there_is_nothing_to_play() -> None:
    people = guests(2)
    table = a_round(people)
    steps = len(cards_of(table, people[0]))
    for step in (steps - 1, steps, 10_000):
        with pytest.raises(Conflict, match="nothing_left_to_play"):
            play_on(table_id=table.pk, number=1, step=step, player=people[0])


def test_a_round_that_may_not_be_read_may_not_be_played_on() -> None:
    people, stranger = guests(2), create_guest(language="en")
    running = seated(*people, rounds=1)
    with pytest.raises(NotFound, match="round_not_over"):
        play_on(table_id=running.pk, number=1, step=0, player=people[0])
    table = a_round(people)
    own = play_through(play_on(table_id=table.pk, number=1, step=0, player=people[0]))
    with pytest.raises(NotFound, match="table_not_found"):
        play_on(table_id=own.pk, number=1, step=0, player=stranger)


def test_what_was_played_on_can_be_played_on_again() -> None:
    people = guests(2)
    table = a_round(people)
    once = play_through(play_on(table_id=table.pk, number=1, step=4, player=people[0]))
    twice = play_through(play_on(table_id=once.pk, number=1, step=6, player=people[0]))
    assert verifier.verify(finished_round(twice.pk, 1, people[0]))
    assert table_reading(twice.pk).view(0)["terms"]["played_on"] == {
        "table": once.pk,
        "round": 1,
        "step": 6,
    }


def test_it_counts_for_nothing() -> None:
    """Whoever knows the cards learns nothing from winning, and nobody else is told of it."""
    anna, bert = a_member("anna"), a_member("bert")
    table = a_round([anna, bert])
    book_results(table_id=table.pk)
    RoundToJudge.objects.all().delete()
    career = list(anna.career.__class__.objects.values())
    again = play_through(play_on(table_id=table.pk, number=1, step=0, player=anna), like="solid")
    assert book_results(table_id=again.pk)
    assert not book_results(table_id=again.pk)
    assert list(anna.career.__class__.objects.values()) == career
    assert not RoundToJudge.objects.exists()
    assert not RoundSkill.objects.exists()
    assert not Table.objects.get(pk=again.pk).may_be_played_again
    with pytest.raises((Conflict, NotAllowed)):
        offer_rematch(table_id=again.pk, player=anna)


def test_nobody_is_led_to_it_by_a_quick_seat() -> None:
    people = guests(2)
    table = a_round(people)
    seat = play_on(table_id=table.pk, number=1, step=0, player=people[0])
    assert not Outlook(people[0]).seating(Wish(preset="gin_palast")).is_own
    assert Seat.objects.filter(table=seat.table_id, player=people[0]).exists()


@audited
def test_the_audit_finds_nothing_amiss() -> None:
    people = guests(2)
    table = a_round(people)
    again = play_on(table_id=table.pk, number=1, step=3, player=people[0])
    assert faults() == []
    play_through(again)
    book_results(table_id=again.table_id)
    assert faults() == []
    with by_hand():
        Round.objects.filter(table=table).update(dealer=1 - Round.objects.get(table=table).dealer)
    assert "another_deal_than_before" in {fault.code for fault in faults()}


def test_over_the_api() -> None:
    people = guests(2)
    table = a_round(people)
    client = Client()
    client.force_login(people[0], backend="django.contrib.auth.backends.ModelBackend")
    url = f"/api/v1/tables/{table.pk}/rounds/1/play-on/"

    def post(body: dict[str, Any], key: str) -> Any:
        return client.post(url, body, "application/json", headers={"idempotency-key": key})

    answer = post({"step": 2}, "first-time")
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert told["table"]["terms"]["played_on"] == {"table": table.pk, "round": 1, "step": 2}
    assert told["table"]["name"] == "A round played on"
    assert post({"step": 2}, "first-time").json() == told
    refused = post({"step": 99_999}, "too-late")
    assert (refused.status_code, refused.json()["code"]) == (409, "nothing_left_to_play")
    assert post({"step": -1}, "negative").status_code == 400
    assert post({"step": "1"}, "a-text").status_code == 400


def test_no_guest_is_made_where_nothing_can_be_played_on() -> None:
    people = guests(2)
    table = a_round(people)
    for asked in ({"step": 9_999}, {"step": 1, "seat": 5}, {"step": ""}):
        answer = Client().post(f"/tables/{table.pk}/replay/1/play-on/", asked)
        assert answer.status_code == 302
    assert Player.objects.filter(is_bot=False).count() == 2
    client = Client()
    answer = client.post(f"/tables/{table.pk}/replay/1/play-on/", {"step": 1})
    assert answer["Location"].startswith("/tables/")
    assert "A round played on" in client.get(answer["Location"]).content.decode()
    assert Player.objects.filter(is_bot=False).count() == 3
