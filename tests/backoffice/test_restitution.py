"""What a proved wrong cost is worked out, approved by two, given back to the chip, and undone."""

from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, connections, transaction

from accounts.audit import CHECKS, Fault
from accounts.books.posting import open_account, post_transfer, wallet_of
from accounts.books.reading import statement
from accounts.career.amending import amend_careers
from accounts.career.reading import match_history, profile_of
from accounts.joining.players import create_player
from accounts.league import Change
from accounts.ledger import AccountKind, InsufficientChips, TransferKind
from accounts.models import ChipAccount, Notice, Player
from backoffice.corrections.acting import request_reversal
from backoffice.models import ChipCorrection, Restitution
from backoffice.restitution.acting import (
    approve_restitution,
    draft_restitution,
    propose_restitution,
    reject_restitution,
    undo_restitution,
)
from backoffice.restitution.careers import amend_due_careers, is_any_due
from games.models import Seat, Table
from games.running.results import book_results
from tests.backoffice.staff import browser, colleague
from tests.conftest import person
from tests.keeping import Keep
from tests.pages.tables import finished_ring
from tests.tournaments.club import play_to_the_end, started
from tournaments.director import Plan, PrizeForm, PrizePlan
from tournaments.models import Entry, Tournament
from tournaments.selectors.decisions import last_about, sentence_of
from web.refusals import Refused

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


@pytest.fixture
def cashier() -> Player:
    return colleague("cashier", name="Carla")


@pytest.fixture
def second() -> Player:
    return colleague("cashier", name="Sven")


@pytest.fixture(scope="module")
def kept_match(keep: Keep) -> Table:
    return keep(lambda: finished_ring(person("Anna"), person("Bert"), stake_chips=100))


@pytest.fixture
def won(kept_match: Table) -> Table:
    """Two have played for 100 each; who of them won is chance."""
    return deepcopy(kept_match)


def sides(played: Table) -> tuple[Player, Player, int]:
    """Winner, loser, and what the loser lost; a shared pot is dealt again."""
    best, other = sorted(
        Seat.objects.filter(table=played).select_related("player"),
        key=lambda seat: -(seat.payout_chips or 0),
    )
    assert (best.payout_chips or 0) > (other.payout_chips or 0), "another seed, please"
    return best.player, other.player, other.stake_chips - (other.payout_chips or 0)


def chips(*players: Player) -> list[int]:
    return [wallet_of(player).balance for player in players]


def draft(played: Table, guilty: Player, by: Player, **more: Any) -> Restitution:
    return draft_restitution(kind="winnings", tables=[played.pk], guilty=[guilty], by=by, **more)


def proposed(played: Table, guilty: Player, by: Player) -> Restitution:
    claim = draft(played, guilty, by)
    return propose_restitution(restitution_id=claim.pk, reason="two hands, one head", by=by)


def faults() -> list[Fault]:
    checks = [*CHECKS["restitutions"](), *CHECKS["corrections"]()]
    return [found for found in checks if isinstance(found, Fault)]


def in_sum() -> int:
    return sum(ChipAccount.objects.filter(currency="chips").values_list("balance", flat=True))


def test_a_draft_and_a_proposal_move_nothing(won: Table, cashier: Player) -> None:
    winner, loser, _lost = sides(won)
    before = chips(winner, loser)
    proposed(won, winner, cashier)
    assert chips(winner, loser) == before
    assert not ChipCorrection.objects.exists()


def test_approved_by_a_second_person_everybody_has_what_is_theirs(
    won: Table, cashier: Player, second: Player
) -> None:
    winner, loser, lost = sides(won)
    claim = proposed(won, winner, cashier)
    with pytest.raises(Refused, match="self_approval"):
        approve_restitution(restitution_id=claim.pk, by=cashier)
    for _click in range(2):
        approve_restitution(restitution_id=claim.pk, by=second, reason="seen the replays")
    assert chips(winner, loser)[1] == 1_000
    line = statement(loser).lines[0]
    assert line.reason.startswith(f"Restitution: share by what was lost ({lost}) at table {won.pk}")
    assert line.reason.endswith(": two hands, one head")
    assert [link.path for link in line.links] == [f"/tables/{won.pk}/"]
    assert statement(loser).lines[0].amount == lost
    told = dict(Notice.objects.filter(kind__startswith="chips_").values_list("player", "kind"))
    assert told == {winner.pk: "chips_taken_back", loser.pk: "chips_given_back"}
    assert in_sum() == 0
    assert faults() == []


def test_undone_every_chip_is_where_it_was(won: Table, cashier: Player, second: Player) -> None:
    winner, loser, _lost = sides(won)
    before = chips(winner, loser)
    claim = proposed(won, winner, cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    part = ChipCorrection.objects.filter(part_of__restitution=claim).earliest("pk")
    with pytest.raises(Refused, match="correction_in_restitution"):
        request_reversal(correction_id=part.pk, reason="half of it", by=cashier)
    undoing = undo_restitution(restitution_id=claim.pk, reason="it was not them", by=second)
    with pytest.raises(Refused, match="restitution_reversed"):
        undo_restitution(restitution_id=claim.pk, reason="again", by=second)
    approve_restitution(restitution_id=undoing.pk, by=cashier)
    assert chips(winner, loser) == before
    assert faults() == []
    again = proposed(won, winner, cashier)
    approve_restitution(restitution_id=again.pk, by=second)
    assert chips(loser) == [1_000], "what was undone may be made good anew"


def test_undoing_takes_from_nobody_what_is_gone(
    won: Table, cashier: Player, second: Player
) -> None:
    winner, loser, lost = sides(won)
    claim = proposed(won, winner, cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    spend(loser, 1_000 - lost + 1)
    undoing = undo_restitution(restitution_id=claim.pk, reason="it was not them", by=second)
    with pytest.raises(InsufficientChips), transaction.atomic():
        approve_restitution(restitution_id=undoing.pk, by=cashier)
    assert Restitution.objects.get(pk=undoing.pk).status == "proposed"
    assert faults() == []


def spend(player: Player, amount: int) -> None:
    """Chips that are gone into a game."""
    hold = open_account(kind=AccountKind.HOLD, ref="table:999999")
    lines = [(wallet_of(player).pk, -amount), (hold.pk, amount)]
    post_transfer(key=f"spent:{player.pk}", kind=TransferKind.HOLD, postings=lines)


def test_what_a_wallet_lacks_the_house_bears_and_both_numbers_stand_there(
    won: Table, cashier: Player, second: Player
) -> None:
    winner, loser, lost = sides(won)
    spend(winner, wallet_of(winner).balance - 30)
    claim = draft(won, winner, cashier, counter="mint")
    line = claim.lines.get(player=winner)
    assert (line.owed_chips, line.moved_chips) == (-lost, -30)
    page = browser(cashier).get(f"/office/restitutions/{claim.pk}/").content.decode()
    assert f"owes -{lost}, the wallet holds no more" in page.replace("−", "-")
    propose_restitution(restitution_id=claim.pk, reason="cheated", by=cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    assert chips(winner, loser) == [0, 1_000]
    assert in_sum() == 0


def test_what_has_changed_since_is_looked_at_again(
    won: Table, cashier: Player, second: Player
) -> None:
    winner, _loser, _lost = sides(won)
    claim = proposed(won, winner, cashier)
    spend(winner, wallet_of(winner).balance - 10)
    with pytest.raises(Refused, match="restitution_stale"):
        approve_restitution(restitution_id=claim.pk, by=second)
    reject_restitution(restitution_id=claim.pk, by=cashier, reason="wallet is empty now")
    with pytest.raises(Refused, match="restitution_decided"):
        approve_restitution(restitution_id=claim.pk, by=second)
    assert not ChipCorrection.objects.exists()


def test_one_table_is_made_good_once(won: Table, cashier: Player, second: Player) -> None:
    winner, _loser, _lost = sides(won)
    mine, other = draft(won, winner, cashier), draft(won, winner, second)
    propose_restitution(restitution_id=mine.pk, reason="cheated", by=cashier)
    with pytest.raises(Refused, match="restitution_overlaps"):
        propose_restitution(restitution_id=other.pk, reason="cheated", by=second)


def test_nobody_gives_anything_back_where_they_sat(won: Table, cashier: Player) -> None:
    winner, loser, _lost = sides(won)
    loser = promoted(loser)
    claim = draft(won, winner, loser)
    with pytest.raises(Refused, match="conflict_of_interest"):
        propose_restitution(restitution_id=claim.pk, reason="mine", by=loser)
    with pytest.raises(Refused, match="conflict_of_interest"):
        reject_restitution(restitution_id=claim.pk, reason="no", by=loser)
    propose_restitution(restitution_id=claim.pk, reason="cheated", by=cashier)
    with pytest.raises(Refused, match="conflict_of_interest"):
        approve_restitution(restitution_id=claim.pk, by=loser)


def test_rating_record_and_league_follow_and_come_back(
    anna: Player, bert: Player, cashier: Player, second: Player
) -> None:
    """What the match brought the cheat is gone, the other has the rating back, until undone."""
    played = finished_ring(anna, bert, stake_chips=100)
    book_results(table_id=played.pk)
    winner, loser, _lost = sides(played)
    before = [career(player) for player in (winner, loser)]
    claim = proposed(played, winner, cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    assert [career(player) for player in (winner, loser)] == before, "not by the web"
    assert is_any_due()
    assert [amend_due_careers(), amend_due_careers()] == [1, 0]
    assert not is_any_due()
    assert career(winner) == (1500, 0, 0, 0)
    assert career(loser) == (1500, *before[1][1:]), "what the honest have scored stays theirs"
    told = set(Notice.objects.filter(kind="record_corrected").values_list("player", flat=True))
    assert told == {winner.pk, loser.pk}
    (line,), _before = match_history(winner)
    assert [one.rating_change for one in line.amendments] == [-(line.rating_change or 0)]
    assert faults() == career_faults() == []
    undoing = undo_restitution(restitution_id=claim.pk, reason="it was not them", by=second)
    approve_restitution(restitution_id=undoing.pk, by=cashier)
    assert amend_due_careers() == 1
    assert [career(player) for player in (winner, loser)] == before
    assert faults() == career_faults() == []


def test_a_career_that_was_amended_without_a_restitution_is_found(
    anna: Player, bert: Player
) -> None:
    played = finished_ring(anna, bert, stake_chips=100)
    book_results(table_id=played.pk)
    change = Change(f"table:{played.pk}", 300, 0, 1)
    amend_careers(cause="restitution:77", changes={anna.pk: [change]})
    assert {fault.code for fault in faults()} == {"amendment_without_cause"}


def career(player: Player) -> tuple[int | None, int, int, int]:
    """Rating, matches won, league points and wins."""
    found = profile_of(player)
    points, wins = (found.standing.points, found.standing.wins) if found.standing else (0, 0)
    return found.rating, found.career.matches_won, points, wins


def career_faults() -> list[Fault]:
    checks = [*CHECKS["careers"](), *CHECKS["league"]()]
    return [found for found in checks if isinstance(found, Fault)]


def promoted(player: Player) -> Player:
    groups = colleague("cashier", name="Model").groups.all()
    player.is_staff = True
    player.save(update_fields=("is_staff",))
    player.groups.set(groups)
    return Player.objects.get(pk=player.pk)


def test_a_player_is_struck_from_a_finished_tournament(cashier: Player, second: Player) -> None:
    plan = Plan(seats=2, stack_chips=60, buy_in_chips=20, fee_chips=5)
    over = play_to_the_end(started(replace(plan, prizes=PrizePlan(PrizeForm.TOP, places=3)), 6))
    ranked = list(Entry.objects.filter(tournament=over).order_by("rank").select_related("player"))
    first, *behind = [entry.player for entry in ranked]
    # The second is a person, who wants to hear of it.
    Player.objects.filter(pk=behind[0].pk).update(is_bot=False, bot_key="")
    before = chips(first, *behind)
    prizes = [entry.won_chips for entry in ranked]
    claim = draft_restitution(kind="struck", tournament=over, guilty=[first], by=cashier)
    propose_restitution(restitution_id=claim.pk, reason="saw both hands", by=cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    after = chips(first, *behind)
    assert after[0] - before[0] == -prizes[0]
    gained = [now - then for now, then in zip(after[1:], before[1:], strict=True)]
    assert gained == [prizes[place] - prizes[place + 1] for place in range(len(behind))]
    assert sum(after) == sum(before), "three prizes for five who are left: none stays over"
    assert places(over) == [*(entry.player_id for entry in ranked[1:]), first.pk]
    assert Entry.objects.get(tournament=over, disqualified=True).player == first
    # The standing and the certificates show the prizes as they are now, in order.
    assert won_in(over) == [*prizes[: len(behind)], 0]
    line = statement(behind[0]).lines[0]
    assert f"place 2 → 1: prize {prizes[0]} instead of {prizes[1]}" in line.reason
    assert line.reason.endswith("saw both hands")
    assert [link.path for link in line.links] == [f"/tournaments/{over.pk}/"]
    moved = last_about(ranked[1].pk, over.pk, ("MovePlace",))
    assert moved
    assert sentence_of(moved) == "Rank 1 instead of 2: somebody ahead was disqualified."
    told = Notice.objects.filter(kind="place_corrected", player=behind[0]).get()
    assert (told.facts["before"], told.facts["rank"]) == (2, 1)
    undoing = undo_restitution(restitution_id=claim.pk, reason="it was the camera", by=second)
    approve_restitution(restitution_id=undoing.pk, by=cashier)
    assert places(over) == [entry.player_id for entry in ranked]
    assert not Entry.objects.filter(tournament=over, disqualified=True).exists()
    assert won_in(over) == prizes
    assert chips(first, *behind) == before
    assert faults() == []


def places(over: Tournament) -> list[int]:
    entries = Entry.objects.filter(tournament=over).order_by("rank")
    return list(entries.values_list("player_id", flat=True))


def won_in(over: Tournament) -> list[int]:
    entries = Entry.objects.filter(tournament=over).order_by("rank")
    return list(entries.values_list("won_chips", flat=True))


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"kind": "undone"}, "restitution_without_tables"),
        ({"kind": "undone", "tables": [999_999]}, "table_not_settled"),
        ({"kind": "winnings"}, "restitution_without_tables"),
        ({"kind": "struck"}, "tournament_unfinished"),
        ({"kind": "undone", "counter": "wallet"}, "not_a_wallet"),
    ],
)
def test_a_claim_that_names_too_little_is_refused(
    cashier: Player, wishes: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused, match=code), transaction.atomic():
        draft_restitution(by=cashier, **wishes)


def test_whoever_did_not_sit_there_cannot_have_cheated(won: Table, cashier: Player) -> None:
    stranger = create_player(name="Stranger", password="rummy-evening")
    with pytest.raises(Refused, match="restitution_without_guilty"):
        draft(won, stranger, cashier)


@pytest.mark.parametrize(
    "tampering",
    [
        "UPDATE restitution_line SET moved_chips = moved_chips + 1",
        "DELETE FROM restitution_line",
        "UPDATE restitution SET reason = 'another'",
        "UPDATE restitution SET guilty = '{}'",
    ],
)
def test_what_was_decided_stays(
    won: Table, cashier: Player, second: Player, tampering: str
) -> None:
    claim = proposed(won, sides(won)[0], cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    with (
        pytest.raises(DatabaseError),
        transaction.atomic(),
        connections["default"].cursor() as cursor,
    ):
        cursor.execute(tampering)


def test_the_audit_finds_a_line_that_was_changed_behind_the_guards(
    won: Table, cashier: Player, second: Player
) -> None:
    claim = proposed(won, sides(won)[0], cashier)
    approve_restitution(restitution_id=claim.pk, by=second)
    with connections["default"].cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE restitution_line SET moved_chips = moved_chips + 1")
    assert {fault.code for fault in faults()} == {"restitution_differs"}


def test_from_the_pair_to_the_last_chip_by_the_pages(
    won: Table, cashier: Player, second: Player
) -> None:
    winner, loser, _lost = sides(won)
    page = browser(cashier)
    begun = page.get(f"/office/restitutions/?tables={won.pk}&guilty={winner.username}")
    assert f'value="{won.pk}"' in begun.content.decode()
    wrong = {"kind": "winnings", "tables": "x", "guilty": "Nobody", "counter": "house"}
    refused = page.post("/office/restitutions/draft/", wrong).content.decode()
    assert "Numbers only" in refused
    assert "Nobody is called" in refused
    form = wrong | {"tables": str(won.pk), "guilty": winner.username}
    made = page.post("/office/restitutions/draft/", form)
    claim = Restitution.objects.get()
    assert made["location"] == f"/office/restitutions/{claim.pk}/"
    assert "share by what was lost" in page.get(made["location"]).content.decode()
    page.post(f"{made['location']}propose/", {"reason": "cheated"})
    assert "A second person has to approve" in page.get(made["location"]).content.decode()
    browser(second).post(f"{made['location']}approve/", {})
    assert chips(loser) == [1_000]
    assert "carried out" in page.get("/office/restitutions/").content.decode()
