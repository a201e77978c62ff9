"""The desk's and the planner's pages: who may see them, what they say, what they do once."""

import datetime as dt
import re
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.joining.players import create_player
from accounts.models import Player
from games.models import OutboxMessage
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, people, playing, published, report, started
from tournaments.desk.ordering import appoint_director
from tournaments.director import Plan, Schedule
from tournaments.models import DeskAct, DirectorCall, Entry, Tournament, TournamentDraft
from tournaments.planner.forecasts import forecasting
from tournaments.planner.forecasts.forecasting import forecast_draft, stored_forecast
from tournaments.planner.forms import PlanForm, filled_in
from tournaments.planner.planning import draft_from_ready_made, plan_of
from tournaments.planner.ready_made import READY_MADE
from tournaments.running.directing import look_after

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))


@pytest.fixture(autouse=True)
def _short_forecasts(monkeypatch: pytest.MonkeyPatch) -> None:
    """As few simulated tournaments as there may be: a test waits inside a transaction."""
    monkeypatch.setattr(forecasting, "SECONDS", 0.1)
    monkeypatch.setattr(forecasting, "SAMPLES", 15)


def with_right(name: str, right: str) -> Player:
    player = create_player(name=name, password="rummy-evening")
    player.user_permissions.add(Permission.objects.get(codename=right))
    return Player.objects.get(pk=player.pk)


@pytest.fixture
def boss() -> Player:
    return with_right("Direktorin", "direct_tournament")


@pytest.fixture
def planner() -> Player:
    return with_right("Planer", "plan_tournament")


def desk(tournament: Tournament, path: str = "") -> str:
    return f"/tournaments/{tournament.pk}/desk/{path}"


def test_who_may_see_and_order_what(boss: Player, planner: Player) -> None:
    """Rows: visitor, player, planner, director of this one, director of all."""
    tournament = started(PLAN, 3)
    (appointed, stranger) = people(2, first=80)
    root = create_player(name="Rot", password="rummy-evening")
    root.is_superuser = True
    root.save()
    appoint_director(tournament_id=tournament.pk, player=appointed, by=root)
    other = published(PLAN, people(3, first=20))
    callers = (None, stranger, planner, appointed, boss)
    table = {
        desk(tournament): (302, 403, 403, 200, 200),
        desk(other): (302, 403, 403, 403, 200),
        desk(tournament, "order/pause/"): (302, 403, 403, 200, 200),
        desk(tournament, "order/nonsense/"): (302, 403, 403, 404, 404),
        "/tournaments/999999/desk/": (302, 404, 404, 404, 404),
        "/tournaments/plan/": (302, 403, 200, 403, 403),
    }
    for path, expected in table.items():
        got = tuple(browser(caller).get(path).status_code for caller in callers)
        assert got == expected, path


def test_who_may_not_look_does_not_hear_that_nothing_has_changed(planner: Player) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=planner)
    stranger = browser(people(1, first=90)[0])
    for path in (desk(started(PLAN, 3)), f"/tournaments/plan/{draft.pk}/forecast/"):
        answer = stranger.get(f"{path}?part=live", headers={"If-None-Match": "*"})
        assert answer.status_code == 403, path
        assert "ETag" not in answer


def send(client: Client, path: str, **told: Any) -> Any:
    """Fill in the order's form as the page shows it."""
    page = look(client.get(path))
    (key,) = page.all("input", name="key")
    return client.post(path, {"key": key["value"], "remark": "as announced"} | told)


def test_pause_and_resume_from_the_page_with_reason_and_record(boss: Player) -> None:
    tournament = started(PLAN, 3)
    client = browser(boss)
    assert "Pause" in look(client.get(desk(tournament))).text
    answer = send(client, desk(tournament, "order/pause/"))
    assert answer.status_code == 302
    page = look(client.get(desk(tournament)))
    assert "The tournament is paused." in page.text
    assert "as announced" in page.text
    again = send(client, desk(tournament, "order/pause/"))
    assert "There is nothing to pause. (PLAY-46)" in look(again).text
    missing = client.post(desk(tournament, "order/cancel/"), {"key": "a", "remark": ""})
    assert "Say why: every order of the director has a reason." in look(missing).text
    assert DeskAct.objects.count() == 1
    act = DeskAct.objects.get()
    assert send(client, desk(tournament, f"undo/{act.pk}/")).status_code == 302
    assert fresh(tournament).clock["paused_at_ms"] is None


def test_usual_reasons_are_offered_and_read_in_everybodys_language(boss: Player) -> None:
    tournament = started(PLAN, 3)
    german, english = browser(boss, language="de"), browser(boss)
    path = desk(tournament, "order/pause_table/")
    page = look(german.get(path))
    offered = [one["value"] for one in page.all("input", name="usual")]
    assert "A technical problem" in offered
    assert "Ein technisches Problem" in page.text
    told = {"table": 1, "usual": "A technical problem"}
    assert send(german, path, **{"remark": "", **told}).status_code == 302
    assert "Ein technisches Problem" in look(german.get(desk(tournament))).text
    assert "A technical problem" in look(english.get(desk(tournament))).text
    send(german, desk(tournament, "order/resume_table/"), table=1, usual="Play goes on.")
    assert DeskAct.objects.latest("pk").remark == "as announced", "what was typed counts first"


def test_pause_and_resume_need_no_reason_to_be_given(boss: Player) -> None:
    tournament = started(PLAN, 3)
    client = browser(boss)
    assert send(client, desk(tournament, "order/pause/"), remark="").status_code == 302
    assert send(client, desk(tournament, "order/resume/"), remark="").status_code == 302
    answer = client.post(
        f"/api/v1/tournaments/{tournament.pk}/orders/",
        {"kind": "pause"},
        content_type="application/json",
        headers={"Idempotency-Key": "k1"},
    )
    assert answer.status_code == 201, answer.content
    kept = [act.remark for act in DeskAct.objects.order_by("pk")]
    assert kept == ["A short break", "Play goes on.", "A short break"]


def test_what_has_passed_by_itself_is_not_offered_to_be_taken_back(boss: Player) -> None:
    tournament = started(PLAN, 3)
    client = browser(boss)
    send(client, desk(tournament, "order/pause/"))
    pausing = DeskAct.objects.get()
    address = desk(tournament, f"undo/{pausing.pk}/")
    assert look(client.get(desk(tournament))).all("a", href=address)
    send(client, desk(tournament, "order/resume/"))
    assert not look(client.get(desk(tournament))).all("a", href=address)


def test_a_double_click_is_one_order(boss: Player) -> None:
    tournament = started(PLAN, 3)
    client = browser(boss)
    path = desk(tournament, "order/extend/")
    told = {"key": "same-key", "remark": "late dinner", "number": 2}
    assert client.post(path, told).status_code == client.post(path, told).status_code == 302
    # One round of the level has been dealt; two more are to come.
    assert fresh(tournament).clock["level_micro"] == -1_000_000


def test_the_live_part_is_only_sent_when_something_changed(boss: Player) -> None:
    tournament = started(PLAN, 3)
    client = browser(boss)
    path = desk(tournament, "?part=live")
    first = client.get(path)
    assert first.status_code == 200
    assert "<html" not in first.content.decode()
    again = client.get(path, headers={"if-none-match": first["ETag"]})
    assert again.status_code in (200, 304)  # ten seconds may just have passed
    send(client, desk(tournament, "order/pause/"))
    assert client.get(path, headers={"if-none-match": first["ETag"]}).status_code == 200


def test_what_follows_from_a_disqualification_is_shown_first(boss: Player) -> None:
    tournament = started(PLAN, 3)
    client = browser(boss)
    send(client, desk(tournament, "order/pause_table/"), table=1)
    (table,) = playing(tournament)
    report(tournament, table, 100, 60, 60)
    look_after(tournament_id=tournament.pk)
    cheat = tournament.entries.get(stack_chips=1_240)
    page = look(client.get(desk(tournament, f"order/disqualify/?entry={cheat.pk}")))
    assert page.text.count("+120") == 2
    assert "forfeited" in page.text
    assert f"{cheat.player.name} · table 1 · 1,240 chips" in page.text
    assert tournament.entries.filter(status="in").count() == 3, "nothing is done yet"
    send(client, desk(tournament, "order/disqualify/"), entry=cheat.pk)
    lobby = f"/tournaments/{tournament.pk}/"
    said = "The director has disqualified you."
    assert said in look(browser(cheat.player).get(lobby)).text
    assert said not in look(client.get(lobby)).text


def test_a_player_calls_and_a_director_answers(boss: Player) -> None:
    tournament = started(PLAN, 3)
    player = Entry.objects.filter(tournament=tournament).select_related("player")[0].player
    caller, director = browser(player), browser(boss)
    path = f"/tournaments/{tournament.pk}/call/"
    told = {"matter": "opponent", "words": "<b>He waits</b>"}
    assert caller.post(path, told).status_code == 302
    assert browser(boss).get(path).status_code == 404, "who does not take part has nobody to call"
    page = look(director.get(desk(tournament)))
    assert "&lt;b&gt;He waits" in page.html
    call = DirectorCall.objects.get()
    at = f"/tournaments/calls/{call.pk}/"
    assert caller.post(at, {"take": "1"}).status_code == 404
    assert "Calls 1" in page.text
    director.post(at, {"answer": "I come."})
    page = look(director.get(desk(tournament)))
    assert "Calls 1" not in page.text, "nobody waits for an answer any more"
    assert "answered" in page.text
    assert director.post(at, {"answer": "I watch.", "close": "1"}).status_code == 302
    assert "I watch." in look(caller.get(path)).text


def test_the_lobby_has_the_way_to_the_director_for_who_takes_part() -> None:
    tournament = started(PLAN, 3)
    player = Entry.objects.filter(tournament=tournament).select_related("player")[0].player
    lobby, call = f"/tournaments/{tournament.pk}/", f"/tournaments/{tournament.pk}/call/"
    assert look(browser(player).get(lobby)).all("a", href=call)
    assert not look(browser().get(lobby)).all("a", href=call)


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_page_answers_in_both_languages(language: str, boss: Player, planner: Player) -> None:
    tournament = started(PLAN, 3)
    draft = draft_from_ready_made(key="gin_turbo", by=planner)
    player = Entry.objects.filter(tournament=tournament).select_related("player")[0].player
    pages = {
        desk(tournament): boss,
        desk(tournament, "order/move/"): boss,
        "/tournaments/plan/": planner,
        f"/tournaments/plan/{draft.pk}/": planner,
        f"/tournaments/{tournament.pk}/call/": player,
    }
    for path, reader in pages.items():
        page = look(browser(reader, language=language).get(path))
        assert page.status == 200, path
        assert [tag["lang"] for tag in page.all("html")] == [language]
        assert len(page.all("h1")) == 1
        inline = [tag for tag, told in page.tags if "style" in told or "onclick" in told]
        assert inline == []


# --- planning ---------------------------------------------------------------------------------


@pytest.mark.parametrize("key", READY_MADE)
def test_what_is_ready_made_passes_through_the_form_unchanged(key: str, planner: Player) -> None:
    draft = draft_from_ready_made(key=key, by=planner)
    filled = {name: value for name, value in filled_in(draft).items() if value is not None}
    form = PlanForm({name: value for name, value in filled.items() if value is not False})
    assert form.is_valid(), form.errors
    assert form.wishes().plan == plan_of(draft)
    assert form.wishes().offer.preset == draft.offer["preset"]


@pytest.mark.drawn(5)
@pytest.mark.parametrize("key", READY_MADE)
def test_what_is_ready_made_can_be_forecast(
    key: str, planner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forecasting, "RUNS", (1, 1))
    monkeypatch.setattr(forecasting, "SAMPLES", 2)
    draft = draft_from_ready_made(key=key, by=planner)
    TournamentDraft.objects.filter(pk=draft.pk).update(players_expected=8)
    forecast_draft(draft_id=draft.pk)
    draft.refresh_from_db()
    assert stored_forecast(draft) is not None, draft.refusal


def as_sent(draft: TournamentDraft, **changes: Any) -> dict[str, Any]:
    filled = {**filled_in(draft), **changes}
    return {name: value for name, value in filled.items() if value not in (None, False, "")} | {
        name: value for name, value in changes.items() if value == 0
    }


def test_from_the_shelf_to_registration(planner: Player) -> None:
    client = browser(planner)
    answer = client.post("/tournaments/plan/new/", {"ready": "gin_turbo"})
    draft = TournamentDraft.objects.get()
    assert answer["location"] == f"/tournaments/plan/{draft.pk}/"
    page = f"/tournaments/plan/{draft.pk}/"
    start = (timezone.now() + dt.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    sent = as_sent(draft, name="Friday", starts_at=start, players_expected=8)
    assert client.post(page, sent).status_code == 302
    assert OutboxMessage.objects.filter(topic="draft_forecast").count() == 1
    client.post(f"{page}publish/")
    assert not Tournament.objects.exists(), "not without a forecast"
    forecast_draft(draft_id=draft.pk)
    shown = look(client.get(page))
    assert len(shown.all("svg", role="img")) == 5
    for _ in range(2):
        assert client.post(f"{page}publish/")["location"].endswith("/desk/")
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.phase) == ("Friday", "entering")
    assert client.get(f"/tournaments/{tournament.pk}/desk/").status_code == 200, "who planned it"


def test_a_schedule_that_does_not_end_is_not_published_and_says_why(planner: Player) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=planner)
    client = browser(planner)
    page = f"/tournaments/plan/{draft.pk}/"
    start = (timezone.now() + dt.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M")
    slow = {"schedule": "own", "first_pcr": 1, "growth_percent": 101, "level_length": 50}
    sent = as_sent(draft, **slow, starts_at=start, players_expected=16, max_rounds=12)
    assert client.post(page, sent).status_code == 302
    forecast_draft(draft_id=draft.pk)
    draft.refresh_from_db()
    found = stored_forecast(draft)
    assert found is not None
    assert found.undecided_permille == 1_000
    text = look(client.get(page)).text
    assert "This tournament would not end: with 16 players, 100 of 100 simulations" in text
    assert "(PLAY-24)" in text
    client.post(f"{page}publish/")
    assert not Tournament.objects.exists()


def test_a_forecast_that_fails_is_tried_again_and_then_says_so(
    planner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (draft_from_ready_made(key="gin_turbo", by=planner) for _ in range(2))
    client = browser(planner)
    for draft in (first, second):
        client.post(f"/tournaments/plan/{draft.pk}/forecast/")
    rung = OutboxMessage.objects.filter(topic="draft_forecast")
    with monkeypatch.context() as broken:
        broken.setattr(forecasting, "simulate", lambda *_: 1 // 0)
        assert [forecasting.forecast_next() for _ in range(3)] == [first.pk] * 3
    first.refresh_from_db()
    assert first.forecast_asked_at is None
    assert rung.count() == 5, "each try told the next"
    page = look(client.get(f"/tournaments/plan/{first.pk}/"))
    assert "The forecast could not be worked out." in page.text
    in_a_minute = timezone.now() + dt.timedelta(minutes=1)
    assert forecasting.ask_again(now=in_a_minute), "a lost message is found"
    assert not forecasting.ask_again()
    client.post(f"/tournaments/plan/{first.pk}/forecast/")
    assert [forecasting.forecast_next() for _ in range(3)] == [second.pk, first.pk, None]
    for draft in (first, second):
        draft.refresh_from_db()
        assert stored_forecast(draft) is not None


def test_a_plan_changed_while_it_is_forecast_waits_for_its_own(
    planner: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=planner)
    forecasting.ask_for_forecast(draft_id=draft.pk)
    simulate = forecasting.simulate

    def changed_meanwhile(*asked: Any) -> Any:
        type(draft).objects.filter(pk=draft.pk).update(players_expected=9)
        return simulate(*asked)

    with monkeypatch.context() as slow:
        slow.setattr(forecasting, "simulate", changed_meanwhile)
        assert forecasting.forecast_next() == draft.pk
    draft.refresh_from_db()
    assert forecasting.is_asked_for(draft)
    assert forecasting.forecast_next() == draft.pk
    draft.refresh_from_db()
    assert not forecasting.is_asked_for(draft)
    found = stored_forecast(draft)
    assert found is not None
    assert found.players == 9


def test_the_form_is_checked_while_it_is_filled_in(planner: Player) -> None:
    draft = draft_from_ready_made(key="gin_turbo", by=planner)
    client = browser(planner)
    told = client.post("/tournaments/plan/check/", as_sent(draft)).json()
    assert told["errors"] == {}
    assert [level["pcr"] for level in told["levels"][:4]] == [2, 4, 8, 16]
    wrong = client.post("/tournaments/plan/check/", as_sent(draft, seats=4)).json()
    assert wrong["errors"]["__all__"] == ["This game cannot be played by 3. (PLAY-1)"]
    flat = as_sent(draft, schedule="own", growth_percent=100)
    (sentence,) = client.post("/tournaments/plan/check/", flat).json()["errors"]["__all__"]
    assert re.search(r"must grow; 1/1 does not\. \(PLAY-24\)", sentence)
    missing = client.post("/tournaments/plan/check/", {}).json()["errors"]
    assert "name" in missing


def test_players_never_meet_a_draft(planner: Player) -> None:
    draft = draft_from_ready_made(key="saturday_200", by=planner)
    (player,) = people(1)
    for path in ("/tournaments/", "/"):
        assert "Saturday 200" not in browser(player).get(path).content.decode()
    assert browser(player).get(f"/tournaments/plan/{draft.pk}/").status_code == 403
