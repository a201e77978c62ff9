"""Puzzles from real rounds: only where everybody lends theirs, and without a name."""

import json
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from accounts.joining.players import create_guest
from accounts.models import Player
from games.models import Puzzle, PuzzleStanding, Round, RoundLender, SearchedRound, Table
from games.puzzles import lending
from games.puzzles.lending import find_in_rounds, lend, lent_rounds
from games.running.results import book_results
from games.tables.opening import seat_bot
from rummy import puzzles
from tests.daily.players import a_member
from tests.play.players import finish
from tests.skill.test_judging import played_out, seated

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def a_match(one: Player, other: Player, **given: Any) -> Table:
    table = seated(one, other, rounds=2, **given)
    finish(table, [one, other], bot="casual")
    book_results(table_id=table.pk)
    return table


def test_a_round_is_lent_when_all_its_people_lend_theirs() -> None:
    anna, bert = a_member("anna"), a_member("bert")
    table = a_match(anna, bert)
    assert not lent_rounds().exists()
    lend(player=anna, lends=True)
    assert not lent_rounds().exists()
    lend(player=bert, lends=True)
    lend(player=bert, lends=True)
    assert {played.table_id for played in lent_rounds()} == {table.pk}
    lend(player=anna, lends=False)
    assert not lent_rounds().exists()


def test_bots_of_the_house_need_not_be_asked() -> None:
    anna = a_member("anna")
    table = seated(anna, rounds=1)
    seat_bot(table_id=table.pk, bot="casual")
    played_out(table, [anna])
    lend(player=anna, lends=True)
    assert [played.table_id for played in lent_rounds()] == [table.pk]


def test_of_bots_alone_and_of_private_tables_nothing_is_lent() -> None:
    anna, bert = a_member("anna"), a_member("bert")
    for player in (anna, bert):
        lend(player=player, lends=True)
    table = a_match(anna, bert)
    Table.objects.filter(pk=table.pk).update(is_private=True)
    assert not lent_rounds().exists()


def test_each_round_is_searched_once() -> None:
    anna, bert = a_member("anna"), a_member("bert")
    for player in (anna, bert):
        lend(player=player, lends=True)
    a_match(anna, bert)
    find_in_rounds(seconds=3_600, playouts=(2,))
    assert SearchedRound.objects.count() == Round.objects.count() == 2
    assert not lent_rounds().exists()
    assert find_in_rounds(seconds=3_600, playouts=(2,)) == 0


@pytest.mark.soak
def test_what_is_found_bears_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    anna, bert = a_member("anna"), a_member("bert")
    for player in (anna, bert):
        lend(player=player, lends=True)
    monkeypatch.setattr(puzzles.weighing, "SURE_AFTER", 10**9)  # a short proof is enough here
    while not Puzzle.objects.exists():
        a_match(anna, bert)
        find_in_rounds(seconds=3_600, playouts=(12,))
    for row in Puzzle.objects.all():
        text = json.dumps(row.content)
        assert row.key.startswith("round-")
        assert not any(name in text for name in ("anna", "bert"))
        puzzle = puzzles.Puzzle.from_json(row.content)
        assert puzzle.theme == row.theme
        assert puzzle.choices[0].behind == 0


def test_a_round_by_special_rules_becomes_no_puzzle() -> None:
    anna, bert = create_guest(language="de"), create_guest(language="de")
    for player in (anna, bert):
        lend(player=player, lends=True)
    a_match(anna, bert, training=True, house_rules=("jokers",))
    assert find_in_rounds(seconds=3_600, playouts=(12,)) == 0
    assert not lent_rounds().exists()


def test_the_command_says_what_it_found(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("find_puzzles", minutes=0)
    assert "puzzles found: 0; rounds left to search: 0" in capsys.readouterr().out


def test_it_is_asked_on_the_page_and_over_the_api() -> None:
    anna = a_member("anna")
    client = Client()
    client.force_login(anna, backend="django.contrib.auth.backends.ModelBackend")
    assert 'data-action="lend"' in client.get("/puzzles/").content.decode()
    assert 'data-action="lend"' not in Client().get("/puzzles/").content.decode()
    client.post("/puzzles/lending/", {"lends": "true"})
    assert lending.lends(anna)
    assert client.get("/api/v1/me/lending/").json() == {"lends": True}
    client.post(
        "/api/v1/me/lending/",
        {"lends": False},
        "application/json",
        headers={"idempotency-key": "no-more"},
    )
    assert not RoundLender.objects.exists()
    assert not PuzzleStanding.objects.exists()
