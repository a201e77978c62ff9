"""The page of the house: what everybody sees of it, changed in the office, held everywhere."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core import mail
from django.utils import timezone

from accounts.joining.players import create_guest, create_player
from accounts.models import Player
from backoffice.models import RunSetting, StaffAct
from backoffice.running import board, mailing
from backoffice.running.acting import (
    change_house,
    change_mail_server,
    change_setting,
    house_version,
)
from backoffice.running.house_forms import BASICS, TEXTS, house_now
from games.tables import opening
from games.tables.terms import TableOffer
from rummy.engine import PRESETS
from tests.backoffice.staff import browser, colleague
from tests.pages.tables import open_table, running_table
from tests.play.players import finish
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
GUESTS = "This house is not open to guests"


@pytest.fixture
def owner() -> Player:
    return colleague("owner", name="Olga")


@pytest.fixture(autouse=True)
def _house_as_before() -> Iterator[None]:
    yield
    board._lay_over({})


def change(owner: Player, **values: object) -> None:
    change_house(values=values, reason="as agreed", by=owner)
    board.refresh()


def form(**changed: object) -> dict[str, object]:
    """What the page sends: everything as it is, but for what is `changed`."""
    now = {**house_now(), "version": house_version(), "reason": "as agreed", **changed}
    return {name: value for name, value in now.items() if value is not False}


def test_the_name_stands_on_pages_in_titles_in_the_manifest_and_in_the_document(
    owner: Player, anna: Player
) -> None:
    change(owner, HOUSE_NAME="Rummyclub Linz")
    page = browser(anna).get("/").content.decode()
    assert "<title>Lobby – Rummyclub Linz</title>" in page
    assert "<span>Rummyclub Linz</span>" in page
    assert 'property="og:site_name" content="Rummyclub Linz"' in page
    assert "Jeton" not in page
    manifest = browser().get("/manifest.webmanifest").json()
    assert (manifest["short_name"], manifest["name"][:14]) == ("Rummyclub Linz", "Rummyclub Linz")
    document = browser().get("/api/v1/schema/?format=json", headers={"accept": "application/json"})
    assert document.json()["info"]["title"] == "Rummyclub Linz"


def test_mails_name_the_house(owner: Player, anna: Player) -> None:
    change(owner, HOUSE_NAME="Rummyclub Linz")
    Player.objects.filter(pk=anna.pk).update(email="anna@example.org")
    browser().post("/accounts/password/reset/", {"email": "anna@example.org"})
    (sent,) = mail.outbox
    assert sent.subject.startswith("Rummyclub Linz: ")
    assert "Rummyclub Linz" in str(sent.body)
    assert "Jeton" not in str(sent.body)


def test_the_page_changes_all_of_it_and_the_log_tells_before_and_after(owner: Player) -> None:
    sent = form(HOUSE_NAME="Rosenhof", TIME_ZONE="Europe/Vienna", GUESTS_WELCOME=False)
    answer = browser(owner).post("/office/house/change/", sent, follow=True)
    assert "3 settings changed" in answer.content.decode()
    acts = {
        act.subject: (act.before["value"], act.after["value"]) for act in StaffAct.objects.all()
    }
    assert acts == {
        "setting:HOUSE_NAME": ("Jeton", "Rosenhof"),
        "setting:TIME_ZONE": ("Europe/Berlin", "Europe/Vienna"),
        "setting:GUESTS_WELCOME": (True, False),
    }
    board.refresh()
    assert timezone.get_default_timezone_name() == "Europe/Vienna"
    again = browser(owner).post("/office/house/change/", form(), follow=True)
    assert "Nothing has changed." in again.content.decode()


def test_a_page_that_was_opened_before_a_colleagues_change_writes_over_nothing(
    owner: Player,
) -> None:
    old = form(HOUSE_NAME="Altes Haus")
    change(owner, HOUSE_NAME="Neues Haus")
    answer = browser(owner).post("/office/house/change/", old)
    assert "A colleague has changed the house meanwhile" in answer.content.decode()
    assert RunSetting.objects.get(pk="HOUSE_NAME").value == "Neues Haus"


def test_what_the_environment_says_goes_first_and_the_page_says_so(
    owner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(owner, HOUSE_NAME="Rosenhof")
    monkeypatch.setattr(settings, "GIVEN", frozenset({"HOUSE_NAME"}))
    board.refresh()
    assert settings.HOUSE_NAME == "Jeton"
    page = browser(owner).get("/office/house/").content.decode()
    assert "environment (HOUSE_NAME), which takes precedence" in page
    with pytest.raises(Refused, match="setting_given"):
        change_house(values={"HOUSE_NAME": "Linz"}, reason="why not", by=owner)
    browser(owner).post("/office/house/change/", form(HOUSE_NAME="Linz"))
    assert RunSetting.objects.get(pk="HOUSE_NAME").value == "Rosenhof"


def test_without_guests_nobody_becomes_one_on_pages_or_over_the_api(owner: Player) -> None:
    change(owner, GUESTS_WELCOME=False)
    page = browser().get("/").content.decode()
    assert "Play as a guest" not in page
    assert "/accounts/signup/?next=/" in page
    said = browser().post("/play-as-guest/", follow=True).content.decode()
    assert GUESTS in said
    program = browser().post(
        "/api/v1/guests/", {"token_name": "x"}, content_type="application/json"
    )
    assert (program.status_code, program.json()["code"]) == (403, "guests_not_welcome")
    german = browser().post("/quick-seat/", follow=True, headers={"accept-language": "de"})
    assert "Dieses Haus steht Gästen nicht offen" in german.content.decode()
    assert not Player.objects.filter(is_guest=True).exists()


def test_a_guest_plays_on_to_the_end_and_begins_nothing_new(owner: Player, anna: Player) -> None:
    guest = create_guest()
    playing, waiting = running_table(anna, guest, rounds=1), open_table(anna)
    change(owner, GUESTS_WELCOME=False)
    with pytest.raises(Refused, match="guests_not_welcome"):
        opening.join_table(table_id=waiting.pk, player=guest)
    with pytest.raises(Refused, match="guests_not_welcome"):
        opening.create_table(player=guest, offer=TableOffer())
    finish(playing, [anna, guest])
    playing.refresh_from_db()
    assert playing.status == "finished"


def test_a_game_that_is_not_offered_is_opened_nowhere(owner: Player, anna: Player) -> None:
    name = "PRESETS_OFFERED"  # of all settings, too
    change_setting(name=name, text="romme_500", reason="as agreed", by=owner)
    assert StaffAct.objects.get(subject=f"setting:{name}").before == {"value": list(PRESETS)}
    change(owner, PRESETS_OFFERED=["german_romme"])
    assert type(board.value_without_row(name)) is list
    with pytest.raises(Refused, match="game_not_offered"):
        opening.create_table(player=anna, offer=TableOffer(preset="gin_palast"))
    offered = browser().get("/api/v1/presets/").json()["presets"]
    assert [one["key"] for one in offered] == ["german_romme"]
    page = browser(anna).get("/tables/new/").content.decode()
    assert 'value="german_romme"' in page
    assert 'value="gin_palast"' not in page
    seated = browser(anna).post("/quick-seat/", follow=True)
    assert seated.context["view"]["terms"]["preset"] == "german_romme"


def test_one_language_is_spoken_to_everybody_and_none_to_choose(
    owner: Player, anna: Player
) -> None:
    change(owner, LANGUAGES_OFFERED=["de"])
    page = browser(anna).get("/").content.decode()
    assert '<html lang="de"' in page
    assert 'name="language"' not in page
    Player.objects.filter(pk=anna.pk).update(language="en")
    assert '<html lang="de"' in browser(anna).get("/").content.decode()


def test_imprint_and_privacy_are_texts_or_addresses_of_the_owners(owner: Player) -> None:
    change(
        owner,
        IMPRINT_DE="Impressum\n\nRummyclub Linz",
        PRIVACY_EN="https://example.org/privacy",
    )
    for language in ("en", "de"):  # a language without a text reads the other's
        page = browser().get("/imprint/", headers={"accept-language": language})
        assert "Rummyclub Linz" in page.content.decode()
    assert browser().get("/privacy/").headers["Location"] == "https://example.org/privacy"
    wrong = browser(owner).post("/office/house/change/", form(IMPRINT_EN="http://example.org"))
    assert "one line that begins with https://" in wrong.content.decode()


def test_the_mail_server_is_sealed_told_to_nobody_and_used_at_once(owner: Player) -> None:
    change_mail_server(
        url="smtp://rosa:geheim@mail.example.org:587",
        sender="rosa@example.org",
        reason="our own",
        by=owner,
    )
    board.refresh()
    assert (settings.EMAIL_HOST, settings.EMAIL_HOST_PASSWORD) == ("mail.example.org", "geheim")
    assert settings.DEFAULT_FROM_EMAIL == "rosa@example.org"
    kept = RunSetting.objects.get(pk=mailing.NAME).value
    act = StaffAct.objects.get()
    page = browser(owner).get("/office/house/").content.decode()
    assert "mail.example.org" in page
    for told in (kept, str(act.before), str(act.after), page):
        assert "geheim" not in told
    program = browser(owner).get("/api/v1/office/settings/").content.decode()
    assert mailing.NAME not in program
    assert mailing.resealed(kept) != kept


def test_a_test_mail_says_what_the_server_said(owner: Player) -> None:
    Player.objects.filter(pk=owner.pk).update(email="olga@example.org")
    wish = {"host": "127.0.0.1", "port": 1, "encryption": "starttls", "test": "1"}
    page = browser(owner).post("/office/house/mail/", wish).content.decode()
    assert "The mail was not sent: [Errno 111] Connection refused" in page
    assert not RunSetting.objects.exists()


def test_a_test_mail_to_nobody_keeps_what_was_typed(owner: Player) -> None:
    wish = {"host": "smtp.example.org", "port": 587, "encryption": "starttls", "test": "1"}
    wish |= {"username": "olga", "password": "geheim", "sender": "house@example.org"}
    page = browser(owner).post("/office/house/mail/", wish).content.decode()
    assert "note error" in page
    for typed in ("smtp.example.org", "olga", "geheim", "house@example.org"):
        assert f'value="{typed}"' in page


def test_a_wrong_name_zone_or_game_is_refused(owner: Player) -> None:
    wishes: tuple[dict[str, object], ...] = (
        {"HOUSE_NAME": ""},
        {"HOUSE_NAME": "x" * 41},
        {"TIME_ZONE": "Mars/Base"},
        {"PRESETS_OFFERED": []},
        {"LANGUAGES_OFFERED": ["fr"]},
        {"reason": ""},
    )
    for wrong in wishes:
        answer = browser(owner).post("/office/house/change/", form(**wrong))
        assert answer.status_code == 200
    assert not RunSetting.objects.exists()


def test_only_owners_see_the_page(owner: Player) -> None:
    assert browser(owner).get("/office/house/").status_code == 200
    for other in (colleague("director"), create_player(name="Anni", password=None)):
        assert browser(other).get("/office/house/").status_code == 403
    assert {*BASICS, *TEXTS} == set(house_now())
