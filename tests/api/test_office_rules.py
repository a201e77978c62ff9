"""Rule-sets of the house over the API: kept, offered to everybody, played, tried."""

from typing import Any

import pytest

from games.models import HouseRuleSet, Table

from .client import Caller
from .office import Colleague, acts, refused
from .playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
PATH = "/office/rule-sets/"
FRIDAY: dict[str, Any] = {
    "name": "Friday",
    "words": "Dear gin",
    "preset": "gin_palast",
    "house_rules": ["oklahoma"],
    "options": {"gin_bonus": 40},
}
KNOCK = {
    "knocker": "7h 7c 7d 3s 4s 5s Kh Kd Kc 2d Qs",
    "defender": "As 2s 9h 9d 9c Jh Qh Td 6s 8c",
}
ENDING = {
    "before": "Ts Js Qs Ks / 7h 7c 7d",
    "now": "5h 5c 5d / 2s",
    "others": "Ah Ac Ad / 9h Th Jh X2=Qh",
    "held": "Kh 9c X1",
}


def test_a_rule_set_is_stored_by_versions_offered_and_retired() -> None:
    director = Colleague("director")
    first = director.post(PATH, FRIDAY, idempotency_key="a")
    assert first.status_code == 201, first.content
    assert first.json()["options"]["gin_bonus"] == 40
    assert director.post(PATH, FRIDAY).json() == first.json()  # nothing new
    second = director.post(PATH, FRIDAY | {"options": {"gin_bonus": 45}}).json()
    assert (first.json()["version"], second["version"]) == (1, 2)
    assert [len(page) for page in director.pages(PATH, limit=1)] == [1, 1]
    for state, number in (("current", second["id"]), ("retired", first.json()["id"])):
        (found,) = director.get(f"{PATH}?state={state}").json()["results"]
        assert found["id"] == number
    (offered,) = Caller().get("/presets/").json()["rule_sets"]
    assert (offered["name"], offered["version"]) == ("Friday", 2)
    retired = director.post(f"{PATH}{second['id']}/retire/").json()
    assert retired["retired_at"] is not None
    assert director.get(f"{PATH}{second['id']}/").json() == retired
    assert Caller().get("/presets/").json()["rule_sets"] == []
    assert [act for act, _ in acts()] == ["rule_set_stored"] * 2 + ["rule_set_retired"]


def test_what_is_stored_here_is_what_the_office_page_stores() -> None:
    """Every option by its name, so that the same rules are one version, not two."""
    stored = Colleague("director").post(PATH, FRIDAY).json()
    assert stored["options"]["box_bonus"] == 10
    assert HouseRuleSet.objects.get().options == stored["options"]


def test_a_client_opens_a_table_with_a_rule_set_of_the_house() -> None:
    Colleague("director").post(PATH, FRIDAY)
    player = Caller(guest())
    (offered,) = player.get("/presets/").json()["rule_sets"]
    rules = {name: offered[name] for name in ("preset", "house_rules", "options")}
    made = player.post("/tables/", rules | {"training": True})
    assert made.status_code == 201, made.content
    assert Table.objects.get().terms["rules"]["play"]["gin_bonus"] == 40


def test_what_the_rules_do_not_allow_is_not_stored() -> None:
    director = Colleague("director")
    for wrong, wanted in (
        ({"options": {"knock_limit": 11}}, (422, "option_not_allowed")),
        ({"preset": "whist"}, (400, "invalid_input")),
        ({"name": " "}, (400, "invalid_input")),
        ({"options": {"preset": 1}}, (400, "invalid_input")),
    ):
        assert refused(director.post(PATH, FRIDAY | wrong)) == wanted
    assert refused(director.get(f"{PATH}{10**12}/")) == (404, "rule_set_not_found")
    assert refused(director.post(f"{PATH}{10**12}/retire/")) == (404, "rule_set_not_found")
    assert not HouseRuleSet.objects.exists()
    assert acts() == []


def test_a_table_of_the_house_is_opened_by_these_rules() -> None:
    director = Colleague("director")
    rules = {name: FRIDAY[name] for name in ("preset", "house_rules", "options")}
    place = {"name": "Stammtisch", "rounds": 3, "stake_chips": 20, "turn_seconds": 30}
    made = director.post("/office/house-tables/", rules | place)
    assert made.status_code == 201, made.content
    table = Table.objects.get()
    assert (table.is_standing, table.created_by, table.stake_chips) == (True, None, 20)
    assert made.json()["id"] == table.pk
    assert made.json()["terms"]["rules"]["play"]["gin_bonus"] == 40
    assert acts() == [("house_table_opened", f"table:{table.pk}")]
    wrong = director.post("/office/house-tables/", rules | place | {"rounds": 0})
    assert refused(wrong) == (400, "invalid_input")


def test_a_knock_is_scored_under_these_rules_and_the_other_games() -> None:
    support = Colleague("support")
    told = support.post("/office/what-if/", {"preset": "gin_palast", **KNOCK})
    assert told.status_code == 200, told.content
    own, *others = told.json()["outcomes"]
    assert (own["winner"], own["refusal"]) == (0, None)
    assert own["points"][0] > own["points"][1] == 0
    assert sum(line["points"] for line in own["lines"] if line["seat"] == 0) == own["points"][0]
    assert len(others) > 2
    assert acts() == []


def test_the_end_of_a_round_with_melds_is_scored() -> None:
    """GER-10; and GER-8, where the first meld is too small."""
    support = Colleague("support")
    told = support.post("/office/what-if/", {"preset": "german_romme", **ENDING}).json()
    assert told["outcomes"][0]["points"] == [0, -39]
    short = ENDING | {"before": "2h 2c 2d", "now": "3h 3c 3d / 2s", "others": "", "held": "Kh"}
    answer = support.post("/office/what-if/", {"preset": "german_romme", **short}).json()
    assert answer["outcomes"][0]["refusal"]["rule"] == "GER-8"


def test_cards_that_are_none_are_named() -> None:
    support = Colleague("support")
    for cards, wanted in (
        ({}, (422, "cards_missing")),
        (KNOCK | {"defender": "As 2s"}, (422, "wrong_number_of_cards")),
        (KNOCK | {"defender": KNOCK["defender"].replace("As", "1s")}, (422, "card_unreadable")),
        (KNOCK | {"defender": KNOCK["defender"].replace("As", "7h")}, (422, "card_twice")),
    ):
        answer = support.post("/office/what-if/", {"preset": "gin_palast", **cards})
        assert refused(answer) == wanted
