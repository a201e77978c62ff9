"""Why chips moved, over the API: numbers that add up, sentences in both languages, open rounds."""

import re
from typing import Any

import pytest

from accounts.models import Player
from games.models import Table, TableEvent, TableStatus
from games.tables import opening
from tests.backoffice.test_why_chips_moved import sums
from tests.pages.tables import finished_ring, open_table
from tests.play.players import take_turn
from tests.tournaments.club import fresh, play_to_the_end, playing, report, started
from tournaments.director import Plan
from tournaments.models import Tournament
from tournaments.running.directing import look_after

from .client import Caller
from .office import Colleague, refused
from .playing import person, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PAID = Plan(buy_in_chips=100, fee_chips=10)
CARD = re.compile(r"\b(?:[A2-9TJQK][shdc]|X\d)\b")


@pytest.fixture
def cashier() -> Colleague:
    return Colleague("cashier")


def table_of(caller: Caller, table: Table, **headers: str) -> Any:
    return caller.get(f"/office/tables/{table.pk}/", **headers).json()


def numbers(text: str) -> list[str]:
    return sorted(re.findall(r"\d+", text))


# -- a table


def test_a_table_is_told_from_its_stakes_to_the_last_chip(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    """PLAY-3, PLAY-10, PLAY-44."""
    table = finished_ring(anna, bert, rounds=2, stake_chips=60, fee_chips=5)
    told = table_of(cashier, table)
    seats = told["seats"]
    assert (told["status"], told["reason"]) == ("finished", "rounds_played")
    assert told["pot_chips"] == sum(seat["stake_chips"] for seat in seats)
    assert told["paid_chips"] == sum(seat["payout_chips"] for seat in seats)
    assert (told["fee_chips"], told["pot_chips"] - told["paid_chips"]) == (10, 10)
    assert sum(seat["change_chips"] for seat in seats) == -told["fee_chips"]
    for seat in seats:
        assert seat["change_chips"] == seat["payout_chips"] - seat["stake_chips"]
        assert sums(seat["why"]) == [(told["pot_chips"], told["pot_chips"])]
        assert "10 of them are the house's fee" in seat["why"]
    assert {seat["player"]["id"] for seat in seats} == {anna.pk, bert.pk}
    pot = cashier.get(f"/office/accounts/{told['account']}/").json()
    assert (pot["kind"], pot["ref"], pot["balance"]) == ("hold", f"table:{table.pk}", 0)


def test_its_score_sheet_adds_up_and_says_why(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    table = finished_ring(anna, bert, rounds=2, stake_chips=60)
    told = table_of(cashier, table)
    assert [(line["number"], line["ended"]) for line in told["rounds"]] == [(1, True), (2, True)]
    for seat in told["seats"]:
        assert seat["points"] == sum(line["points"][seat["seat"]] for line in told["rounds"])
    for line in told["rounds"]:
        for seat, points in enumerate(line["points"]):
            reasons = [one["points"] for one in line["lines"] if one["seat"] == seat]
            assert points == sum(reasons)
        assert all(one["reason"] and one["words"] for one in line["lines"])
    assert told["terms"]["rounds"] == 2


def test_it_is_told_in_the_readers_language_with_the_same_numbers(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    table = finished_ring(anna, bert, stake_chips=60)
    english = table_of(cashier, table, Accept_Language="en")
    german = table_of(cashier, table, Accept_Language="de")
    for one, other in zip(english["seats"], german["seats"], strict=True):
        assert re.match("You (won|lost) ", one["why"])
        assert re.match("Du hast ", other["why"])
        assert numbers(one["why"]) == numbers(other["why"])


def test_of_a_table_that_is_being_played_no_card_is_told(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    table, _, _ = running_table(players=(anna, bert), stake_chips=50)
    answer = cashier.get(f"/office/tables/{table.pk}/")
    told = answer.json()
    assert [(line["ended"], line["points"], line["lines"]) for line in told["rounds"]] == [
        (False, [], [])
    ]
    assert (told["pot_chips"], told["paid_chips"], told["fee_chips"]) == (100, 0, None)
    assert all("is held until the match is decided" in seat["why"] for seat in told["seats"])
    shown = {key: value for key, value in told.items() if key != "terms"}
    assert not CARD.search(str(shown))
    assert refused(cashier.get(f"/office/tables/{table.pk}/rounds/1/")) == (404, "not_found")


# -- a round


def test_a_finished_round_is_told_event_by_event_with_its_cards(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    table = finished_ring(anna, bert)
    told = cashier.get(f"/office/tables/{table.pk}/rounds/1/").json()
    public = Caller(anna).get(f"/tables/{table.pk}/rounds/1/").json()
    assert [(one["seq"], one["type"], one["seat"]) for one in told["events"]] == [
        (one["seq"], one["type"], one.get("seat")) for one in public["events"]
    ]
    assert [one["cards"] for one in told["events"]] == [
        [one["card"]] if "card" in one else [] for one in public["events"]
    ]
    assert [place["player"]["name"] for place in told["seats"]] == [
        place["player"]["name"] for place in public["seats"]
    ]
    assert told["points"] == public["score"]["points"]
    assert told["commitment"] == public["commitment"]
    assert told["server_seed"] == public["server_seed"]
    drawn = next(one for one in told["events"] if one["type"] == "stock_drawn")
    assert drawn["words"] == "Draws from the stock"
    german = cashier.get(f"/office/tables/{table.pk}/rounds/1/", Accept_Language="de").json()
    words = {one["seq"]: one["words"] for one in german["events"]}
    assert words[drawn["seq"]] == "Zieht vom Stapel"


def test_private_tables_are_no_secret_of_their_players_before_staff(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    table = finished_ring(anna, bert)
    Table.objects.filter(pk=table.pk).update(is_private=True)
    assert Caller().get(f"/tables/{table.pk}/rounds/1/").status_code == 404
    assert cashier.get(f"/office/tables/{table.pk}/rounds/1/").json()["is_private"] is True


@pytest.mark.parametrize("number", [0, 2, 10**9, 10**17])
def test_a_round_that_there_is_not_is_not_found(
    number: int, anna: Player, bert: Player, cashier: Colleague
) -> None:
    table = finished_ring(anna, bert)
    unknown = refused(cashier.get(f"/office/tables/{10**12}/rounds/1/"))
    assert refused(cashier.get(f"/office/tables/{table.pk}/rounds/{number}/")) == unknown
    assert unknown == (404, "not_found")


@pytest.mark.soak
def test_at_an_elimination_earlier_rounds_are_told_under_those_who_played_them(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    """PLAY-44: whoever stays moves up to the first seats; what was won before is still theirs."""
    table = table_that_somebody_dropped_out_of(anna, bert, person("Carl"))
    story = table_of(cashier, table)
    names = [seat["player"]["name"] for seat in story["seats"]]
    ended = [line for line in story["rounds"] if line["ended"]]
    assert ended
    for line in ended:
        address = f"/tables/{table.pk}/rounds/{line['number']}/"
        public = Caller(anna).get(address).json()
        told = cashier.get(f"/office{address}").json()
        then = [seat["player"]["name"] for seat in public["seats"]]
        assert [seat["player"]["name"] for seat in told["seats"]] == then
        assert dict(zip(names, line["points"], strict=True)) == dict(
            zip(then, told["points"], strict=True)
        )
        assert {(names[one["seat"]], one["points"]) for one in line["lines"]} == {
            (then[one["seat"]], one["points"]) for one in told["lines"]
        }


def table_that_somebody_dropped_out_of(*players: Player) -> Table:
    """Played by bots until one is out and two play on; now and then two drop out at once."""
    offer: dict[str, Any] = {"preset": "german_romme", "format": "elimination", "seats": 3}
    for _ in range(6):
        table = open_table(players[0], rounds=None, options={"penalty_limit": 200}, **offer)
        for player in players[1:]:
            opening.join_table(table_id=table.pk, player=player)
        moved = TableEvent.objects.filter(table=table, kind="players_reseated")
        while table.status != TableStatus.FINISHED:
            seated = [seat.player for seat in table.seats.order_by("number")]
            take_turn(table, seated, "casual", dice=table.version)
            if moved.exists():
                return table
            table.refresh_from_db()
    raise AssertionError("nobody drops out alone")


# -- a tournament


def chips_of(caller: Colleague, tournament: Tournament) -> Any:
    return caller.get(f"/office/tournaments/{tournament.pk}/chips/").json()


def settled(plan: Plan, *scores: int) -> Tournament:
    """A tournament of one table that has settled a round with these scores."""
    tournament = started(plan, len(scores))
    (table,) = playing(tournament)
    report(tournament, table, *scores)
    look_after(tournament_id=tournament.pk)
    return fresh(tournament)


def test_a_tournaments_chips_add_up_while_it_is_played(cashier: Colleague) -> None:
    tournament = settled(PAID, 30, 10, -5, 0)
    told = chips_of(cashier, tournament)
    held = {one["kind"]: one["balance"] for one in told["accounts"]}
    total = told["sums"]
    assert (total["entries"], total["paid_chips"], total["fee_chips"]) == (4, 400, 40)
    assert held["prize_pool"] == total["paid_chips"] - total["won_chips"]
    assert held["fee"] == total["fee_chips"]
    assert held["mint"] == -(total["stack_chips"] + total["forfeited_chips"])
    assert told["phase"] == "running"
    for field in ("paid_chips", "fee_chips", "won_chips", "stack_chips"):
        assert total[field] == sum(one[field] for one in told["results"])


def test_a_tournaments_chips_add_up_when_it_is_over(cashier: Colleague) -> None:
    tournament = play_to_the_end(started(PAID, 6))
    told = chips_of(cashier, tournament)
    assert told["phase"] == "finished"
    assert told["sums"]["won_chips"] == told["sums"]["paid_chips"] == 600
    held = {one["kind"]: one["balance"] for one in told["accounts"]}
    assert (held["prize_pool"], held["fee"]) == (0, 0)
    assert sorted(one["rank"] for one in told["results"]) == [1, 2, 3, 4, 5, 6]
    won = {one["id"]: one["won_chips"] for one in told["results"]}
    winner = next(one for one in told["results"] if one["rank"] == 1)
    assert won[winner["id"]] == max(won.values())


def test_its_entries_come_in_pages_under_the_same_sums(cashier: Colleague) -> None:
    tournament = settled(PAID, 30, 10, -5, 0)
    path = f"/office/tournaments/{tournament.pk}/chips/"
    pages = list(cashier.pages(path, limit=3))
    assert [len(page) for page in pages] == [3, 1]
    ids = [one["id"] for page in pages for one in page]
    assert ids == sorted(ids, reverse=True)
    assert len(set(ids)) == 4
    assert cashier.get(f"{path}?limit=1").json()["sums"]["entries"] == 4


# -- an entry


def test_an_entrys_rounds_are_told_with_the_formula(cashier: Colleague) -> None:
    """PLAY-20: whoever has fewer points pays the difference times the ratio."""
    tournament = settled(PAID, 30, 10, -5, 0)
    for entry in chips_of(cashier, tournament)["results"]:
        told = cashier.get(f"/office/entries/{entry['id']}/").json()
        assert {name: told[name] for name in entry} == entry
        (played,) = told["results"]
        own = next(line for line in played["lines"] if line["entry"] == entry["id"])
        assert played["change_chips"] == own["change_chips"]
        assert sum(line["change_chips"] for line in played["lines"]) == 0
        ratio = played["chips_per_point"]
        best = max(line["score"] for line in played["lines"])
        if own["is_winner"]:
            assert f"You won {own['change_chips']} chips with {best} points" in played["why"]
            continue
        difference, due = best - own["score"], (best - own["score"]) * ratio
        assert own["due_chips"] == due
        assert f"{difference} points × {ratio} chips per point = {due} chips" in played["why"]
        assert played["change_chips"] == -min(due, own["stack_chips"])


def test_an_entrys_stack_is_what_its_rounds_have_left_of_it(cashier: Colleague) -> None:
    tournament = play_to_the_end(started(PAID, 4))
    told_rounds = 0
    for entry in chips_of(cashier, tournament)["results"]:
        rounds = [
            one
            for page in cashier.pages(f"/office/entries/{entry['id']}/", limit=2)
            for one in page
        ]
        told_rounds += len(rounds)
        numbers_seen = [one["id"] for one in rounds]
        assert numbers_seen == sorted(numbers_seen, reverse=True)
        assert rounds[0]["lines"]
        changes = sum(one["change_chips"] for one in rounds if not one["voided"])
        assert PAID.stack_chips + changes == entry["stack_chips"]
    assert told_rounds > 4


def test_an_entry_reads_in_german_as_in_english(cashier: Colleague) -> None:
    tournament = settled(PAID, 30, 10, -5, 0)
    entry = chips_of(cashier, tournament)["results"][-1]
    path = f"/office/entries/{entry['id']}/"
    (english,) = cashier.get(path, Accept_Language="en").json()["results"]
    (german,) = cashier.get(path, Accept_Language="de").json()["results"]
    assert "Du hast " in german["why"]
    assert numbers(english["why"]) == numbers(german["why"])
    assert english["lines"] == german["lines"]


# -- all of them


def test_what_has_not_changed_is_not_sent_again(
    anna: Player, bert: Player, cashier: Colleague
) -> None:
    table = finished_ring(anna, bert)
    tournament = settled(PAID, 30, 10)
    entry = chips_of(cashier, tournament)["results"][0]
    for path in (
        f"tables/{table.pk}",
        f"tables/{table.pk}/rounds/1",
        f"tournaments/{tournament.pk}/chips",
        f"entries/{entry['id']}",
    ):
        first = cashier.get(f"/office/{path}/")
        again = cashier.get(f"/office/{path}/", If_None_Match=first["ETag"])
        assert (first.status_code, again.status_code) == (200, 304)
        assert "private" in first["Cache-Control"]


def test_they_are_for_whoever_reads_the_books_and_what_is_not_there_is_not_found(
    cashier: Colleague,
) -> None:
    moderator, anybody = Colleague("moderator"), Caller(person("Carl"))
    for path in ("tables", "tournaments", "entries"):
        end = "chips/" if path == "tournaments" else ""
        address = f"/office/{path}/{10**12}/{end}"
        code = "tournament_not_found" if path == "tournaments" else "not_found"
        assert refused(cashier.get(address)) == (404, code)
        assert refused(moderator.get(address)) == (403, "not_allowed")
        assert refused(anybody.get(address)) == (403, "scope_missing")
