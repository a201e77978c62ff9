"""Satellites' tickets: won, put aside, used, given back, lapsed; every chip accounted for."""

import datetime as dt
from copy import deepcopy
from dataclasses import replace

import pytest
from django.utils import timezone
from django.utils.translation import override

from accounts.books.reading import statement, wallet_balance
from accounts.joining.players import create_player
from accounts.models import Notice, Player
from games.moves.errors import Conflict, NotAllowed
from tests.keeping import Keep
from tests.pages.browsers import browser, look
from tests.tournaments.club import (
    fresh,
    its_hour_has_come,
    people,
    play_to_the_end,
    playing,
    report,
    require_sound,
)
from tournaments.desk.calling_off import cancel_tournament
from tournaments.desk.ordering import give_order
from tournaments.desk.orders import DeskOrder
from tournaments.director import TURBO, EntryRules, Plan, PrizeForm, PrizePlan
from tournaments.entries.entering import enter_tournament, withdraw
from tournaments.models import Entry, Ticket, Tournament
from tournaments.planner.publishing import open_tournament
from tournaments.running.directing import look_after
from tournaments.tickets.using import enter_with_ticket, pay_out_lapsed_tickets

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

SATELLITE = Plan(
    format="satellite",
    buy_in_chips=60,
    schedule=TURBO,
    prizes=PrizePlan(PrizeForm.TICKETS, ticket_chips=220),
    entries=EntryRules(most=8),
)
FINAL = Plan(buy_in_chips=200, fee_chips=20, entries=EntryRules(most=8))


def publish(plan: Plan) -> Tournament:
    starts_at = timezone.now() + dt.timedelta(hours=1)
    return open_tournament(is_trial=True, name="Evening", plan=plan, starts_at=starts_at)


def four_people() -> list[Player]:
    return [create_player(name=f"Person {n}", password="rummy-evening") for n in range(4)]


@pytest.fixture(scope="module")
def kept_ticket(keep: Keep) -> Ticket:
    return keep(won_ticket)


@pytest.fixture
def ticket(kept_ticket: Ticket) -> Ticket:
    return deepcopy(kept_ticket)


@pytest.fixture
def final(ticket: Ticket) -> Tournament:
    assert ticket.admits_to
    return ticket.admits_to


def won_ticket() -> Ticket:
    """Of four entries at 60 one ticket worth 220 is made; the last 20 go to the second."""
    final, satellite = publish(FINAL), publish(SATELLITE)
    Tournament.objects.filter(pk=satellite.pk).update(feeds=final)
    for player in four_people():
        enter_tournament(tournament_id=satellite.pk, player=player)
    its_hour_has_come(satellite)
    look_after(tournament_id=satellite.pk)
    finished = play_to_the_end(satellite)
    require_sound(finished)
    return Ticket.objects.get()


def test_a_ticket_is_chips_put_aside(ticket: Ticket, final: Tournament) -> None:
    assert (ticket.value_chips, ticket.state, ticket.admits_to) == (220, "valid", final)
    entry = Entry.objects.get(tournament=ticket.won_in, rank=1)
    assert entry.player == ticket.player
    assert entry.has_ticket
    assert wallet_balance(ticket.player) == 1_000 - 60
    aside, prize = (line.reason for line in statement(ticket.player, limit=2).lines)
    assert aside == "Your ticket of “Evening”: 220 chips are put aside for it."
    assert prize.startswith("You won a ticket worth 220 chips in “Evening”: rank 1 of 4.")
    assert Notice.objects.filter(player=ticket.player, kind="ticket_won").count() == 1


def test_a_ticket_is_told_at_its_worth_and_what_came_besides_it() -> None:
    """Of four entries at 60 four tickets worth 50 are made; each brings 10 chips besides."""
    plan = replace(SATELLITE, prizes=PrizePlan(PrizeForm.TICKETS, ticket_chips=50))
    satellite = publish(plan)
    robot, *others = four_people()
    for player in (robot, *others):
        enter_tournament(tournament_id=satellite.pk, player=player)
    Player.objects.filter(pk=robot.pk).update(is_bot=True, bot_key="greedy")
    its_hour_has_come(satellite)
    look_after(tournament_id=satellite.pk)
    require_sound(play_to_the_end(satellite))
    told = statement(others[0]).lines
    prize = next(one.reason for one in told if "You won a ticket worth" in one.reason)
    assert "You won a ticket worth 50 chips" in prize
    assert "Besides it you got 10 chips." in prize
    with override("de"):
        told = statement(others[0]).lines
        assert any("Dazu hast du 10 Chips bekommen." in one.reason for one in told)
        (kept,) = [one.reason for one in statement(robot).lines if "ein Ticket" in one.reason]
        assert "behältst stattdessen 60 Chips." in kept
    (kept,) = [one.reason for one in statement(robot).lines if "You won a ticket" in one.reason]
    assert "You cannot use it and keep its 60 chips." in kept


def test_the_wallet_shows_it_and_the_entry_offers_it(ticket: Ticket, final: Tournament) -> None:
    client = browser(ticket.player)
    assert "valid until" in look(client.get("/wallet/")).text
    page = look(client.get(f"/tournaments/{final.pk}/enter/"))
    assert "Ticket worth 220" in page.text
    client.post(f"/tournaments/{final.pk}/enter/", {"ticket": ticket.pk})
    client.post(f"/tournaments/{final.pk}/enter/", {"ticket": ticket.pk})
    ticket.refresh_from_db()
    assert ticket.state == "used"
    assert ticket.used_for == Entry.objects.get(tournament=final)
    used = next(one for one in statement(ticket.player).lines if "with your ticket" in one.reason)
    assert used.links[0].path == f"/tournaments/{final.pk}/", "where it led, not whence it came"
    assert wallet_balance(ticket.player) == 940
    require_sound(final)


def test_a_ticket_admits_its_owner_once_and_to_its_tournament_only(
    ticket: Ticket, final: Tournament
) -> None:
    other = publish(FINAL)
    with pytest.raises(Conflict, match="ticket_not_here"):
        enter_with_ticket(tournament_id=other.pk, player=ticket.player, ticket_id=ticket.pk)
    (stranger,) = people(1)
    with pytest.raises(NotAllowed, match="ticket_not_yours"):
        enter_with_ticket(tournament_id=final.pk, player=stranger, ticket_id=ticket.pk)
    assert enter_with_ticket(tournament_id=final.pk, player=ticket.player, ticket_id=ticket.pk)
    assert not enter_with_ticket(tournament_id=final.pk, player=ticket.player, ticket_id=ticket.pk)


def test_who_withdraws_has_the_ticket_again(ticket: Ticket, final: Tournament) -> None:
    for _ in range(2):
        enter_with_ticket(tournament_id=final.pk, player=ticket.player, ticket_id=ticket.pk)
        withdraw(tournament_id=final.pk, player=ticket.player)
        ticket.refresh_from_db()
        assert (ticket.state, ticket.used_for) == ("valid", None)
    assert wallet_balance(ticket.player) == 940
    require_sound(final)


def test_a_final_called_off_gives_tickets_back_and_then_their_chips(
    ticket: Ticket, final: Tournament
) -> None:
    enter_with_ticket(tournament_id=final.pk, player=ticket.player, ticket_id=ticket.pk)
    cancel_tournament(tournament_id=final.pk)
    assert fresh(final).phase == "cancelled"
    ticket.refresh_from_db()
    assert ticket.state == "valid"
    assert [pay_out_lapsed_tickets() for _ in range(2)] == [1, 0]
    ticket.refresh_from_db()
    assert (ticket.state, wallet_balance(ticket.player)) == ("paid_out", 940 + 220)
    (line,) = statement(ticket.player, limit=1).lines
    assert line.reason == (
        "“Evening” does not take place: your ticket of “Evening” brings 220 chips back into your"
        " wallet."
    )
    with override("de"):
        (line,) = statement(ticket.player, limit=1).lines
        assert line.reason.startswith("„Evening“ findet nicht statt: Dein Ticket")
    require_sound(final)


def test_a_share_of_a_final_called_off_later_is_no_refund_of_the_ticket(
    ticket: Ticket, final: Tournament
) -> None:
    """Whoever has been playing was admitted by it; the share belongs to the wallet, all of it."""
    enter_with_ticket(tournament_id=final.pk, player=ticket.player, ticket_id=ticket.pk)
    for player in people(3):
        enter_tournament(tournament_id=final.pk, player=player)
    Tournament.objects.filter(pk=final.pk).update(clock={**fresh(final).clock, "starts_at_ms": 0})
    look_after(tournament_id=final.pk)
    own = Entry.objects.get(tournament=final, player=ticket.player)
    (table,) = playing(final)
    loser = next(entry for entry in table.dealt if entry != own.pk)
    report(final, table, *(0 if entry == loser else 900 for entry in table.dealt))
    look_after(tournament_id=final.pk)
    cancel_tournament(tournament_id=final.pk)
    own.refresh_from_db()
    ticket.refresh_from_db()
    assert own.won_chips > 0
    assert wallet_balance(ticket.player) == 940 + own.won_chips
    assert ticket.state == "used"
    require_sound(fresh(final))


def test_a_refund_to_a_replacement_takes_nothing_from_who_had_the_ticket(
    boss: Player, ticket: Ticket, final: Tournament
) -> None:
    (replacement,) = people(1)
    before = wallet_balance(replacement)
    enter_with_ticket(tournament_id=final.pk, player=ticket.player, ticket_id=ticket.pk)
    entry = Entry.objects.get(tournament=final)
    asked = DeskOrder("substitute", entry=entry.pk, player=replacement.username)
    give_order(tournament_id=final.pk, asked=asked, by=boss, remark="ill", key="1")
    withdraw(tournament_id=final.pk, player=replacement)
    ticket.refresh_from_db()
    assert wallet_balance(replacement) == before + 220
    assert (wallet_balance(ticket.player), ticket.state) == (940, "used")
    require_sound(final)


def test_a_ticket_that_lapses_is_paid_out(ticket: Ticket) -> None:
    assert pay_out_lapsed_tickets() == 0
    assert pay_out_lapsed_tickets(now=ticket.valid_until) == 1
    assert wallet_balance(ticket.player) == 940 + 220


def test_a_ticket_without_an_aim_admits_to_whatever_costs_no_more(
    ticket: Ticket, final: Tournament
) -> None:
    Ticket.objects.update(admits_to=None)
    dear = publish(Plan(buy_in_chips=300))
    free = publish(Plan())
    for refused in (dear, free):
        with pytest.raises(Conflict, match="ticket_not_here"):
            enter_with_ticket(tournament_id=refused.pk, player=ticket.player, ticket_id=ticket.pk)
    cheap = publish(Plan(buy_in_chips=100))
    assert enter_with_ticket(tournament_id=cheap.pk, player=ticket.player, ticket_id=ticket.pk)
    assert wallet_balance(ticket.player) == 940 + 120


def test_a_bot_keeps_the_chips() -> None:
    satellite = publish(SATELLITE)
    for player in people(4):
        enter_tournament(tournament_id=satellite.pk, player=player)
    its_hour_has_come(satellite)
    look_after(tournament_id=satellite.pk)
    play_to_the_end(satellite)
    assert not Ticket.objects.exists()
