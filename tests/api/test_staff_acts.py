"""What staff do over the API stands in their log; and aiming a satellite's tickets."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Player
from backoffice.models import StaffAct
from tests.tournaments.test_tickets import FINAL, SATELLITE
from tournaments.director import Plan
from tournaments.models import Tournament
from tournaments.planner.publishing import open_tournament

from .client import Caller
from .playing import guest

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
SCOPES = ("people:import", "webhooks", "tournament:direct", "read", "play")


@pytest.fixture
def boss() -> Caller:
    found: Player = Player.objects.create_superuser(username="boss")
    return Caller(found, scopes=SCOPES)


def acts() -> list[tuple[str, str]]:
    return list(StaffAct.objects.order_by("pk").values_list("act", "subject"))


def evening(plan: Plan, *, minutes: int = 60) -> Tournament:
    starts_at = timezone.now() + dt.timedelta(minutes=minutes)
    return open_tournament(is_trial=True, name="Evening", plan=plan, starts_at=starts_at)


def confirmed(boss: Caller, path: str, csv: str) -> Any:
    trial = boss.post(path, {"csv": csv})
    done = boss.post(path, {"csv": csv, "confirm": trial.json()["digest"]})
    assert done.json()["done"], done.content
    return done.json()


def test_an_import_is_logged_once_with_its_counts_and_a_trial_is_not(boss: Caller) -> None:
    tournament = evening(Plan(buy_in_chips=10))
    csv = f"name\n{guest().name}\n"
    path = f"/tournaments/{tournament.pk}/entries/import/"
    boss.post("/players/import/", {"csv": "name\nAnna\n"})
    assert acts() == []
    players = confirmed(boss, "/players/import/", "name\nAnna\n")
    confirmed(boss, path, csv)
    confirmed(boss, path, csv)  # nothing new: no act
    assert acts() == [
        ("players_imported", ""),
        ("entries_imported", f"tournament:{tournament.pk}"),
    ]
    first = StaffAct.objects.order_by("pk")[0]
    assert first.actor == boss.player
    assert first.after == {"new": 1, "known": 0, "invited": 0, "digest": players["digest"]}


def test_a_webhooks_life_is_logged_without_its_address_or_secret(boss: Caller) -> None:
    hook = {"url": "https://example.org/a-secret-path", "name": "ours"}
    made = boss.post("/webhooks/", {**hook, "kinds": ["player.registered"]}).json()
    path = f"/webhooks/{made['id']}/"
    delivery = boss.post(f"{path}ping/").json()["id"]
    assert boss.post(f"{path}deliveries/{delivery}/again/").status_code == 200
    assert boss.post(f"{path}rotate/").status_code == 201
    assert boss.method_with("PATCH", path, {"is_on": False}).status_code == 200
    assert boss.delete(path).status_code == 204
    assert [act for act, _subject in acts()] == [
        "webhook_added",
        "webhook_tested",
        "webhook_sent_again",
        "webhook_secret_rotated",
        "webhook_changed",
        "webhook_removed",
    ]
    assert {subject for _act, subject in acts()} == {f"webhook:{made['id']}"}
    told = str(list(StaffAct.objects.values_list("before", "after")))
    assert "a-secret-path" not in told
    assert made["secret"] not in told
    assert "example.org" in told


def test_tickets_are_aimed_at_what_is_still_to_begin(boss: Caller) -> None:
    satellite, final, over = evening(SATELLITE), evening(FINAL), evening(FINAL)
    Tournament.objects.filter(pk=over.pk).update(phase="finished")
    path = f"/tournaments/{satellite.pk}/aim/"
    nothing = {"tournament": None, "recurring": None}
    assert boss.post(path, {"tournament": final.pk}).json() == {**nothing, "tournament": final.pk}
    for wrong, code in (
        ({"tournament": satellite.pk}, "aim_unfit"),
        ({"tournament": over.pk}, "aim_unfit"),
        ({"tournament": final.pk, "recurring": 1}, "aim_unfit"),
        ({"tournament": 10**12}, "tournament_not_found"),
        ({"recurring": 10**12}, "recurring_not_found"),
    ):
        answer = boss.post(path, wrong)
        assert (answer.status_code, answer.json()["code"]) == (
            404 if "not_found" in code else 409,
            code,
        )
    satellite.refresh_from_db()
    assert satellite.feeds == final
    assert boss.post(f"/tournaments/{final.pk}/aim/", {}).json()["code"] == "no_satellite"
    assert boss.post(path, {}).json() == nothing
    assert acts() == [("tickets_aimed", f"tournament:{satellite.pk}")] * 2
