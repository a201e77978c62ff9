"""The form that opens a table: what it offers, and that bad input changes nothing."""

import re
from typing import Any

import pytest

from accounts.models import Player
from games import wording
from games.forms.options import initial_of, preset_options
from games.forms.table import DEFAULT_BOT, TableForm
from games.models import Seat, Table
from rummy import engine
from rummy.bots import BOTS, plays
from rummy.bots.families import Level
from rummy.engine.options import Option
from tests.pages.browsers import Page, browser, look
from tests.pages.tables import open_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def selected(page: Page, name: str) -> str | None:
    """The value chosen in a select of the page."""
    (box,) = re.findall(rf'<select name="{name}".*?</select>', page.html, re.DOTALL)
    found = re.search(r'value="([^"]*)" selected', box)
    return found[1] if found else None


def filled(**changes: Any) -> dict[str, Any]:
    return {**TableForm.defaults(), **changes}


def test_a_table_against_a_bot_starts_at_once(anna: Player) -> None:
    answer = browser(anna).post("/tables/new/", filled(house_rules=["oklahoma"]))
    table = Table.objects.get()
    assert answer["location"] == f"/tables/{table.pk}/"
    assert table.status == "playing"
    assert table.terms["rules"]["house_rules"] == ["oklahoma"]
    assert list(table.seats.values_list("player__is_bot", flat=True)) == [False, True]


def test_bots_take_all_the_other_seats_of_a_table_for_four(anna: Player) -> None:
    browser(anna).post("/tables/new/", filled(preset="gin_team", house_rules=["jokers"]))
    table = Table.objects.get()
    assert (table.status, table.seats_max) == ("playing", 4)
    assert list(table.seats.values_list("player__is_bot", flat=True)) == [False, True, True, True]


@pytest.mark.parametrize("preset", [key for key, one in engine.PRESETS.items() if one.options])
def test_a_game_is_opened_for_as_many_as_it_allows(preset: str, anna: Player) -> None:
    allowed = engine.PRESETS[preset].build().seats
    for seats in (min(allowed), max(allowed)):
        data = filled(preset=preset, seats=seats, company="people")
        assert browser(anna).post("/tables/new/", data).status_code == 302, preset
        assert Table.objects.latest("pk").seats_max == seats


@pytest.mark.parametrize(("preset", "option"), preset_options(), ids=str)
def test_each_variation_of_a_game_can_be_chosen(preset: str, option: Option, anna: Player) -> None:
    """The lowest but one and the highest, one at a time."""
    for value in {option.choices[1], option.choices[-1]}:
        chosen: Any = {option.name: initial_of(value)}
        data = filled(preset=preset, seats=2, training="on", company="people", **chosen)
        answer = browser(anna).post("/tables/new/", data)
        assert answer.status_code == 302, look(answer).text
        rules = Table.objects.latest("pk").terms["rules"]
        assert {**rules["play"], **rules}[option.name] == value
    assert option.title


def test_variations_that_contradict_each_other_are_refused_in_words(anna: Player) -> None:
    data = filled(preset="german_romme", robber="on", knock_for_discard="on", training="on")
    answer = browser(anna).post("/tables/new/", data)
    assert "errorlist" in look(answer).html
    assert not Table.objects.exists()


def test_a_table_with_variations_can_be_opened_again(anna: Player, bert: Player) -> None:
    options = {"penalty_limit": 300, "first_meld_minimum": 30, "strict_joker_exchange": True}
    old = open_table(
        bert, preset="german_romme", seats=5, options=options, format="match", training=True
    )
    page = look(browser(anna).get(f"/tables/new/?like={old.pk}"))
    chosen = {name: selected(page, name) for name in ("seats", "penalty_limit")}
    assert chosen == {"seats": "5", "penalty_limit": "300"}
    assert selected(page, "first_meld_minimum") == "30"
    assert "checked" in page.all("input", name="strict_joker_exchange")[0]
    assert "checked" in page.all("input", name="training")[0]


def test_each_number_a_special_rule_leaves_open_can_be_chosen(anna: Player) -> None:
    for key, rule in engine.HOUSE_RULES.items():
        for option in rule.options:
            chosen: Any = {option.name: option.lowest + 1}
            data = filled(house_rules=[key], company="people", **chosen)
            browser(anna).post("/tables/new/", data)
            rules = Table.objects.latest("pk").terms["rules"]
            assert (rules["house_rules"], rules[option.name]) == ([key], option.lowest + 1)
            assert option.title


def test_the_number_of_a_rule_not_chosen_is_nobodys_business(anna: Player) -> None:
    browser(anna).post("/tables/new/", filled(min_rounds_won="", company="people"))
    assert Table.objects.get().terms["rules"]["min_rounds_won"] == 0


def test_all_special_rules_together_make_a_table(anna: Player) -> None:
    everything = list(engine.HOUSE_RULES)
    browser(anna).post("/tables/new/", filled(house_rules=everything, min_rounds_won=5))
    terms = Table.objects.get().terms
    assert terms["rules"]["house_rules"] == everything
    assert (terms["rules"]["min_rounds_won"], terms["training"]) == (5, True)


def test_a_special_rule_leads_to_its_page_from_the_form_and_the_lobby(
    anna: Player, bert: Player
) -> None:
    table = open_table(bert, house_rules=("hirschn",))
    for path in ("/tables/new/", "/", f"/tables/{table.pk}/"):
        assert look(browser(anna).get(path)).all("a", href="/rules/gin/hirschn/"), path


@pytest.mark.parametrize("strength", [key for key, _words in wording.bot_strengths()])
def test_the_bot_has_the_strength_that_was_asked_for(strength: str, anna: Player) -> None:
    browser(anna).post("/tables/new/", filled(bot=strength))
    robot = Table.objects.get().seats.get(player__is_bot=True).player
    assert robot.bot_key == strength


def test_a_level_is_offered_by_its_own_name_and_seated(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    dreamy = Level("dreamy", "Dreamy", {"knock": BOTS["random"].choose})
    monkeypatch.setitem(BOTS._entries, dreamy.key, dreamy)
    assert "Dreamy" in browser(anna).get("/tables/new/").content.decode()
    assert wording.bot_name("dreamy") == "Dreamy"
    browser(anna).post("/tables/new/", filled(bot="dreamy"))
    robot = Table.objects.get().seats.get(player__is_bot=True).player
    assert robot.bot_key == "dreamy"
    assert (plays(dreamy, "knock"), plays(dreamy, "table_melding")) == (True, False)


def test_a_ring_game_goes_by_rounds_and_a_match_by_points(anna: Player) -> None:
    client = browser(anna)
    client.post("/tables/new/", filled(format="ring", rounds=5, company="people"))
    client.post("/tables/new/", filled(format="match", point_limit=250, company="people"))
    match, ring = (table.terms for table in Table.objects.order_by("-pk"))
    assert (ring["format"], ring["rounds"]) == ("ring", 5)
    assert (match["format"], match["rules"]["point_limit"]) == ("match", 250)
    assert "rounds" not in match


def test_a_table_for_friends_is_private(anna: Player) -> None:
    browser(anna).post("/tables/new/", filled(company="friends"))
    assert Table.objects.get().is_private


BAD: dict[str, list[Any]] = {
    "preset": ["", "gin_unknown"],
    "house_rules": [["no_such_rule"], ["oklahoma", "x" * 5000]],
    "format": ["", "knockout"],
    "point_limit": ["99", "-100", "1e2", "١٠٠", ""],
    "rounds": ["0", "51", "two", "9" * 30],
    "stake_chips": ["-1", "1.5", "1e3", "9" * 25, "", "NaN", "0x10"],
    "turn_seconds": ["0", "-30", "31", "99999999999999999999"],
    "company": ["", "everybody"],
    "bot": ["no_such_bot", "safe"],
    "name": ["n" * 61],
    "min_rounds_won": ["0", "21", "-1", "three", "9" * 30],
}


@pytest.mark.drawn(14)
@pytest.mark.parametrize(("field", "value"), [(name, value) for name in BAD for value in BAD[name]])
def test_bad_input_is_shown_again_and_opens_nothing(
    field: str, value: object, anna: Player
) -> None:
    data = filled(**{field: value})
    if field == "min_rounds_won":
        data["house_rules"] = ["gin_pro"]
    if field == "rounds":
        data["format"] = "ring"
    answer = browser(anna).post("/tables/new/", data)
    page = look(answer)
    assert page.status == 200
    assert page.all("ul", **{"class": "errorlist"}) or "note error" in page.html
    assert not Table.objects.exists()


def test_a_point_limit_of_another_variant_is_refused_in_words(anna: Player) -> None:
    answer = browser(anna).post("/tables/new/", filled(preset="gin_classic", point_limit="25"))
    assert answer.status_code == 200
    assert "errorlist" in look(answer).html
    assert not Table.objects.exists()


def test_a_stake_beyond_the_wallet_leaves_no_table_behind(anna: Player) -> None:
    answer = browser(anna, language="de").post("/tables/new/", filled(stake_chips="5000"))
    assert "Du brauchst 5000 Chips und hast 1000." in look(answer).text
    assert not Table.objects.exists()
    assert not Seat.objects.exists()


def test_a_new_table_can_be_like_an_old_one(anna: Player, bert: Player) -> None:
    old = open_table(
        bert,
        preset="gin_classic",
        stake_chips=0,
        rounds=5,
        turn_seconds=60,
        house_rules=("gin_pro", "tedesco"),
        options={"min_rounds_won": 4},
    )
    page = look(browser(anna).get(f"/tables/new/?like={old.pk}"))
    (variant,) = page.all("input", name="preset", value="gin_classic")
    assert "checked" in variant
    assert page.all("input", name="stake_chips", value="0")
    chosen = {name: selected(page, name) for name in ("point_limit", "rounds", "turn_seconds")}
    assert chosen == {"point_limit": "100", "rounds": "5", "turn_seconds": "60"}
    assert selected(page, "bot") == DEFAULT_BOT
    rules = [tag["value"] for tag in page.all("input", name="house_rules") if "checked" in tag]
    assert rules == ["gin_pro", "tedesco"]
    assert page.all("input", name="min_rounds_won", value="4")


@pytest.mark.parametrize("like", ["", "x", "9" * 30, "-1", "1;drop"])
def test_an_old_table_that_is_none_changes_nothing(like: str, anna: Player) -> None:
    assert browser(anna).get("/tables/new/", {"like": like}).status_code == 200
