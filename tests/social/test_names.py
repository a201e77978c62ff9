"""Names that could be taken for somebody else's, or for the house's."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.forms import SettingsForm
from accounts.joining.importing import digest_of, import_players
from accounts.joining.players import create_bot
from accounts.models import Player
from accounts.people.social import reserved_word, skeleton_of
from accounts.programs.bots.accounts import create_bot_account
from accounts.programs.oauth.server import register_app
from games.tables.opening import create_table
from games.tables.terms import TableOffer, terms_of
from tests.api.playing import person
from web.refusals import Refused
from web.security import limits

database = pytest.mark.django_db(databases=["default", "owner"])
PASSWORD = "nine lives of a cat"
REFUSED = {
    "оperator": "name_mixes_scripts",
    "АNNA": "name_mixes_scripts",
    "Ｊｅｔｏｎ": "name_reserved",
    "Jeton": "name_reserved",
    "jet0n": "name_reserved",
    "JETON-Support": "name_reserved",
    "staff": "name_reserved",
    "Admin7": "name_reserved",
    "Anna.Moderator": "name_reserved",
    "Turnierleitung": "name_reserved",
    "Anna.": "name_taken",
    "_anna_": "name_taken",
    "Ａｎｎａ": "name_taken",
    "ᴀɴɴᴀ": "name_taken",
    "An\u200bna": "name_unusable",
    "An\u3164na": "name_unusable",
    "...": "name_unusable",
    "Ännchen Groß": "name_has_space",
}
UNSEEN = ("\u3164", "\u2800\u2800", "\u1160", "\u202e")
HONEST = [
    *("Ännchen", "Łukasz", "Zoë.M", "Modesta", "1-11"),
    *("Θεοδώρα", "Ольга", "山田たろう", "김민수"),
]


@database
@pytest.mark.parametrize(("name", "code"), REFUSED.items())
def test_a_name_that_could_be_taken_for_anothers_is_refused(name: str, code: str) -> None:
    anna = person("Anna")
    with pytest.raises(Refused, match=code):
        create_bot_account(owner=anna, name=name)
    signed_up = Client().post(
        "/accounts/signup/", {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    )
    assert signed_up.status_code == 200
    assert signed_up.context["form"].errors["username"]
    form = SettingsForm({"username": name, "language": "en"}, instance=person("Berta"))
    assert form.errors["username"]
    assert Player.objects.count() == 2


@database
@pytest.mark.parametrize("name", HONEST)
def test_honest_names_of_any_alphabet_are_welcome(name: str) -> None:
    signed_up = Client().post(
        "/accounts/signup/", {"username": name, "password1": PASSWORD, "password2": PASSWORD}
    )
    assert signed_up.status_code == 302, signed_up.context["form"].errors
    assert Player.objects.get().username == name


@database
def test_where_a_space_is_the_fault_a_spelling_that_is_free_is_named() -> None:
    person("Ännchen_Groß")
    text = "name\nÄnnchen Groß\n"
    (fault,) = import_players(text=text).faults
    assert (fault.code, fault.facts["free"]) == ("name_has_space", "Ännchen_Groß_2")
    german = Client(headers={"accept-language": "de"})
    answer = german.post("/accounts/signup/", {"username": "Paul Klein"})
    assert "Schreib Paul_Klein" in answer.content.decode()


@database
def test_an_import_makes_nobody_who_looks_like_somebody() -> None:
    person("Paul")
    text = "name\nРaul\nStaff\nPau1\nOlga\n"
    report = import_players(text=text, confirm=digest_of(text))
    assert [(fault.row, fault.code) for fault in report.faults] == [
        (2, "name_mixes_scripts"),
        (3, "name_reserved"),
        (4, "name_taken"),
    ]


@database
def test_the_database_itself_lets_nobody_have_a_look_twice() -> None:
    create_bot(name="Ada 2", bot_key="greedy")
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.create_user("ada2")
    assert Player.objects.create_user("ada3").skeleton == "ada3"


@database
def test_who_keeps_an_old_name_may_change_the_rest() -> None:
    staff = Player.objects.create_user("staff")
    form = SettingsForm({"username": "staff", "language": "de"}, instance=staff)
    assert form.is_valid(), form.errors


@database
def test_somebody_is_called_otherwise_five_times_a_day_at_most() -> None:
    anna = person("Anna")

    def call(name: str, language: str = "en") -> SettingsForm:
        return SettingsForm({"username": name, "language": language}, instance=anna)

    for number in range(limits.NAMES.most):
        assert not call("Paul Klein").is_valid()  # a name refused is none of them
        form = call(f"Anna_{number}")
        assert form.is_valid(), form.errors
        form.save()
    (said,) = call("Anna_the_last").errors["username"]
    assert "5" in said
    anna.refresh_from_db()
    assert anna.username == "Anna_4"
    assert call("Anna_4", "de").is_valid()


@database
def test_an_app_does_not_speak_for_the_house() -> None:
    with pytest.raises(Refused, match="name_reserved"):
        register_app(owner=person("Anna"), name="Jetоn Support", redirect_uris=[])


@database
@pytest.mark.parametrize("name", [*UNSEEN, "Anna\u1160", "...", "A" + "\u0301" * 9])
def test_an_app_is_called_something_that_whoever_is_asked_can_read(name: str) -> None:
    with pytest.raises(Refused, match="name_unreadable"):
        register_app(owner=person("Anna"), name=name, redirect_uris=["https://app.example/"])


@database
def test_a_table_whose_name_nobody_sees_is_called_after_who_opens_it() -> None:
    anna = person("Anna")
    titles = {create_table(player=anna, offer=TableOffer(), name=name).title for name in UNSEEN}
    assert titles == {"Anna's table"}
    rules = TableOffer(preset="german_romme", options={"jeton_per_round": True}, trophy="\u202eCup")
    assert terms_of(create_table(player=anna, offer=rules))["trophy"] == "Cup"


def test_numbers_of_several_parts_stay_apart() -> None:
    assert skeleton_of("Ada 1-11") != skeleton_of("Ada 11-1")
    assert skeleton_of("Gast-10001") != skeleton_of("Gast-10002")


def test_a_word_within_a_word_is_no_claim() -> None:
    words = ["jeton", "mod", "staff"]
    found = {name: reserved_word(name, words) for name in ("Modesta", "Staffan", "Jeton2")}
    assert found == {"Modesta": "", "Staffan": "", "Jeton2": "Jeton"}
