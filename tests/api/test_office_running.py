"""Running the house over the API: stuck tables, bots, settings, maintenance, announcements."""

import datetime as dt
from collections.abc import Iterator

import pytest
from django.conf import settings as configured
from django.utils import timezone

from accounts.books.posting import wallet_of
from accounts.models import Notice
from backoffice.models import Announcement, RunSetting
from backoffice.running import board
from games.models import Table
from tests.pages.tables import stand_still
from tests.tournaments.club import published
from tournaments.director import Plan
from tournaments.models import Entry

from .client import Caller
from .office import Colleague, acts, refused
from .playing import guest, open_table, running_table

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
OFFICE = "/office"


@pytest.fixture(autouse=True)
def _clean_board() -> Iterator[None]:
    """What a test has put on the board is taken down again."""
    yield
    board._lay_over({})
    board._board.announcements, board._board.maintenance = (), False


def late_table() -> Table:
    table, _, _ = running_table()
    late = timezone.now() - dt.timedelta(minutes=2)
    Table.objects.filter(pk=table.pk).update(wake_at=late)
    return table


def test_a_stuck_table_is_listed_and_woken() -> None:
    table = late_table()
    director = Colleague("director")
    (found,) = director.get(f"{OFFICE}/stuck/").json()["results"]
    assert (found["number"], found["seated"], found["may_be_cancelled"]) == (table.pk, 2, True)
    told = director.post(f"{OFFICE}/stuck/{table.pk}/wake/", idempotency_key="a")
    again = director.post(f"{OFFICE}/stuck/{table.pk}/wake/", idempotency_key="a")
    assert told.status_code == 200, told.content
    assert (told.json(), again["Idempotent-Replay"]) == (again.json(), "true")
    assert acts() == [("table_woken", f"table:{table.pk}")]
    assert refused(director.post(f"{OFFICE}/stuck/{10**12}/wake/")) == (404, "table_not_found")
    assert len(acts()) == 1


def test_a_table_is_called_off_as_it_was_seen_and_every_stake_goes_back() -> None:
    table, anna, bert = running_table(stake_chips=50)
    path = f"{OFFICE}/stuck/{table.pk}/cancel/"
    director = Colleague("director")
    why_not = {"reason": "I lose", "version": table.version}
    assert refused(director.post(path, why_not)) == (409, "table_not_stuck")
    stand_still(table)
    why = {"reason": "nobody came back"}
    stale = director.post(path, why | {"version": table.version - 1})
    assert refused(stale) == (409, "table_moved_on")
    assert refused(director.post(path, why)) == (400, "invalid_input")
    before = [wallet_of(one).balance for one in (anna, bert)]
    told = director.post(path, why | {"version": table.version})
    assert told.json() == {"table": table.pk, "status": "finished"}, told.content
    assert [wallet_of(one).balance for one in (anna, bert)] == [chips + 50 for chips in before]
    assert Notice.objects.filter(kind="table_called_off").count() == 2
    assert acts() == [("table_cancelled", f"table:{table.pk}")]
    over = director.post(path, why | {"version": table.version})
    assert refused(over) == (409, "table_not_stuck")
    unknown = f"{OFFICE}/stuck/{10**12}/cancel/"
    assert refused(director.post(unknown, why | {"version": 1})) == (404, "table_not_found")


def test_bots_of_the_house_enter_a_tournament_all_or_none() -> None:
    cheap = published(Plan(buy_in_chips=10), [guest(), guest()], due=False)
    dear = published(Plan(buy_in_chips=5_000), [], due=False)
    director = Colleague("director")
    told = director.post(f"{OFFICE}/tournaments/{cheap.pk}/bots/", {"bots": 3})
    assert (told.status_code, told.json()) == (201, {"tournament": cheap.pk, "bots": 3})
    assert Entry.objects.filter(tournament=cheap, player__is_bot=True).count() == 3
    for tournament, bots, wanted in (
        (dear.pk, 2, (409, "bots_play_cheap")),
        (10**12, 2, (404, "tournament_not_found")),
        (cheap.pk, 65, (400, "invalid_input")),
    ):
        answer = director.post(f"{OFFICE}/tournaments/{tournament}/bots/", {"bots": bots})
        assert refused(answer) == wanted
    assert acts() == [("bots_sent", f"tournament:{cheap.pk}")]


def test_settings_are_listed_changed_and_put_back() -> None:
    owner = Colleague("owner")
    told = {one["name"]: one for one in owner.get(f"{OFFICE}/settings/").json()["results"]}
    assert "MAINTENANCE" not in told
    before = told["REMATCH_SECONDS"]
    assert (before["kind"], before["least"], before["most"]) == ("number", 5, 900)
    path = f"{OFFICE}/settings/REMATCH_SECONDS/"
    changed = owner.put(path, {"value": 90, "reason": "slow evenings"}).json()
    assert (changed["value"], changed["is_set"]) == (90, True)
    board.refresh()
    assert configured.REMATCH_SECONDS == 90
    back = owner.put(path, {"value": None, "reason": "as before"}).json()
    assert (back["value"], back["is_set"], back["set_at"]) == (before["value"], False, None)
    board.refresh()
    assert before["value"] == configured.REMATCH_SECONDS
    words = owner.put(
        f"{OFFICE}/settings/PREMIUM_RIGHTS/", {"value": ["rematch"], "reason": "a gift"}
    )
    assert words.json()["value"] == ["rematch"]
    switch = owner.put(f"{OFFICE}/settings/BOOKS_PUBLIC/", {"value": False, "reason": "closed"})
    assert switch.json()["value"] is False
    name = owner.put(f"{OFFICE}/settings/HOUSE_NAME/", {"value": "Rosenhof", "reason": "ours"})
    assert (name.json()["kind"], name.json()["value"]) == ("text", "Rosenhof")
    assert len(acts()) == 5


@pytest.mark.parametrize(
    ("name", "value", "wanted"),
    [
        ("REMATCH_SECONDS", 4, (422, "out_of_range")),
        ("REMATCH_SECONDS", True, (422, "setting_unreadable")),
        ("BOOKS_PUBLIC", 3, (422, "setting_unreadable")),
        ("PREMIUM_RIGHTS", ["everything"], (422, "setting_unreadable")),
        ("REMATCH_SECONDS", "90", (400, "invalid_input")),
        ("REMATCH_SECONDS", {}, (400, "invalid_input")),
        ("HOUSE_NAME", 5, (400, "invalid_input")),
        ("HOUSE_NAME", "", (422, "setting_unreadable")),
        ("TIME_ZONE", "Mars/Base", (422, "setting_unreadable")),
        ("LANGUAGES_OFFERED", ["none"], (422, "setting_unreadable")),
        ("MAIL_SERVER", "smtp://x", (404, "setting_unknown")),
        ("SECRET_KEY", 1, (404, "setting_unknown")),
        ("MAINTENANCE", True, (404, "setting_unknown")),
    ],
)
def test_a_value_that_does_not_fit_is_refused(
    name: str, value: object, wanted: tuple[int, str]
) -> None:
    answer = Colleague("owner").put(f"{OFFICE}/settings/{name}/", {"value": value, "reason": "x"})
    assert refused(answer) == wanted
    assert not RunSetting.objects.exists()
    assert acts() == []


def test_the_house_is_closed_and_opened_again() -> None:
    director, player = Colleague("director"), Caller(guest())
    path = f"{OFFICE}/maintenance/"
    open_table(guest())
    assert director.get(path).json()["closed"] is False
    assert director.get(path).json()["now"]["tables_open"] == 1
    closed = director.post(path, {"closed": True, "reason": "new disks"}, idempotency_key="a")
    assert closed.json()["closed"] is True
    ring = {"format": "ring", "rounds": 1}
    assert refused(player.post("/tables/", ring)) == (409, "house_closed")
    assert refused(director.post(path, {"closed": False})) == (400, "invalid_input")
    assert director.post(path, {"closed": False, "reason": "done"}).json()["closed"] is False
    assert player.post("/tables/", ring).status_code == 201
    assert [act for act, _ in acts()] == ["maintenance_begun", "maintenance_ended"]


def test_an_announcement_is_made_listed_by_pages_and_taken_down() -> None:
    director = Colleague("director")
    path = f"{OFFICE}/announcements/"
    words = {"words_de": "Heute Turnier!", "words_en": "Tournament today!"}
    made = [director.post(path, words | {"hours": hours}).json() for hours in (1, 2, 3)]
    lasts = Announcement.objects.get(pk=made[0]["id"])
    assert lasts.until - lasts.from_at == dt.timedelta(hours=1)
    assert [len(page) for page in director.pages(path, limit=2)] == [2, 1]
    down = director.post(f"{path}{made[0]['id']}/withdraw/").json()
    assert down["withdrawn_at"] is not None
    assert director.post(f"{path}{made[0]['id']}/withdraw/").json() == down
    assert [act for act, _ in acts()] == ["announced"] * 3 + ["announcement_withdrawn"]
    for wrong in ({"words_en": ""}, {"hours": 0}, {"hours": 1_441}, {"minutes_ahead": -1}):
        assert refused(director.post(path, words | wrong)) == (400, "invalid_input")
    assert refused(director.post(f"{path}{10**12}/withdraw/")) == (404, "not_found")
    assert Announcement.objects.count() == 3


def test_a_token_without_the_scope_gets_nowhere_whatever_its_owner_may() -> None:
    owner = Colleague("owner").player
    narrow = Caller(owner, scopes=("read", "play"))
    assert refused(narrow.get(f"{OFFICE}/settings/")) == (403, "scope_missing")
    closing = narrow.post(f"{OFFICE}/maintenance/", {"closed": True, "reason": "x"})
    assert refused(closing) == (403, "scope_missing")
    support = Colleague("support")
    assert refused(support.get(f"{OFFICE}/settings/")) == (403, "not_allowed")
    assert acts() == []
