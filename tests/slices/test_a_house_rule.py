"""A house rule is one file: engine, bots, hints, book, forms, pages, API and document know it."""

import uuid
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.models import Player
from games.forms.table import TableForm
from games.models import Table
from games.moves.acting import play_action
from games.rulebook import parse_example
from games.rulebook.showing import shown_page
from games.rulebook.sources import Block, Page
from games.tables.reading import table_reading, table_view
from rummy import engine, hints
from rummy.bots import BOTS
from rummy.engine.families.knock.state import KnockState
from rummy.engine.house_rules.base import HOUSE_RULES
from tests.pages.browsers import browser, look
from tests.pages.tables import running_table
from tests.play.players import finish, take_turn
from tests.slices.a_house_rule import SINGING, Sing
from tournaments.planner.forms import PlanForm
from web import refusals

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    HOUSE_RULES.register(SINGING)
    yield
    HOUSE_RULES._entries.pop(SINGING.key)


def the_round(table: Table) -> KnockState:
    state = table_reading(table.pk).state.round
    assert isinstance(state, KnockState)
    return state


@pytest.fixture
def table(anna: Player, bert: Player) -> Table:
    """Anna or Bert has drawn and may sing."""
    table = running_table(anna, bert, house_rules=(SINGING.key,), rounds=1)
    while the_round(table).phase != "discard":
        take_turn(table, [anna, bert])
    return table


def sing(table: Table, player: Player) -> None:
    play_action(
        table_id=table.pk,
        player_id=player.pk,
        action=Sing(),
        expected_version=table_reading(table.pk).version,
        key=str(uuid.uuid4()),
    )


def on_turn(table: Table, *players: Player) -> Player:
    return players[the_round(table).turn or 0]


def test_the_engine_builds_stores_and_plays_it() -> None:
    rules = engine.build_rules("gin_palast", house_rules=[SINGING.key])
    assert rules.to_json()["play"]["special"] == {"toy_points": 3}
    assert engine.RuleSet.from_json(rules.to_json()) == rules


def test_bots_and_hints_sing_for_points_that_are_sure(
    table: Table, anna: Player, bert: Player
) -> None:
    state = the_round(table)
    view = engine.view(state, state.turn)
    hint = hints.advise(view)
    assert hint is not None
    assert (hint.action, hint.reason) == (Sing(), Sing.type)
    assert BOTS["expert"].choose(view, view.legal_actions(), Random(1)) == Sing()


def test_it_is_played_shown_and_paid(table: Table, anna: Player, bert: Player) -> None:
    singer = on_turn(table, anna, bert)
    page = look(browser(singer).get(f"/tables/{table.pk}/"))
    words = page.json("game-words")
    assert words["offers"] == [
        {"rule": SINGING.key, "key": "y", "words": "Sing!", "question": "", "types": [Sing.type]}
    ]
    short = words["tags"]["toy_singer"]["short"]
    assert short == ["%(points)s point", "%(points)s points", "points"]
    assert words["events"] == {"toy_sung": [["", "%(name)s sings.", "You sing."]]}
    assert {"type": Sing.type} in page.json("table-view")["legal"]
    sing(table, singer)
    seat = [anna, bert].index(singer)
    view = table_view(table.pk, None)
    assert view["round"]["signs"] == [{"seat": seat, "sign": "toy_singer", "facts": {"points": 3}}]
    finish(table, [anna, bert])
    score = table.rounds.get().score or {}
    lines = [(line["seat"], line["reason"], line["points"]) for line in score["lines"]]
    assert score["winner"] is None or (seat, "toy_song", 3) in lines
    assert words["scores"]["toy_song"] == "for singing"


def test_what_it_refuses_is_said_in_its_words(table: Table, anna: Player, bert: Player) -> None:
    sing(table, on_turn(table, anna, bert))
    with pytest.raises(engine.IllegalAction) as refused:
        sing(table, on_turn(table, anna, bert))
    status, problem, _ = refusals.problem(refused.value, "en")
    assert (status, problem["rule"]) == (422, "TOY-1")
    assert problem["detail"] == "Somebody has sung in this round already."


def test_forms_offer_it_with_its_option(anna: Player) -> None:
    page = look(browser(anna).get("/tables/new/"))
    assert "Singing for points" in page.text
    assert "Verses to sing" in page.text
    assert "Singing for points" in str(PlanForm())
    data = {**TableForm.defaults(), "house_rules": [SINGING.key], "toy_verses": 3}
    assert browser(anna).post("/tables/new/", data).status_code == 302
    assert Table.objects.get().terms["rules"]["house_rules"] == [SINGING.key]


def test_the_book_has_its_page_and_reads_its_verb(client: Client) -> None:
    page = look(client.get(f"/rules/gin/{SINGING.key}/"))
    assert "Who sings first in a round gets three points." in page.text
    example = parse_example(f"rules: {SINGING.key}\nturn you: draw 7h; sing; discard 7h")
    (block,) = shown_page(Page(SINGING.key, "", (Block("", example),)))
    assert block.example is not None
    assert "sing" in str(block.example.rows[0].content)


def test_programs_find_it_and_its_document_names_it(client: Client) -> None:
    offered = client.get("/api/v1/presets/").json()["house_rules"]
    assert offered[-1]["name"] == "Singing for points"
    assert [option["name"] for option in offered[-1]["options"]] == ["toy_verses"]
    make: Any = SchemaGenerator
    document = make(api_version="v1").get_schema(request=None, public=True)
    asked = document["paths"]["/api/v1/tables/"]["post"]["requestBody"]["content"]
    (name,) = [asked["application/json"]["schema"]["$ref"].rpartition("/")[2]]
    schemas = document["components"]["schemas"]
    items = schemas[name]["properties"]["house_rules"]["items"]
    named = schemas[items["$ref"].rpartition("/")[2]] if "$ref" in items else items
    assert SINGING.key in named["enum"]
