"""“Why did I lose 120 chips?”: every movement of a wallet has a sentence whose numbers add up."""

import inspect
import re
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.translation import override

from accounts.books.reading import statement
from accounts.books.reasons import Link, whys
from accounts.joining.players import create_player
from accounts.models import Player, Posting
from backoffice.permissions import Role
from games.models import Table
from games.tables import opening
from games.tables.explaining import stories_of
from games.tables.reading import table_reading
from rummy.match import Phase, decision
from tests.backoffice.staff import browser, colleague
from tests.by_hand import by_hand
from tests.pages.browsers import look
from tests.pages.tables import finished_ring, open_table, running_table
from tests.play.players import finish, take_turn
from tests.play.test_gone_from_the_match import gives_up
from tests.tournaments.club import (
    director,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    started,
)
from tests.tournaments.test_desk_orders import order, paused, seated
from tournaments.desk import calling_off as desk
from tournaments.director import Plan
from tournaments.director.clock.schedule import TURBO, Schedule
from tournaments.director.plan import EntryRules
from tournaments.director.prizes import PrizePlan
from tournaments.entries import entering
from tournaments.models import Decision, Entry, Tournament
from tournaments.running.directing import look_after
from tournaments.selectors.decisions import decisions

pytestmark = pytest.mark.django_db(databases=["default", "owner"])

PAID = Plan(buy_in_chips=100, fee_chips=10)
GAMES: dict[str, dict[str, Any]] = {
    "a gin match": {"format": "match", "rounds": None},
    "a rommé ring": {"preset": "german_romme"},
    "rommé 500": {"preset": "romme_500"},
    "with a fee": {"fee_chips": 5},
    "paid by places": {"prizes": "top_two"},
}


@pytest.fixture
def both() -> tuple[Player, Player]:
    one, other = (create_player(name=name, password="rummy-evening") for name in ("Anna", "Bert"))
    return one, other


def sums(told: str) -> list[tuple[int, int]]:
    """Every “2 × 50 + 5 = 105” of a sentence, as both of its sides; digits may be in groups."""
    found = []
    plain = re.sub(r"(?<=\d)[.,](?=\d{3})", "", told)
    for left, right in re.findall(r"((?:[\d ]+[×+]){1,}[\d ]+)= (\d+)", plain):
        parts = [part.split("×") for part in left.split("+")]
        worth = [int(part[0]) * int(part[1]) if len(part) > 1 else int(part[0]) for part in parts]
        found.append((sum(worth), int(right)))
    return found


def play_out(table: Table) -> None:
    """By bots, wherever the draw for seats has put them."""
    for step in range(5_000):
        if table_reading(table.pk).state.phase is Phase.FINISHED:
            return
        seated = [seat.player for seat in table.seats.order_by("number")]
        take_turn(table, seated, "casual", dice=step)
    raise AssertionError("the match does not end")


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game", GAMES)
def test_at_a_table_the_pot_is_told_to_the_last_chip(
    game: str, both: tuple[Player, Player]
) -> None:
    """PLAY-3, PLAY-10, PLAY-44."""
    table = open_table(both[0], **{"stake_chips": 60, "rounds": 1, **GAMES[game]})
    opening.join_table(table_id=table.pk, player=both[1])
    play_out(table)
    story = stories_of([table.pk])[table.pk]
    fee = 2 * GAMES[game].get("fee_chips", 0)
    for seat, told in story.sentences():
        assert sums(told) == [(story.pot_chips, story.pot_chips)], told
        assert (f"{fee} of them are the house's fee" in told) is bool(fee)
        assert ("70 % / 30 %" in told) is (game == "paid by places")
        newest, *_older = lines = statement(seat.player).lines
        staked = next(line for line in lines if line.kind == "hold")
        if seat.payout_chips:
            assert f"the pot paid you {seat.payout_chips} chip" in staked.reason
        assert newest.reason == f"“{table.title}”: {told}"


def test_every_end_of_a_match_has_words(both: tuple[Player, Player]) -> None:
    """And they are true to whoever reads them: who won, who lost, who gave up."""
    reasons = re.findall(r'Verdict\([^"]*"(\w+)"', inspect.getsource(decision))
    assert len(reasons) > 5
    table = finished_ring(*both, stake_chips=60)
    story = stories_of([table.pk])[table.pk]
    first = replace(story.seats[0], is_winner=True)
    lost = replace(story.seats[1], is_winner=False)
    for reason in reasons:
        end = replace(story, reason=reason, seats=(first, lost))
        for seat in (first, lost):
            assert reason == "resigned" or end.decided(seat) not in ("", reason)
        assert end.decided(replace(lost, gave_up=True)) == "you gave up"
        with override("de"):
            assert end.decided(replace(lost, gave_up=True)) == "du hast aufgegeben"
    end = replace(story, reason="last_one_in")
    assert end.decided(first) == "nobody else was left in the match"
    assert end.decided(lost) == "you had reached the penalty limit"
    with override("de"):
        assert end.decided(lost) == "du hattest die Strafpunktgrenze erreicht"
    # What the pot paid back may be less than the stake, and two may have been ahead.
    poor = replace(first, stake_chips=60, payout_chips=56)
    other = replace(lost, payout_chips=0)
    told = replace(story, seats=(poor, other)).sentence(poor)
    assert "the pot paid you 56 chips for a stake of 60" in told
    assert "−" not in told
    rich = replace(first, payout_chips=1_200)
    with override("de"):
        assert story.told_of_stake(rich, 60).endswith("aus dem Topf bekamst du 1.200 Chips.")
    two = (first, replace(first, number=2), replace(lost, payout_chips=0))
    assert "Anna + Anna had" in replace(story, seats=two).sentence(two[2]).replace("Bert", "Anna")
    with override("de"):
        assert " hatten je " in replace(story, seats=two).sentence(two[2])


def test_who_gave_up_reads_that_and_the_other_who_it_was(both: tuple[Player, Player]) -> None:
    table = running_table(*both, stake_chips=60)
    gives_up(table, table.seats.get(player=both[1]).number)
    story = stories_of([table.pk])[table.pk]
    told = {seat.name: words for seat, words in story.sentences()}
    assert "; you gave up. The pot" in told["Bert"]
    assert "; Bert gave up. The pot" in told["Anna"]
    with override("de"):
        told = {seat.name: words for seat, words in story.sentences()}
    assert "; du hast aufgegeben. Der Topf" in told["Bert"]
    assert "; Bert hat aufgegeben. Der Topf" in told["Anna"]


def test_who_bought_back_in_reads_how_often(both: tuple[Player, Player]) -> None:
    table = finished_ring(*both, stake_chips=60)
    loser = next(seat for seat in table.seats.all() if not seat.payout_chips)
    with by_hand():
        type(loser).objects.filter(pk=loser.pk).update(stake_chips=180)
    story = stories_of([table.pk])[table.pk]
    (told,) = (words for seat, words in story.sentences() if seat.number == loser.number)
    assert "You had bought back in 2 times: 3 × 60 = 180 chips." in told
    own = next(seat for seat in story.seats if seat.number == loser.number)
    assert story.told_of_stake(own, 60).startswith("60 of the 180 chips that you staked here. You")
    with override("de"):
        assert story.told_of_stake(own, 60).startswith("60 der 180 Chips, die du hier eingesetzt")


def movements(tournament: Tournament) -> dict[str, list[tuple[Posting, str]]]:
    """By the first word of the transfer's key: the wallets' movements with their sentences."""
    found: dict[str, list[tuple[Posting, str]]] = {}
    moved = Posting.objects.filter(account__kind="wallet", transfer__memo__tournament=tournament.pk)
    lines = list(moved.select_related("transfer", "account"))
    with CaptureQueriesContext(connection) as queries:
        whys(lines)
    assert len(queries) <= 5, "as many for all as for one"
    for line, why in zip(lines, whys(lines), strict=True):
        assert why.links[0] == Link(tournament.name, f"/tournaments/{tournament.pk}/")
        found.setdefault(line.transfer.key.partition(":")[0], []).append((line, why.sentence))
    return found


def test_entries_bounties_and_prizes_are_told_with_their_formulas() -> None:
    """PLAY-43, PLAY-44: with late entry, rebuy, add-on, re-entry and the house's money."""
    rules = EntryRules(
        late_until_level=2,
        returns_max=1,
        rebuys_max=1,
        returns_until_level=2,
        add_on_stack_chips=150,
        add_on_chips=20,
    )
    prizes = PrizePlan(added_chips=1_033, guarantee_chips=500)
    plan = replace(
        PAID,
        format="bounty",
        stack_chips=200,
        schedule=TURBO,
        entries=rules,
        bounty_chips=30,
        prizes=prizes,
    )
    tournament = started(plan, 6)
    (late,) = people(1, first=100)
    entering.enter_tournament(tournament_id=tournament.pk, player=late)
    table = playing(tournament)[0]
    loser = Entry.objects.get(pk=table.dealt[0]).player
    entering.rebuy(tournament_id=tournament.pk, player=late)
    entering.add_on(tournament_id=tournament.pk, player=late)
    report(tournament, table, -1_000, *([0] * (len(table.dealt) - 1)))
    look_after(tournament_id=tournament.pk)
    for one in playing(tournament):
        report(tournament, one, *([0] * len(one.dealt)))
    look_after(tournament_id=tournament.pk)
    entering.come_back(tournament_id=tournament.pk, player=loser)
    told = movements(play_to_the_end(tournament))
    assert set(told) == {"entry", "bounty", "prize"}
    entries = sorted(words for _line, words in told["entry"])
    assert (
        entries.count(
            "You paid 110 chips to enter “Club night”: 100 for the pool + 10 as the house's fee."
            " 30 of the pool's part lie on your own head, as a bounty."
        )
        == 7
    )
    assert sum("to buy back into" in words for words in entries) == 2
    assert (
        "You paid 20 chips for the add-on of “Club night”: all of it for the pool, without a fee."
        in entries
    )
    for line, words in told["prize"]:
        assert f"You won {line.amount:,} chips" in words
        assert "of a pool of 1,683 chips" in words
        # Nine buy-ins of which 70 each are for prizes, one add-on, and 1,033 from the house.
        pool = "9 buy-ins × 70 + 1 add-on × 20 + 1,033 from the house = 1,683 chips."
        assert f"The pool: {pool}" in words
        with override("de"):
            assert "1.033 vom Haus = 1.683 Chips." in whys([line])[0].sentence
    for line, words in told["bounty"]:
        require_reckoned(line, words)


def require_reckoned(line: Posting, words: str) -> None:
    """A bounty's sum, with the heads that the director counted."""
    assert f"{line.amount} chips" in words
    memo = line.transfer.memo
    noted = Decision.objects.filter(
        entry_id=memo["entry"], kind="PayBounty", facts__prize_chips=line.amount
    )
    heads = {one.facts["heads"] for one in noted}
    assert any(f"{number} × 30 chips" in words for number in heads), words


def test_a_refund_says_what_came_back_of_what_and_why() -> None:
    """PLAY-46."""
    tournament = started(replace(PAID, stack_chips=100, schedule=TURBO), 4)
    desk.cancel_tournament(tournament_id=tournament.pk)
    assert {words for _line, words in movements(tournament)["refund"]} == {
        "You got 110 chips back from “Club night”: 100 of the pool + 10 of the fee."
        " Everything back, 100 chips and a fee of 10 chips: nobody was out when the tournament"
        " was cancelled."
    }


def test_who_withdraws_reads_that_too() -> None:
    (anna,) = people(1)
    tournament = published(replace(PAID, stack_chips=100), [anna], due=False)
    entering.withdraw(tournament_id=tournament.pk, player=anna)
    (told,) = (words for _line, words in movements(tournament)["refund"])
    assert told.endswith("Withdrew before the start.")


def test_a_stake_of_an_undecided_match_is_held(both: tuple[Player, Player]) -> None:
    table = open_table(both[0], stake_chips=60)
    opening.join_table(table_id=table.pk, player=both[1])
    story = stories_of([table.pk])[table.pk]
    assert all("is held until the match is decided" in words for _seat, words in story.sentences())
    finish(table, both)


def test_staff_read_an_entrys_place_its_chips_and_what_the_director_decided_about_it() -> None:
    tournament = play_to_the_end(started(replace(PAID, stack_chips=100, schedule=TURBO), 4))
    cashier = browser(colleague(Role.CASHIER))
    for entry in Entry.objects.filter(tournament=tournament):
        page = look(cashier.get(f"/office/entries/{entry.pk}/"))
        assert f"Place {entry.rank} Paid in 100 Fees 10 Won {entry.won_chips}" in page.text
        assert "What the director decided" in page.text
        for one in decisions(tournament, entry=entry.pk).decisions:
            assert " ".join(one.sentence.split()) in page.text


def test_staff_read_a_penalty_and_where_its_chips_lie() -> None:
    boss = director()
    plan = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))
    tournament = paused(started(plan, 3), boss, (100, 60, 60))
    entry = seated(tournament, 1)[0]
    order(tournament, boss, "penalize", entry=entry.pk, number=200)
    page = look(browser(colleague(Role.CASHIER)).get(f"/office/entries/{entry.pk}/"))
    assert "Stack 1,040 Forfeited 200" in page.text
    assert "Penalty" in page.text
    assert "as agreed" in page.text
