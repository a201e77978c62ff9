"""No page of players or staff says a word that is not in the catalogue, or glues a sentence."""

import pytest
from django.utils.translation import trans_real

from accounts.models import ChipAccount, Player
from backoffice.permissions import Role
from tests.backoffice.lists import PAGES as OFFICE
from tests.backoffice.staff import colleague
from tests.pages.browsers import browser
from tests.pages.pseudo import PseudoLanguage, glued, pseudo, untranslated
from tests.pages.tables import finished_ring, open_table, running_table
from tests.tournaments.club import started
from tournaments.director import TURBO, Plan

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

# Names: of people, tables, the house and languages; and what is written alike everywhere.
NAMES: tuple[str, ...] = (
    "Anna",
    "Bert",
    "Boss",
    "Evening round",
    "Jeton",
    "Deutsch",
    "English",
    "Rommé 500",
)
NAMES += ("Deutsches Rommé", "Club night", "Robot", "CSV", "API")
PLAYERS = (
    "/", "/learn/", "/tables/new/", "/wallet/", "/settings/", "/my-games/", "/profile/",
    "/league/", "/arena/", "/friends/", "/notices/", "/premium/", "/tournaments/", "/trust/",
    "/settings/tokens/", "/settings/sessions/", "/settings/erase/",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _pseudo(monkeypatch: pytest.MonkeyPatch) -> None:
    real = trans_real.translation("de")
    monkeypatch.setitem(vars(trans_real)["_translations"], "de", PseudoLanguage(real))


def faults(player: Player, path: str) -> list[str]:
    answer = browser(player, language="de").get(path)
    assert answer.status_code == 200, path
    html = answer.content.decode()
    assert pseudo("Skip to content") in html
    wrong = [f"untranslated: {text}" for text in untranslated(html, NAMES)]
    return wrong + [f"glued: {text}" for text in glued(html)]


@pytest.mark.parametrize("path", PLAYERS)
def test_players_read_nothing_past_the_catalogue(path: str, anna: Player, bert: Player) -> None:
    open_table(bert)
    running_table(anna, bert)
    assert faults(anna, path) == []


def test_a_table_and_a_replay_are_in_one_language(anna: Player, bert: Player) -> None:
    table = finished_ring(anna, bert)
    for path in (f"/tables/{table.pk}/", f"/tables/{table.pk}/replay/1/"):
        assert faults(anna, path) == []


@pytest.mark.parametrize("path", sorted(path for path in OFFICE if "?" not in path))
def test_the_office_reads_nothing_past_the_catalogue(path: str) -> None:
    boss = colleague(Role.OWNER, name="Boss")
    boss.language = "de"
    boss.save(update_fields=("language",))
    assert faults(boss, path) == []


def test_what_concerns_one_player_and_table_is_in_one_language_for_staff(
    anna: Player, bert: Player
) -> None:
    table = finished_ring(anna, bert)
    boss = colleague(Role.OWNER, name="Boss")
    boss.language = "de"
    boss.save(update_fields=("language",))
    paths = [f"/office/players/{anna.pk}/", f"/office/tables/{table.pk}/", "/tournaments/plan/"]
    wallet = ChipAccount.objects.get(player=anna, kind="wallet")
    paths.append(f"/office/accounts/{wallet.pk}/")
    assert {path: faults(boss, path) for path in paths} == {path: [] for path in paths}


def test_a_tournament_its_desk_and_its_wall_are_in_one_language() -> None:
    tournament = started(Plan(seats=3, stack_chips=1_000, schedule=TURBO), 6)
    boss = colleague(Role.OWNER, name="Boss")
    boss.language = "de"
    boss.save(update_fields=("language",))
    paths = [
        f"/tournaments/{tournament.pk}/{page}"
        for page in ("", "desk/", "wall/", "desk/entrants/", "desk/order/pause/")
    ]
    assert {path: faults(boss, path) for path in paths} == {path: [] for path in paths}


def test_the_look_for_such_texts_finds_them() -> None:
    page = "<p>{}</p>".format
    assert untranslated(page(f"{pseudo('Hand')} Karten"), ()) == ["⟦Háñd·⟧ Karten"]
    assert untranslated(page(pseudo("%(n)s cards") % {"n": "Anna"}), ()) == []
    assert glued(page(f"{pseudo('Round')} 3"))
    assert glued(page(f"{pseudo('Round')} {pseudo('over')}"))
    assert not glued(page(f"{pseudo('Round')} · {pseudo('over')}"))
