"""Exports: one's own rounds, matches and chips as JSON, NDJSON and CSV, with nobody's secrets."""

import csv
import io
import json
import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from accounts.models import Player
from games.exports import api as exports
from games.exports import records as exporting
from games.exports.spans import Span
from games.models import Round, Table
from games.running.results import book_results
from tests.keeping import Keep
from tests.league.tables import member, played

from .client import Answer, Caller
from .playing import both_ready, guest, play_moves, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PATHS = ("/me/export/rounds/", "/me/export/matches/", "/me/export/statement/", "/league/export/")
FORMATS = Path("docs/formats.md")


@pytest.fixture(scope="module")
def kept_match(keep: Keep) -> tuple[Table, Player, Player]:
    """A match of three rounds between members, counted for the league."""
    return keep(finished_match)


@pytest.fixture
def finished(kept_match: tuple[Table, Player, Player]) -> tuple[Table, Player, Player]:
    return deepcopy(kept_match)


def finished_match() -> tuple[Table, Player, Player]:
    pair = (member("Anna"), member("=Bert+1"))
    table = played(pair, rounds=3, stake_chips=50)
    book_results(table_id=table.pk)
    return table, *pair


def rows(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answer.content.decode())))


def lines(answer: Answer) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer.content.decode().splitlines()]


@pytest.mark.parametrize("path", PATHS)
def test_three_formats_hold_the_same_records(
    path: str, finished: tuple[Table, Player, Player]
) -> None:
    caller = Caller(finished[1])
    answers = {kind: caller.get(f"{path}?format={kind}") for kind in exporting.KINDS}
    for kind, answer in answers.items():
        assert answer.status_code == 200
        assert answer["Content-Type"] == exporting.KINDS[kind]
        assert answer["Content-Disposition"].endswith(f'.{kind}"')
        assert answer["Cache-Control"] == "private, no-store"
    results = answers["json"].json()["results"]
    assert results
    assert lines(answers["ndjson"]) == results
    per_record = 2 if "rounds" in path else 1  # one line for each seat
    assert len(rows(answers["csv"])) == per_record * len(results)
    assert caller.get(path).json()["results"] == results


@pytest.mark.parametrize("path", PATHS)
def test_pages_put_together_are_the_whole(
    path: str, finished: tuple[Table, Player, Player]
) -> None:
    caller = Caller(finished[1])
    whole = caller.get(path).json()["results"]
    found: list[dict[str, Any]] = []
    address = f"{path}?format=ndjson&limit=1"
    while address:
        answer = caller.get(address)
        assert len(lines(answer)) <= 1
        found += lines(answer)
        link = re.fullmatch(r'</api/v1(.*)>; rel="next"', answer.headers.get("Link", ""))
        address = link[1] if link else ""
    assert found == whole
    assert len(whole) >= (1 if "matches" in path else 2)


def test_a_round_is_told_as_ones_own_seat_saw_it(
    finished: tuple[Table, Player, Player],
) -> None:
    """Exactly the log of that seat; the other hand and the seeds are not in it."""
    table, *players = finished
    for seat, player in enumerate(players):
        caller = Caller(player)
        told = caller.get("/me/export/rounds/").json()["results"]
        assert [record["round"] for record in told] == [1, 2, 3]
        log = {one["seq"]: one for one in caller.get(f"/tables/{table.pk}/log/").json()["events"]}
        for record in told:
            assert record["seat"] == seat
            assert record["events"] == [log[event["seq"]] for event in record["events"]]
            dealt = next(one for one in record["events"] if one["type"] == "round_dealt")
            assert [hand is not None for hand in dealt["hands"]] == [seat == 0, seat == 1]
            draws = [one for one in record["events"] if one["type"] == "stock_drawn"]
            assert all(("card" in one) == (one["seat"] == seat) for one in draws)


def test_no_seed_is_in_any_export(finished: tuple[Table, Player, Player]) -> None:
    table, anna, _ = finished
    seeds = list(Round.objects.filter(table=table).values_list("server_seed", flat=True))
    assert all(seeds)
    for path in PATHS:
        content = Caller(anna).get(path).content.decode()
        assert not [seed for seed in seeds if seed in content]


def test_a_round_that_is_still_played_is_not_told() -> None:
    table, host, _ = running_table(rounds=2)
    play_moves(table)
    both_ready(table)
    play_moves(table, most=4)
    told = Caller(host).get("/me/export/rounds/").json()["results"]
    assert [record["round"] for record in told] == [1]


def test_nobody_gets_what_is_anothers(finished: tuple[Table, Player, Player]) -> None:
    table, *_ = finished
    stranger = Caller(guest())
    path = f"/me/export/rounds/?table={table.pk}"
    assert stranger.get(path).json()["results"] == []
    assert stranger.get("/me/export/matches/").json()["results"] == []
    assert all(Caller().get(path).status_code == 401 for path in PATHS[:3])


def test_csv_is_safe_in_a_spreadsheet(finished: tuple[Table, Player, Player]) -> None:
    caller = Caller(finished[1])
    names = {row["player_name"] for row in rows(caller.get("/me/export/rounds/?format=csv"))}
    assert names == {"Anna", "'=Bert+1"}
    assert "'=Bert+1" in caller.get("/league/export/?format=csv").content.decode()


def test_csv_of_rounds_is_the_score_sheet(finished: tuple[Table, Player, Player]) -> None:
    table, anna, _ = finished
    caller = Caller(anna)
    sheet = caller.get(f"/tables/{table.pk}/view/").json()["score_sheet"]
    told = rows(caller.get("/me/export/rounds/?format=csv"))
    for row in told:
        score = sheet[int(row["round"]) - 1]
        seat = int(row["seat"])
        assert int(row["points"]) == score["points"][seat]
        assert int(row["total"]) == score["totals"][seat]
        assert row["won"] == ("true" if score["winner"] == seat else "false")
    assert {row["is_own"] for row in told} == {"true", "false"}


def test_the_statement_adds_up(finished: tuple[Table, Player, Player]) -> None:
    caller = Caller(finished[1])
    told = rows(caller.get("/me/export/statement/?format=csv"))
    assert sum(int(row["amount"]) for row in told) == caller.get("/me/").json()["balance"]


def test_days_and_tables_narrow_it(finished: tuple[Table, Player, Player]) -> None:
    table, anna, bert = finished
    other = played((anna, bert), rounds=1)
    caller = Caller(anna)
    rounds = "/me/export/rounds/"
    assert len(caller.get(rounds).json()["results"]) == 4
    assert len(caller.get(f"{rounds}?table={other.pk}").json()["results"]) == 1
    assert caller.get(f"{rounds}?until=2020-01-01").json()["results"] == []
    assert len(caller.get(f"{rounds}?since=2020-01-01").json()["results"]) == 4
    assert caller.get("/me/export/statement/?until=2020-01-01").json()["results"] == []
    assert table.pk != other.pk


@pytest.mark.parametrize(
    "query", ["format=xml", "limit=0", "limit=9999", "cursor=-1", "since=soon", "more=1"]
)
def test_a_query_that_cannot_be_read_is_refused(query: str) -> None:
    assert Caller(guest()).get(f"/me/export/rounds/?{query}").status_code == 400


def test_a_season_that_never_was_is_not_found() -> None:
    assert Caller().get("/league/export/?season=999").status_code == 404
    assert Caller().get("/league/export/").status_code == 200


def test_the_page_of_formats_names_every_field(finished: tuple[Table, Player, Player]) -> None:
    """docs/formats.md describes exactly the records there are, and all columns."""
    page = FORMATS.read_text("utf-8")
    caller = Caller(finished[1])
    described = {
        title: set(re.findall(r"^\| `(\w+)`", body, re.M))
        for title, body in re.findall(r"^## `(jeton-[a-z-]+)`\n(.*?)(?=^## |\Z)", page, re.M | re.S)
    }
    for path in PATHS:
        record = caller.get(path).json()["results"][0]
        assert described[record["format"]] == set(record) - {"format", "v"}
    kinds = (exporting.ROUNDS, exporting.MATCHES, exporting.SKILL, exporting.STATEMENT)
    for columns in (*kinds, exporting.STANDINGS):
        assert ",".join(columns.headings) in page


def test_a_page_needs_the_memory_of_one_page(
    finished: tuple[Table, Player, Player], django_assert_max_num_queries: Any
) -> None:
    """What is asked of the database does not grow with how much there is."""
    with django_assert_max_num_queries(5):
        records, following = exports.own_rounds(finished[1], Span(), cursor=None, limit=1)
    assert len(records) == 1
    assert following is not None
