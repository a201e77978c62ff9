"""The form says who may choose variations, and asks for the trophy where Jetons are given."""

from typing import Any

import pytest

from accounts.models import Player
from games.forms.table import TableForm
from games.models import Table
from tests.pages.browsers import browser, look

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def sent(**changes: Any) -> dict[str, Any]:
    return {**TableForm.defaults(), "preset": "german_romme", "company": "people", **changes}


def test_whoever_has_no_premium_is_told_to_tick_training_play_5(
    anna: Player, settings: Any
) -> None:
    settings.PREMIUM_RIGHTS = ("special_rules",)
    assert "data-premium" in look(browser(anna).get("/tables/new/")).html
    refused = look(browser(anna).post("/tables/new/", sent(robber="on")))
    assert "note error" in refused.html
    assert browser(anna).post("/tables/new/", sent(robber="on", training="on")).status_code == 302
    settings.PREMIUM_RIGHTS = ()
    assert "data-premium" not in look(browser(anna).get("/tables/new/")).html


def test_the_trophy_is_what_the_players_wrote_ger_v5(anna: Player) -> None:
    fields = {"training": "on", "trophy": "A cake, baked by the losers"}
    browser(anna).post("/tables/new/", sent(jeton_per_round="on", **fields))
    table = Table.objects.get()
    assert table.terms["trophy"] == "A cake, baked by the losers"
    again = look(browser(anna).get(f"/tables/new/?like={table.pk}"))
    assert again.all("input", name="trophy")[0]["value"] == "A cake, baked by the losers"
    browser(anna).post("/tables/new/", sent(**fields))
    assert Table.objects.latest("pk").terms["trophy"] == "", "nothing without Jetons"
    long = look(browser(anna).post("/tables/new/", sent(jeton_per_round="on", trophy="x" * 201)))
    assert Table.objects.count() == 2
    assert "errorlist" in long.html


def test_a_contradiction_is_told_beside_the_choice_it_is_about_ger_v6(anna: Player) -> None:
    fields = {"robber": "on", "knock_for_discard": "on", "training": "on"}
    page = browser(anna).post("/tables/new/", sent(**fields)).content.decode()
    told = "“Räuber-Rommé” cannot be combined with: Knock for the discard."
    assert page.index('name="robber"') < page.index(told) < page.index('name="joker_cut"')
    assert page.count(told) == 1


def test_a_training_table_says_so_and_first_of_all_what_is_played(anna: Player) -> None:
    fields = {"robber": "on", "joker_cut": "on", "training": "on"}
    browser(anna).post("/tables/new/", sent(**fields))
    table = look(browser(anna).get(f"/tables/{Table.objects.get().pk}/")).text
    game = "Deutsches Rommé: Räuber-Rommé, Joker at the cut"
    assert table.index("Training table: it counts neither") < table.index(game)
    assert table.index(game) < table.index("Cards each")
    assert "badge train" in look(browser().get("/")).html
