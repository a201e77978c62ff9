"""Nobody on the staff acts where they take part, or have; what guards chips takes two people."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from django.test import Client

import accounts
import backoffice
import games
import tournaments
from accounts.books.posting import wallet_of
from accounts.interest import _PARTIES, require_may, ties_to
from accounts.joining.players import create_player
from accounts.models import Player
from accounts.premium.giving import issue_ticket, redeem_ticket
from accounts.programs.scopes import SCOPES
from backoffice.corrections.acting import (
    approve_correction,
    reject_correction,
    request_correction,
)
from backoffice.home.stuck_tables import cancel_stuck_table
from backoffice.models import RunSetting, StaffAct
from backoffice.people.sanctions import note_player
from backoffice.running.acting import change_setting
from backoffice.running.bots import enter_bots
from backoffice.running.settings import KNOWN, Number, value_of
from backoffice.team.conflicts import ACTS, MATRIX
from backoffice.team.consents import give_consent
from backoffice.team.seconds import ties_told
from tests.api.client import Caller
from tests.backoffice.staff import befriend, browser, colleague
from tests.pages.tables import running_table, stand_still
from tests.tournaments.club import director, people, published, started
from tournaments.desk.calling import call_director, take_call
from tournaments.desk.ordering import appoint_director, give_order, undo_order
from tournaments.desk.orders import DeskOrder
from tournaments.director import Plan, Schedule
from tournaments.entries.entering import enter_tournament
from tournaments.models import DeskAct, Entry, Tournament
from tournaments.running.directing import look_after
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))
# They take `by` and are no acts: what writes an act down, asks for an interest, reads what somebody
# did, and what an act above them declares.
PARTS_OF_ACTS = {
    "backoffice.team.staff_log.record",
    "backoffice.people.sanctions.impose",
    "backoffice.receivers.note_act",
    "tournaments.planner.publishing.require_second_person",
    "backoffice.team.reading.acts_of_staff",
    "accounts.staff_acts.tell_log",
    "accounts.interest.people_near",
    "accounts.interest.relation_to",
    "accounts.interest.require_may",
    "accounts.interest.ties_to",
    "backoffice.team.seconds.ties_told",
    "backoffice.team.seconds.way_out",
    "backoffice.team.consents.judge",
    "backoffice.team.consents.takes_second",
    "accounts.interest.why_not",
    "tournaments.desk.ordering.preview_order",
    "backoffice.corrections.acting.needs_second",
    "backoffice.corrections.acting.post_together",
    "backoffice.restitution.acting.worked_out",
    "tournaments.sheets.after_the_end.rescore",
    *(f"backoffice.clubs.deciding.{act}" for act in ("close", "rename", "keep")),
    "accounts.joining.importing.log_import",
    "accounts.people.silence.silence",
}

# Rows with a Python function of another name: they are asked about inside one that has its own.
ASKED_INSIDE = frozenset(
    (
        "order_on_entry",
        "order_for_player",
        "order_moving_chips",
        "play_after_ordering",
        "play_own_tournament",
        "play_for_house_chips",
        "redeem_ticket",
        "change_guarding_setting",
    )
)
BY_COMMAND = frozenset(("forget_second_factor", "import_people"))


def acts() -> Iterator[tuple[str, Callable[..., object]]]:
    """Every public function that is done `by` somebody, who is a player."""
    importlib.import_module("config.urls")  # in the order in which addresses register their parts
    for package in (accounts, games, tournaments, backoffice):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            module = importlib.import_module(found.name)
            for name, act in inspect.getmembers(module, inspect.isfunction):
                public = act.__module__ == found.name and not name.startswith("_")
                if public and "by" in inspect.signature(act).parameters:
                    yield f"{found.name}.{name}", act


def test_every_act_of_the_staff_declares_whom_it_concerns() -> None:
    found = dict(acts())
    assert len(found) > 40
    silent = {name for name, act in found.items() if not hasattr(act, "concerns")}
    assert silent == PARTS_OF_ACTS
    assert {act.concerns for act in found.values() if hasattr(act, "concerns")} <= {"", *_PARTIES}


def test_every_act_of_the_staff_is_a_row_of_the_matrix_and_every_row_an_act() -> None:
    acting = [act for act in dict(acts()).values() if hasattr(act, "concerns")]
    names = [act.__name__ for act in acting]
    assert len(names) == len(set(names)), "rows are found by a function's name"
    assert set(names) == MATRIX.keys() - ASKED_INSIDE - BY_COMMAND
    assert {act.__name__: act.concerns for act in acting} == {
        name: MATRIX[name].kind for name in names
    }
    assert {row.kind for row in ACTS} == {"", *_PARTIES}, "every kind has its parties"


def order(tournament: Tournament, by: Player, kind: str, **asked: object) -> DeskAct:
    return give_order(
        tournament_id=tournament.pk,
        asked=DeskOrder(kind, **asked),  # type: ignore[arg-type]
        by=by,
        remark="as agreed",
        key=f"{kind}-{DeskAct.objects.count()}",
    )


@pytest.fixture
def tournament(anna: Player) -> Tournament:
    """Anna plays in it, and was made its director."""
    made = published(PLAN, [anna, *people(2)])
    look_after(tournament_id=made.pk)
    appoint_director(tournament_id=made.pk, player=anna, by=director())
    return made


def conflict(act: Callable[[], object]) -> None:
    with pytest.raises(Refused, match="conflict_of_interest"):
        act()


def test_a_director_who_plays_orders_nothing(tournament: Tournament, anna: Player) -> None:
    own, other, third = Entry.objects.filter(tournament=tournament).order_by("pk")
    create_player(name="Paid", password="rummy-evening")
    for kind, asked in (
        ("substitute", {"entry": other.pk, "player": "Paid"}),
        ("adjust", {"entry": own.pk, "other": other.pk, "number": 300}),
        ("disqualify", {"entry": third.pk}),
        ("pause", {}),
    ):
        conflict(partial(order, tournament, anna, kind, **asked))
    conflict(partial(enter_bots, tournament_id=tournament.pk, bots=1, by=anna))
    call = call_director(tournament_id=tournament.pk, player=anna, matter="rules")
    conflict(partial(take_call, call_id=call.pk, by=anna))
    assert not DeskAct.objects.exists()


def test_a_director_with_a_part_brings_nobody_together_nor_takes_it_back(bert: Player) -> None:
    """Whoever is named, also third: a director who is one of them gives no such order."""
    made = published(replace(PLAN, format="swiss", stages=3), [bert, *people(8)], due=False)
    appoint_director(tournament_id=made.pk, player=bert, by=director())
    own, *others = Entry.objects.filter(tournament=made).order_by("pk")
    named = (others[0].pk, others[1].pk, own.pk)
    conflict(partial(order, made, bert, "pair", entries=named))
    act = order(made, director(), "pair", entries=named)
    back: dict[str, Any] = {"tournament_id": made.pk, "act_id": act.pk}
    conflict(partial(undo_order, **back, by=bert, remark="no", key="back"))


def test_whoever_was_substituted_orders_nothing_either(
    tournament: Tournament, anna: Player, bert: Player
) -> None:
    own = Entry.objects.get(tournament=tournament, player=anna)
    swapped = order(tournament, director(), "substitute", entry=own.pk, player=bert.username)
    assert not Entry.objects.filter(tournament=tournament, player=anna).exists()
    conflict(partial(order, tournament, anna, "pause"))
    conflict(
        partial(
            undo_order,
            tournament_id=tournament.pk,
            act_id=swapped.pk,
            by=anna,
            remark="I want to play again",
            key="back",
        )
    )


def test_nobody_puts_themselves_in_somebodys_place(bert: Player) -> None:
    tournament = started(PLAN, 3)
    appoint_director(tournament_id=tournament.pk, player=bert, by=director())
    entry = Entry.objects.filter(tournament=tournament).earliest("pk")
    conflict(partial(order, tournament, bert, "substitute", entry=entry.pk, player="Bert"))


def test_whoever_has_given_orders_does_not_enter(anna: Player) -> None:
    tournament = published(PLAN, people(2), due=False)
    appoint_director(tournament_id=tournament.pk, player=anna, by=director())
    order(tournament, anna, "extend", number=5)
    conflict(partial(enter_tournament, tournament_id=tournament.pk, player=anna))


def sign_in(browser: Client, name: str) -> None:
    typed = {"login": name, "password": "rummy-evening"}
    assert browser.post("/accounts/login/", typed).status_code == 302
    browser.post("/accounts/logout/")


def test_one_device_ties_people_and_phones_of_one_model_in_one_network_do_not(
    anna: Player, bert: Player
) -> None:
    """A refusal says who it is and by what, who could consent and where; or that nobody could."""
    mona = colleague("moderator", name="Mona")
    shared, alike = Client(), Client()
    shared.post("/play-as-guest/")
    guest = Player.objects.get(is_guest=True)
    shared.post("/accounts/logout/")
    for name in ("Mona", "Anna"):
        sign_in(shared, name)
    sign_in(alike, "Bert")
    assert ties_to(mona, "player", bert.pk) == []
    assert ties_to(mona, "player", anna.pk) == [("device", anna)]
    assert ties_to(mona, "player", guest.pk) == [("device", guest)]
    asked = {"kind": "warning", "reason": "rude"}
    refused = (
        Caller(mona, scopes=tuple(SCOPES))
        .post(f"/office/players/{anna.pk}/sanctions/", asked)
        .json()
    )
    assert refused["code"] == "second_person_needed"
    tie = {"by": "device", "player": anna.pk, "name": "Anna", "owner": ""}
    assert (refused["facts"]["ties"], refused["facts"]["colleagues"]) == ([tie], [])
    assert "Nobody else here can" in refused["detail"]
    unsaid = {"by": "unsaid", "player": None, "name": "", "owner": ""}
    assert ties_told(anna, "player", mona.pk) == [unsaid], "who directs is not of the staff"
    colleague("moderator", name="Mike")
    befriend(mona, anna)
    page = browser(mona).get(f"/office/players/{anna.pk}/").content.decode()
    assert "You are tied to Anna: both of you signed in on one device." in page
    assert "You are tied to Anna: you are friends." in page
    assert "Who can: Mike." in page
    form = f"/office/consents/?act=sanction_player&amp;number={anna.pk}&amp;name=Mona"
    assert f'<a href="{form}">Where a colleague consents</a>' in page
    filled = browser(mona).get(form.replace("&amp;", "&")).content.decode()
    assert 'name="name" value="Mona"' in filled
    assert '<option value="sanction_player" selected>' in filled


def test_the_desk_tells_a_director_who_plays_why_not(tournament: Tournament, anna: Player) -> None:
    desk = browser(anna)
    address = f"/tournaments/{tournament.pk}/desk/order/pause/"
    told = desk.post(address, {"remark": "a break", "key": "one"}, follow=True).content.decode()
    assert "Nobody decides on something they take part in" in told
    assert not DeskAct.objects.exists()


def test_everybody_reads_that_the_publisher_plays(tournament: Tournament, anna: Player) -> None:
    address = f"/api/v1/tournaments/{tournament.pk}/"
    assert browser().get(address).json()["publisher_playing"] is None
    Tournament.objects.filter(pk=tournament.pk).update(created_by=anna)
    assert browser().get(address).json()["publisher_playing"] == "Anna"
    page = browser().get(f"/tournaments/{tournament.pk}/").content.decode()
    assert "Anna, who published this tournament, plays in it and does not direct it." in page


def test_a_healthy_table_is_called_off_by_nobody_and_a_stuck_one_not_by_its_players(
    bert: Player,
) -> None:
    player = colleague("director", name="Doris")
    table = running_table(player, bert, stake_chips=50)
    call_off = partial(
        cancel_stuck_table, table_id=table.pk, seen_version=table.version, reason="I lose"
    )
    with pytest.raises(Refused, match="table_not_stuck"):
        call_off(by=colleague("director", name="Dora"))
    stand_still(table)
    conflict(partial(call_off, by=player))


def test_two_cashiers_do_nothing_for_one_of_them() -> None:
    carl, cora = colleague("cashier", name="Carl"), colleague("cashier", name="Cora")
    asked = request_correction(
        account=wallet_of(carl), amount_chips=-50, counter="house", reason="owed", by=cora
    )
    for decide in (approve_correction, reject_correction):
        with pytest.raises(Refused, match="correction_of_oneself"):
            decide(correction_id=asked.pk, by=carl, reason="mine")
    with pytest.raises(Refused, match="self_approval"):
        approve_correction(correction_id=asked.pk, by=cora)


def test_nobody_writes_into_their_own_file_or_redeems_their_own_ticket() -> None:
    mona = colleague("moderator", name="Mona")
    conflict(partial(note_player, player_id=mona.pk, words="always kind", by=mona))
    ticket = issue_ticket(days=30, issued_by=mona)
    conflict(partial(redeem_ticket, player=mona, code=ticket.code))


def test_a_consent_about_a_player_is_none_about_the_tournament_of_that_number() -> None:
    """An act is judged about nothing else than what it concerns."""
    boss, second = colleague("owner", name="Olga"), colleague("owner", name="Otto")
    friend = create_player(name="Fred", password="rummy-evening")
    befriend(boss, friend)
    given = give_consent(
        act="sanction_player", number=friend.pk, actor=boss, reason="asked to", by=second
    )
    with pytest.raises(ValueError, match="not about a tournament"):
        require_may(boss, "sanction_player", "tournament", friend.pk)
    given.refresh_from_db()
    assert given.used_at is None
    require_may(boss, "sanction_player", "player", friend.pk)
    given.refresh_from_db()
    assert given.used_at is not None


def test_what_guards_chips_counts_once_a_second_person_sets_the_same() -> None:
    name = "CORRECTION_ALONE_CHIPS_MAX"
    one, two = colleague("owner", name="Olga"), colleague("owner", name="Otto")
    set_to = partial(change_setting, name=name, reason="small ones")
    assert set_to(text="500", by=one) is False
    assert set_to(text="500", by=one) is False, "the same person twice is one person"
    assert value_of(name) == 0
    assert set_to(text="600", by=two) is False, "another value is another wish"
    assert set_to(text="600", by=one) is True
    assert RunSetting.objects.get(pk=name).value == 600
    assert set_to(text=None, by=one) is False, "nor does one alone take it back"
    assert [act.act for act in StaffAct.objects.order_by("pk")].count("setting_wanted") == 4


def test_what_guards_chips_has_a_ceiling() -> None:
    owner = colleague("owner", name="Olga")
    guarding = [known for known in KNOWN.values() if known.name.find("CHIPS") >= 0]
    assert len(guarding) == 5
    for known in guarding:
        assert known.guards_chips
        assert isinstance(known.kind, Number)
        assert known.kind.most <= 100_000
        assert not known.admits(10**9), "what was stored under wider bounds holds no longer"
        with pytest.raises(Refused, match="out_of_range"):
            change_setting(name=known.name, text="1000000000", reason="mine", by=owner)


def test_a_wish_of_somebody_who_lost_the_right_counts_no_more() -> None:
    one, two = colleague("owner", name="Olga"), colleague("owner", name="Otto")
    change_setting(name="REFILL_CHIPS", text="500", reason="more", by=one)
    one.groups.clear()
    assert change_setting(name="REFILL_CHIPS", text="500", reason="more", by=two) is False


def test_the_page_says_who_wants_what() -> None:
    one, two = colleague("owner", name="Olga"), colleague("owner", name="Otto")
    address = "/office/settings/REFILL_CHIPS/"
    wanted = {"value": "300", "reason": "more"}
    told = browser(one).post(address, wanted, follow=True).content.decode()
    assert "it counts once a second person sets the same" in told
    assert "Olga wants it to be 300." in browser(two).get("/office/settings/").content.decode()
    told = browser(two).post(address, wanted, follow=True).content.decode()
    assert "takes effect everywhere" in told
