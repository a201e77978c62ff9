"""Rule-sets under a name: stored, versioned, offered, retired; and rounds scored under them."""

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from accounts.models import Player
from backoffice.models import StaffAct
from backoffice.rules.rule_sets import retire_rule_set, store_rule_set
from backoffice.rules.what_if import UnreadableHands
from backoffice.rules.what_if_table_melding import read_ending, round_under
from games.forms.table import TableForm
from games.models import HouseRuleSet, Table
from games.tables.rule_sets import rule_set_choices
from games.tables.terms import agree_terms
from rummy import engine
from tests.backoffice.staff import browser, colleague
from tournaments.planner.forms import filled_in
from tournaments.planner.planning import draft_from_ready_made
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def director() -> Player:
    return colleague("director", name="Doris")


def stored(by: Player, name: str = "Friday", **options: int) -> HouseRuleSet:
    return store_rule_set(
        name=name,
        preset="gin_palast",
        house_rules=["oklahoma"],
        options={"gin_bonus": 40, **options},
        by=by,
    )


def test_a_change_is_a_new_version_and_the_old_one_stays(director: Player) -> None:
    first = stored(director)
    assert stored(director) == first
    second = stored(director, box_bonus=0)
    assert (first.version, second.version) == (1, 2)
    told = [(one.version, one.retired_at is None) for one in HouseRuleSet.objects.order_by("pk")]
    assert told == [(1, False), (2, True)]
    assert [words for _key, words in rule_set_choices()] == ["–", "Friday"]
    assert list(StaffAct.objects.values_list("act", flat=True)) == ["rule_set_stored"] * 2


def test_a_retired_name_is_offered_no_more_and_goes_on_counting(director: Player) -> None:
    first = stored(director)
    for _twice in range(2):
        retire_rule_set(rule_set_id=first.pk, by=director)
    assert rule_set_choices() == [("", "–")]
    assert StaffAct.objects.filter(act="rule_set_retired").count() == 1
    assert stored(director).version == 2


def test_what_the_engine_refuses_is_not_stored(director: Player) -> None:
    with pytest.raises(engine.InvalidRules, match="option_not_allowed"):
        stored(director, knock_limit=11)
    with pytest.raises(Refused, match="rule_set_without_name"):
        stored(director, name="  ")
    assert not HouseRuleSet.objects.exists()


@pytest.mark.parametrize("change", ["gin", "delete"])
def test_the_database_keeps_a_version_as_it_was_stored(director: Player, change: str) -> None:
    known = HouseRuleSet.objects.filter(pk=stored(director).pk)
    with pytest.raises(DatabaseError, match="rule_set_is_stored"), transaction.atomic():
        known.delete() if change == "delete" else known.update(options={})


def table_form(rule_set: str) -> TableForm:
    told = TableForm.defaults() | {"preset": "german_romme", "rule_set": rule_set}
    form = TableForm(told)
    assert form.is_valid(), form.errors
    return form


def test_a_table_is_played_by_the_chosen_rules_whatever_else_the_form_says(
    director: Player,
) -> None:
    chosen = stored(director, point_limit=250)
    rules = agree_terms(table_form(str(chosen.pk)).offer).rules
    assert rules.digest == chosen.digest
    assert agree_terms(table_form("").offer).rules.key == "german_romme"


def test_a_retired_rule_set_cannot_be_chosen_for_a_table(director: Player) -> None:
    chosen = stored(director)
    retire_rule_set(rule_set_id=chosen.pk, by=director)
    form = TableForm(TableForm.defaults() | {"rule_set": str(chosen.pk)})
    assert "rule_set" in form.errors


def test_a_plan_keeps_the_rules_it_was_made_with_also_when_they_are_retired(
    director: Player,
) -> None:
    chosen = stored(director)
    draft = draft_from_ready_made(key="gin_turbo", by=director)
    begun = filled_in(draft)
    assert begun["rule_set"] == ""
    wish = {name: value for name, value in begun.items() if value not in (None, False)}
    client = browser(director)
    address = reverse("tournament-draft", args=[draft.pk])
    assert client.post(address, wish | {"rule_set": chosen.pk}).status_code == 302
    retire_rule_set(rule_set_id=chosen.pk, by=director)
    draft.refresh_from_db()
    assert filled_in(draft)["rule_set"] == str(chosen.pk)
    assert client.post(address, wish | {"rule_set": chosen.pk, "name": "Again"}).status_code == 302
    draft.refresh_from_db()
    assert (draft.name, draft.offer["options"]) == ("Again", chosen.options)


def test_an_operator_stores_opens_and_retires_in_the_browser(director: Player) -> None:
    client = browser(director)
    page = client.get("/office/rules/?preset=romme_500&o-point_limit=300").content.decode()
    assert "What the round is worth" in page
    rules = "preset=gin_palast&house_rules=oklahoma&o-gin_bonus=40"
    answer = client.post(
        "/office/rules/store/", {"rules": rules, "name": "Friday", "words": "Dear gin"}, follow=True
    )
    kept = HouseRuleSet.objects.get()
    assert (kept.options["gin_bonus"], kept.options["box_bonus"]) == (40, 10)
    assert "Change “Friday”" in answer.content.decode()
    form = client.get(f"/tables/new/?rule_set={kept.pk}").content.decode()
    assert f'<option value="{kept.pk}" selected>Friday</option>' in form
    opened = {name: value for name, value in TableForm.defaults().items() if value}
    client.post("/tables/new/", opened | {"rule_set": kept.pk, "training": "on"})
    assert Table.objects.get().terms["rules"]["play"]["gin_bonus"] == 40
    client.post(f"/office/rules/{kept.pk}/retire/")
    assert "Retired and earlier versions" in client.get("/office/rules/").content.decode()


# A round of Deutsches Rommé and of Rommé 500 with the same end.
ENDING = read_ending(
    before="Ts Js Qs Ks / 7h 7c 7d",
    now="5h 5c 5d / 2s",
    others="Ah Ac Ad / 9h Th Jh X2=Qh",
    held="Kh 9c X1",
)


def test_what_is_left_in_the_hand_counts_against_its_owner() -> None:
    """GER-10: a king 10, a nine 9, a joker 20."""
    told = round_under(engine.build_rules("german_romme"), ENDING)
    assert (told.winner, told.points) == (0, (0, -39))


def test_who_lays_all_at_once_doubles_it() -> None:
    """GER-11."""
    at_once = read_ending(before="", now="Ts Js Qs Ks / 7h 7c 7d / 2s", others="", held="Kh 9c X1")
    told = round_under(engine.build_rules("german_romme"), at_once)
    assert (told.reason, told.points) == ("hand_romme", (0, -78))


def test_what_was_laid_counts_less_what_is_held() -> None:
    """R500-10: 40 + 21 + 15 against 33 + 39 − 10 − 9 − 15."""
    told = round_under(engine.build_rules("romme_500"), ENDING)
    assert told.points == (76, 38)


def test_a_first_meld_below_the_minimum_is_refused_with_the_numbers() -> None:
    """GER-8."""
    short = read_ending(before="2h 2c 2d", now="3h 3c 3d / 2s", others="", held="Kh")
    told = round_under(engine.build_rules("german_romme"), short)
    assert told.refusal is not None
    assert told.refusal.rule == "GER-8"


def test_in_raeuber_romme_every_card_is_laid_and_none_discarded() -> None:
    """GER-V6: the same round, the last card in a meld; and alone where it fits one."""
    rules = engine.build_rules("german_romme", robber=True)
    own, others = "Ts Js Qs Ks / 7h 7c 7d", "Ah Ac Ad / 9h Th Jh X2=Qh"
    melds = {"before": own, "others": others, "held": "Kh 9c X1"}
    for now in ("5h 5c 5d", "5h 5c 5d / 5s"):
        told = round_under(rules, read_ending(now=now, **melds))
        assert (told.reason, told.winner, told.points) == ("out", 0, (0, -39))
    alone = round_under(rules, read_ending(now="5h 5c 5d / 2s", **melds))
    assert alone.refusal is not None
    assert alone.refusal.rule == "GER-V6"


def test_where_a_card_is_discarded_the_last_one_must_be_named() -> None:
    """GER-11, R500-9."""
    laid = read_ending(before="Ts Js Qs Ks / 7h 7c 7d", now="5h 5c 5d", others="", held="Kh")
    for preset in ("german_romme", "romme_500"):
        with pytest.raises(UnreadableHands, match="no_last_card"):
            round_under(engine.build_rules(preset), laid)


@pytest.mark.parametrize(
    ("now", "held", "code"),
    [("7h", "Kh", "no_last_card"), ("7h 7c 7d / 1s", "Kh", "card_unreadable"),
     ("7h 7c 7d / 7h", "Kh", "card_twice"), ("7h 7c 7d / 8h", "", "no_cards_held")],
)  # fmt: skip
def test_endings_that_are_none_are_named(now: str, held: str, code: str) -> None:
    with pytest.raises(UnreadableHands, match=code):
        read_ending(before="", now=now, others="", held=held)
