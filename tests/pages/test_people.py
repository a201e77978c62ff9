"""Wallet, statement, guests, settings and language (PLAY-33)."""

import csv
import io
from dataclasses import replace

import pytest
from django.conf import settings

from accounts.books.reading import wallet_balance
from accounts.joining.players import create_guest
from accounts.models import Player
from games.moves.acting import play_action
from games.tables import opening
from games.tables.opening import leave_table
from rummy.match import Resign
from tests.pages.browsers import browser, look
from tests.pages.tables import finished_ring, open_table
from web.files.plots import bar_plot, line_plot
from web.security import limits

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_the_wallet_tells_why_chips_moved(anna: Player, bert: Player) -> None:
    finished_ring(anna, bert, stake_chips=100)
    text = look(browser(anna, language="de").get("/wallet/")).text
    assert "Willkommens-Chips" in text
    assert "„Evening round“: Dein Einsatz; aus dem Topf bekamst du 200 Chips." in text
    assert "−100" in text


def test_the_statement_is_a_file_with_the_same_lines(anna: Player) -> None:
    open_table(anna, stake_chips=100)
    answer = browser(anna).get("/wallet/statement.csv")
    assert answer["content-type"].startswith("text/csv")
    body = answer.content.decode()
    rows = list(csv.DictReader(io.StringIO(body)))
    assert [(row["Chips"], row["Balance"]) for row in rows] == [("-100", "900"), ("1000", "1000")]


def test_a_statement_is_made_only_so_often(anna: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of who has played for years it takes seconds of a processor."""
    monkeypatch.setattr(limits, "OWN_DATA", replace(limits.OWN_DATA, most=1))
    client = browser(anna)
    assert client.get("/wallet/statement.csv").status_code == 200
    answer = client.get("/wallet/statement.csv", follow=True)
    assert answer.redirect_chain == [("/wallet/", 302)]
    assert "Too many" in look(answer).text


@pytest.mark.parametrize("before", ["", "0", "-1", "x", "9" * 30, "١"])
def test_a_wrong_cursor_is_no_error(before: str, anna: Player) -> None:
    assert browser(anna).get("/wallet/", {"before": before}).status_code == 200


def test_older_lines_are_a_page_away(anna: Player) -> None:
    client = browser(anna)
    for _ in range(22):
        leave_table(table_id=open_table(anna, stake_chips=1).pk, player=anna)
    first = look(client.get("/wallet/"))
    (older,) = [tag["href"] for tag in first.all("a") if (tag["href"] or "").startswith("?before=")]
    assert "Welcome chips" not in first.text
    assert "Welcome chips" in look(client.get(f"/wallet/{older}")).text


def test_the_refill_is_for_the_broke_and_once_a_day(anna: Player, bert: Player) -> None:
    client = browser(anna)
    rich = look(client.post("/wallet/refill/", follow=True))
    assert "The refill is for wallets below 50 chips." in rich.text
    lose(anna, bert, 960)
    assert "has been refilled" in look(client.post("/wallet/refill/", follow=True)).text
    assert wallet_balance(anna) == 240
    lose(anna, bert, 230)
    assert "tomorrow" in look(client.post("/wallet/refill/", follow=True)).text
    assert wallet_balance(anna) == 10


def test_who_holds_chips_at_a_table_is_not_broke(anna: Player) -> None:
    table = open_table(anna, stake_chips=960)
    client = browser(anna)
    refused = look(client.post("/wallet/refill/", follow=True))
    assert "The refill is for wallets below 50 chips." in refused.text
    (button,) = refused.all("button", **{"data-action": "refill"})
    assert button["aria-disabled"] == "true"
    leave_table(table_id=table.pk, player=anna)
    assert wallet_balance(anna) == 1000


def lose(loser: Player, winner: Player, stake_chips: int) -> None:
    table = open_table(loser, stake_chips=stake_chips)
    opening.join_table(table_id=table.pk, player=winner)
    play_action(
        table_id=table.pk,
        player_id=loser.pk,
        action=Resign(),
        expected_version=None,
        key=f"resign {table.pk}",
    )


def test_a_line_spans_its_values_and_its_grid_lies_on_round_numbers() -> None:
    plot = line_plot([1000, 900, 1100])
    assert plot is not None
    assert (plot.lowest, plot.highest, plot.last) == (900, 1100, 1100)
    assert [line.value for line in plot.grid] == [900, 950, 1000, 1050, 1100]
    assert plot.points == "40.0,74.0 196.0,140.0 352.0,8.0"
    assert line_plot([1000]) is None


def test_bars_below_zero_hang_from_the_zero_line() -> None:
    plot = bar_plot([20, -10])
    assert plot is not None
    above, below = plot.bars
    assert above.y + above.height == pytest.approx(plot.zero_y, abs=0.2)
    assert below.y == pytest.approx(plot.zero_y, abs=0.1)
    assert above.height == pytest.approx(2 * below.height, abs=0.2)
    assert plot.mean_tenths == 50
    assert bar_plot([]) is None


def test_one_tap_makes_a_guest_with_chips() -> None:
    client = browser(language="de")
    answer = client.post("/play-as-guest/", follow=True)
    guest = Player.objects.get()
    assert guest.is_guest
    assert wallet_balance(guest) == 1000
    assert f"Willkommen, {guest.username}." in look(answer).text


def test_a_guest_comes_to_the_page_that_asked_who_they_are(anna: Player) -> None:
    """Whoever follows a link, is asked to log in, and plays as a guest instead."""
    client = browser()
    asked = client.get("/wallet/")
    page = look(client.get(asked["location"]))
    form = page.html.partition('action="/play-as-guest/"')[2].partition("</form>")[0]
    assert 'name="next" value="/wallet/"' in form
    assert client.post("/play-as-guest/", {"next": "/wallet/"})["location"] == "/wallet/"


@pytest.mark.parametrize("path", ["/accounts/signup/", "/settings/keep-account/"])
def test_whoever_gives_no_address_knows_what_it_is_for(path: str) -> None:
    client = browser()
    if path.startswith("/settings/"):
        client.post("/play-as-guest/")
    page = look(client.get(path))
    assert "without one it cannot be replaced" in page.text
    # Both ways to an account ask for the same things by the same words.
    assert "Name at the table" in page.text
    assert "E-mail (optional)" in page.text
    assert "Username" not in page.html


def test_a_forgotten_password_without_an_address_is_spoken_of() -> None:
    page = look(browser().get("/accounts/password/reset/"))
    assert "An account without an e-mail address has no such way back" in page.text
    assert "contact us" not in page.text
    assert page.all("a", href="/accounts/login/")


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/change/"])
def test_what_is_set_about_an_account_leads_back_to_the_settings(path: str, anna: Player) -> None:
    anna.set_password("not-guessed-1")
    anna.save()
    page = look(browser(anna).get(path))
    main = page.html.partition("<main")[2].partition("</main>")[0]
    assert 'href="/settings/"' in main


def test_guests_of_the_pages_share_the_limit_of_the_api(
    anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "GUESTS", replace(limits.GUESTS, most=3))
    table = open_table(anna)
    assert browser().post("/api/v1/guests/", content_type="application/json").status_code == 201
    browser().post("/play-as-guest/")
    browser().post("/quick-seat/")
    assert Player.objects.filter(is_guest=True).count() == 3
    for path in ("/play-as-guest/", "/quick-seat/", f"/tables/{table.pk}/join/"):
        refused = browser().post(path, follow=True)
        assert refused.redirect_chain == [("/", 302)]
        assert "Too many attempts: 3 are allowed in 3600 seconds." in look(refused).text
    assert Player.objects.filter(is_guest=True).count() == 3


def test_who_is_signed_in_stays_who_they_are(anna: Player) -> None:
    browser(anna).post("/play-as-guest/")
    assert list(Player.objects.all()) == [anna]


def test_a_guest_keeps_account_and_chips_by_a_name_and_a_password() -> None:
    guest = create_guest(language="en")
    client = browser(guest)
    data = {"username": "Carla", "password": "a-long-evening", "email": ""}
    assert "Carla" in look(client.post("/settings/keep-account/", data, follow=True)).text
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, wallet_balance(guest)) == ("Carla", False, 1000)
    assert browser().login(username="Carla", password="a-long-evening")


@pytest.mark.parametrize(
    "data",
    [
        {"username": "anna", "password": "a-long-evening"},
        {"username": "", "password": "a-long-evening"},
        {"username": "Carla", "password": "123"},
        {"username": "Carla", "password": ""},
        {"username": "no spaces", "password": "a-long-evening"},
        {"username": "x" * 31, "password": "a-long-evening"},
        {"username": "ta\tb", "password": "a-long-evening"},
        {"username": "Carla", "password": "a-long-evening", "email": "nowhere"},
    ],
)
def test_a_bad_name_or_password_keeps_the_guest_a_guest(data: dict[str, str], anna: Player) -> None:
    guest = create_guest(language="en")
    page = look(browser(guest).post("/settings/keep-account/", data))
    assert page.status == 200
    assert "errorlist" in page.html or "note error" in page.html
    guest.refresh_from_db()
    assert guest.is_guest


def test_signing_up_gives_the_welcome_chips() -> None:
    data = {"username": "Dora", "password1": "a-long-evening", "password2": "a-long-evening"}
    answer = browser().post("/accounts/signup/", data)
    assert answer.status_code == 302
    assert wallet_balance(Player.objects.get(username="Dora")) == 1000


def test_the_language_is_remembered_with_browser_and_account(anna: Player) -> None:
    client = browser(anna, language="en")
    client.post("/settings/language/", {"language": "de", "next": "/wallet/"})
    assert "Guthaben" in look(client.get("/wallet/")).text
    anna.refresh_from_db()
    assert anna.language == "de"


def test_the_accounts_language_goes_with_it_to_another_browser(anna: Player) -> None:
    Player.objects.update(language="de")
    elsewhere = browser(anna, language="en")
    answer = elsewhere.get("/wallet/")
    assert "Guthaben" in look(answer).text
    assert answer["content-language"] == "de"
    assert elsewhere.cookies[settings.LANGUAGE_COOKIE_NAME].value == "de"
    Player.objects.update(language="xx")
    assert "Wallet" in look(browser(anna, language="en").get("/wallet/")).text


@pytest.mark.parametrize("language", ["", "fr", "de\r\nSet-Cookie: a=b", "x" * 5000, "de-x-%00"])
def test_a_language_we_do_not_speak_changes_nothing(language: str, anna: Player) -> None:
    answer = browser(anna).post("/settings/language/", {"language": language})
    assert answer.status_code == 302
    assert "django_language" not in answer.cookies


@pytest.mark.parametrize(
    "target", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "\\\\x"]
)
def test_no_form_leads_away_from_here(target: str) -> None:
    for path in ("/settings/language/", "/play-as-guest/"):
        answer = browser().post(path, {"language": "de", "next": target})
        assert answer["location"] == "/"


def test_settings_change_name_and_language(anna: Player) -> None:
    client = browser(anna)
    page = look(client.post("/settings/", {"username": "Änne", "language": "de"}, follow=True))
    assert "Gespeichert." in page.text
    anna.refresh_from_db()
    assert (anna.username, anna.language) == ("Änne", "de")


def test_a_name_that_is_taken_is_refused(anna: Player, bert: Player) -> None:
    page = look(browser(anna).post("/settings/", {"username": "BERT", "language": "de"}))
    assert page.status == 200
    assert "The name BERT is taken." in page.text


def test_staff_sign_in_where_attempts_are_limited() -> None:
    answer = browser().get("/admin/login/?next=/admin/")
    assert (answer.status_code, answer["location"]) == (302, "/accounts/login/?next=%2Fadmin%2F")
    assert browser().post("/admin/login/", {"username": "x", "password": "y"}).status_code == 405
