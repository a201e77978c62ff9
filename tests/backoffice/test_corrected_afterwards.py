"""A result at a real table that turns out wrong after the end (PLAY-46)."""

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from accounts.audit import CHECKS, Fault
from accounts.books.posting import wallet_of
from accounts.books.reading import statement
from accounts.models import Notice, Player
from backoffice.models import ChipCorrection, Restitution, RestitutionKind
from backoffice.restitution.acting import (
    approve_restitution,
    propose_correction,
    reject_restitution,
    undo_restitution,
)
from games.moves.errors import NotAllowed
from rummy.refusal import Refusal
from tests.api.client import Caller
from tests.backoffice.staff import colleague
from tests.backoffice.test_restitution import spend
from tests.keeping import Keep
from tests.pages.browsers import browser, look
from tests.tournaments import real_tables as hall
from tests.tournaments.club import director, fresh, require_sound
from tests.tournaments.test_real_cards import CHIPS, FIVE_HUNDRED, PAID
from tournaments.certificates import certificate_of
from tournaments.models import DeskAct, Entry, ScoreSheet, Tournament
from tournaments.selectors.decisions import last_about, sentence_of

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

Result = tuple[int, int]


@pytest.fixture
def boss() -> Player:
    return director()


@pytest.fixture
def second() -> Player:
    return colleague("cashier", name="Sven")


@pytest.fixture(scope="module")
def kept_evening(keep: Keep) -> Tournament:
    return keep(lambda: played(hall.evening(PAID, 4), [(25, 0), (9, 0)], [(8, 0), (5, 0)]))


@pytest.fixture
def over(kept_evening: Tournament) -> Tournament:
    """Two stages of four; the first two prizes are 120 and 80. All have 100 chips left."""
    return deepcopy(kept_evening)


def played(tournament: Tournament, *stages: Sequence[Result]) -> Tournament:
    for stage in stages:
        for sheet, points in zip(hall.sheets(tournament), stage, strict=True):
            hall.play(sheet, points)
    found = fresh(tournament)
    assert found.phase == "finished"
    return found


def standing(tournament: Tournament) -> list[tuple[str, int, int]]:
    entries = Entry.objects.filter(tournament=tournament).select_related("player")
    return [(e.player.name, e.rank or 0, e.won_chips) for e in entries.order_by("rank", "number")]


def wallets(tournament: Tournament) -> dict[str, int]:
    players = Player.objects.filter(entries__tournament=tournament)
    return {player.name: wallet_of(player).balance for player in players}


def last_sheet(tournament: Tournament, *, stage: int = 2) -> ScoreSheet:
    """The final of those who had won before, or the first table of a stage."""
    return ScoreSheet.objects.filter(tournament=tournament, stage=stage).earliest("table_number")


def asked(sheet: ScoreSheet, points: Sequence[int], by: Player) -> Restitution:
    return propose_correction(
        tournament_id=sheet.tournament_id,
        sheet_id=sheet.pk,
        points=points,
        reason="the slip says otherwise",
        by=by,
    )


def refused(act: Any, *args: Any, **kwargs: Any) -> Refusal:
    with pytest.raises(Refusal) as found:
        act(*args, **kwargs)
    return found.value


def faults() -> list[Fault]:
    return [found for check in CHECKS.values() for found in check() if isinstance(found, Fault)]


def test_places_prizes_and_wallets_become_what_they_should_have_been(
    over: Tournament, boss: Player, second: Player
) -> None:
    sheet = last_sheet(over)
    winner, loser = (Entry.objects.get(pk=entry) for entry in sheet.entries)
    before, chips = standing(over), wallets(over)
    assert (winner.rank, loser.rank) == (1, 2)
    claim = asked(sheet, (0, 8), boss)
    assert standing(over) == before, "nothing moves before a second person says so"
    assert refused(approve_restitution, restitution_id=claim.pk, by=boss).code == "self_approval"
    approve_restitution(restitution_id=claim.pk, by=second)
    winner.refresh_from_db()
    loser.refresh_from_db()
    prizes = sorted(won for _name, _rank, won in before)[::-1]
    assert (loser.rank, loser.won_chips) == (1, prizes[0])
    assert (winner.rank, winner.won_chips) == (2, prizes[1])
    difference, now = prizes[0] - prizes[1], wallets(over)
    assert now[loser.player.name] - chips[loser.player.name] == difference
    assert now[winner.player.name] - chips[winner.player.name] == -difference
    assert sum(now.values()) == sum(chips.values())
    assert ChipCorrection.objects.filter(status="posted").count() == 2, "entries, not a rewrite"
    line = statement(loser.player).lines[0]
    assert "a result corrected after the end" in line.reason
    assert f"place 2 → 1 by another result of table {sheet.table_number}, round 2" in line.reason
    assert line.reason.endswith("the slip says otherwise")
    certificate = certificate_of(loser)
    assert certificate is not None
    assert "Place 1 of 4" in certificate.lines()
    why = last_about(loser.pk, over.pk, ("MovePlace",))
    assert why
    assert sentence_of(why).startswith("Rank 1 instead of 2: the result of table")
    sheet.refresh_from_db()
    assert (sheet.points, sheet.by_desk) == ([0, 8], True)
    kinds = Notice.objects.filter(player=winner.player).values_list("kind", flat=True)
    assert {"director_ordered", "chips_taken_back", "place_corrected"} <= set(kinds)
    untouched = Entry.objects.filter(tournament=over).exclude(pk__in=sheet.entries).first()
    assert untouched is not None
    assert not Notice.objects.filter(player=untouched.player, kind="place_corrected").exists()
    assert faults() == []


def test_it_is_undone_as_a_whole_and_by_another_correction(
    over: Tournament, boss: Player, second: Player
) -> None:
    sheet = last_sheet(over)
    before, chips = standing(over), wallets(over)
    claim = asked(sheet, (0, 8), boss)
    approve_restitution(restitution_id=claim.pk, by=second)
    undoing = undo_restitution(restitution_id=claim.pk, reason="the slip was upside down", by=boss)
    approve_restitution(restitution_id=undoing.pk, by=second)
    sheet.refresh_from_db()
    assert (standing(over), wallets(over), sheet.points) == (before, chips, [8, 0])
    act = DeskAct.objects.get(tournament=over, kind="undo")
    assert act.undoes == DeskAct.objects.get(tournament=over, kind="correct")
    there = asked(sheet, (0, 8), boss)
    approve_restitution(restitution_id=there.pk, by=second)
    back = asked(sheet, (8, 0), boss)
    approve_restitution(restitution_id=back.pk, by=second)
    assert (standing(over), wallets(over)) == (before, chips)
    late = undo_restitution(restitution_id=there.pk, reason="once more", by=boss)
    code = refused(approve_restitution, restitution_id=late.pk, by=second).code
    assert code == "points_as_before", "the result it would bring back counts already"
    assert faults() == []


def test_what_a_wallet_does_not_hold_is_refused_with_its_numbers(
    over: Tournament, boss: Player, second: Player
) -> None:
    sheet = last_sheet(over)
    winner = Entry.objects.get(pk=sheet.entries[0]).player
    has = wallet_of(winner).balance
    spend(winner, has - 10)
    told = refused(asked, sheet, (0, 8), boss)
    assert told.code == "cannot_be_paid_back"
    difference = told.facts["owes"]
    assert told.facts == {
        "name": winner.name,
        "owes": difference,
        "has": 10,
        "missing": difference - 10,
    }
    assert not Restitution.objects.exists()


def test_between_asking_and_approving_facts_may_change(
    over: Tournament, boss: Player, second: Player
) -> None:
    sheet = last_sheet(over)
    first = asked(sheet, (0, 8), boss)
    other = refused(asked, last_sheet(over, stage=1), (0, 25), boss)
    assert other.code == "restitution_overlaps"
    reject_restitution(restitution_id=first.pk, reason="not proved", by=second)
    again = asked(sheet, (0, 8), boss)
    winner = Entry.objects.get(pk=sheet.entries[0]).player
    spend(winner, wallet_of(winner).balance)
    told = refused(approve_restitution, restitution_id=again.pk, by=second)
    assert told.code == "cannot_be_paid_back"


def test_a_result_that_changes_no_place_is_corrected_all_the_same(
    over: Tournament, boss: Player, second: Player
) -> None:
    sheet = last_sheet(over)
    before, score = standing(over), Entry.objects.get(pk=sheet.entries[0]).score
    claim = asked(sheet, (12, 0), boss)
    assert not claim.lines.exists()
    approve_restitution(restitution_id=claim.pk, by=second)
    sheet.refresh_from_db()
    assert (sheet.points, standing(over)) == ([12, 0], before)
    assert Entry.objects.get(pk=sheet.entries[0]).score == score + 4


def test_the_final_of_a_bracket_has_another_winner_and_no_earlier_table(
    boss: Player, second: Player
) -> None:
    plan = replace(PAID, format="knockout", stages=0)
    over = played(hall.evening(plan, 4), [(25, 0), (9, 0)], [(8, 0)])
    final = last_sheet(over)
    told = refused(asked, last_sheet(over, stage=1), (0, 25), boss)
    assert told.code == "bracket_went_on"
    claim = asked(final, (0, 8), boss)
    approve_restitution(restitution_id=claim.pk, by=second)
    loser, winner = (Entry.objects.get(pk=entry) for entry in final.entries)
    assert (winner.rank, winner.lost_stage, loser.rank, loser.lost_stage) == (1, None, 2, 2)
    assert refused(asked, final, (0, 0), boss).code == "bracket_went_on", (
        "they would have played on"
    )
    require_sound(over)


def test_stacks_of_a_chip_tournament_that_ended_with_several_in(
    boss: Player, second: Player
) -> None:
    tournament = hall.evening(replace(CHIPS, buy_in_chips=50), 3, offer=FIVE_HUNDRED)
    # None is published that would end like this as a rule.
    Tournament.objects.update(plan={**tournament.plan, "max_rounds": 1})
    (sheet,) = hall.sheets(tournament)
    hall.play(sheet, [20, 10, 0])
    over = fresh(tournament)
    assert over.phase == "finished"
    stacks = [Entry.objects.get(pk=entry).stack_chips for entry in sheet.entries]
    claim = asked(sheet, (0, 10, 20), boss)
    approve_restitution(restitution_id=claim.pk, by=second)
    entries = [Entry.objects.get(pk=entry) for entry in sheet.entries]
    assert [one.stack_chips for one in entries] == stacks[::-1]
    assert [one.rank for one in entries] == [3, 2, 1]
    assert faults() == []
    assert refused(asked, sheet, (0, 0, 200), boss).code == "chips_spent"


def test_who_is_out_stays_out(boss: Player) -> None:
    tournament = hall.evening(replace(CHIPS, seats=2), 2, offer=replace(FIVE_HUNDRED, seats=2))
    (sheet,) = hall.sheets(tournament)
    hall.play(sheet, [60, 0])
    assert fresh(tournament).phase == "finished"
    loser = Entry.objects.get(pk=sheet.entries[1]).player
    for points in ((0, 40), (40, 0)):
        told = refused(asked, sheet, points, boss)
        assert (told.code, told.facts["name"]) == ("out_by_then", loser.name)
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/desk/results/{sheet.pk}/"))
    assert "A result can be corrected between those who were in until the end" in page.text


def heads_up(*rounds: Result, stack_chips: int = 100) -> tuple[Tournament, ScoreSheet]:
    """Two play for chips until one has all of them; 2 chips a point."""
    plan = replace(CHIPS, seats=2, buy_in_chips=50, stack_chips=stack_chips, prizes=PAID.prizes)
    tournament = hall.evening(plan, 2, offer=replace(FIVE_HUNDRED, seats=2))
    for points in rounds:
        (sheet,) = hall.sheets(tournament)
        hall.play(sheet, points)
    assert fresh(tournament).phase == "finished"
    return fresh(tournament), ScoreSheet.objects.filter(tournament=tournament).latest("number")


def stacks(sheet: ScoreSheet) -> list[tuple[str, int, int, int]]:
    entries = [Entry.objects.get(pk=entry) for entry in sheet.entries]
    return [(e.status, e.stack_chips, e.out_chips, e.rank or 0) for e in entries]


def test_winner_and_loser_of_the_last_round_were_swapped(boss: Player, second: Player) -> None:
    over, sheet = heads_up((0, 0), (60, 0))
    before, standing_then, chips = stacks(sheet), standing(over), wallets(over)
    assert before == [("in", 200, 0, 1), ("out", 0, 100, 2)]
    claim = asked(sheet, (0, 60), boss)
    approve_restitution(restitution_id=claim.pk, by=second)
    assert stacks(sheet) == before[::-1]
    wave = Entry.objects.get(pk=sheet.entries[0]).wave
    assert (wave, Entry.objects.get(pk=sheet.entries[1]).wave) == (1, 0)
    prizes = [won for _name, _rank, won in standing_then]
    assert [won for _name, _rank, won in standing(over)] == prizes
    winner, loser = (Entry.objects.get(pk=entry).player.name for entry in reversed(sheet.entries))
    now = wallets(over)
    assert now[winner] - chips[winner] == chips[loser] - now[loser] == prizes[0] - prizes[1] > 0
    assert faults() == []
    require_sound(fresh(over))
    undoing = undo_restitution(restitution_id=claim.pk, reason="it was right", by=boss)
    approve_restitution(restitution_id=undoing.pk, by=second)
    assert (stacks(sheet), wallets(over)) == (before, chips)
    assert faults() == []


def test_of_the_last_round_who_would_have_kept_chips_is_not_out(boss: Player) -> None:
    """Who came with more is not out by the mirrored result: play would have gone on."""
    over, sheet = heads_up((20, 0), (45, 0))
    assert [entry for entry, *_ in stacks(sheet)].count("in") == 1
    told = refused(asked, sheet, [*reversed(sheet.points)], boss)
    assert told.code == "out_by_then"
    first = ScoreSheet.objects.filter(tournament=over).earliest("number")
    assert refused(asked, first, (0, 20), boss).code == "out_by_then", "others were played since"


def test_two_who_fell_together_are_ranked_by_what_they_brought(
    boss: Player, second: Player
) -> None:
    plan = replace(CHIPS, buy_in_chips=50, prizes=PAID.prizes)
    tournament = hall.evening(plan, 3, offer=FIVE_HUNDRED)
    for points in ([0, 10, 20], [200, 0, 0]):
        (sheet,) = hall.sheets(tournament)
        hall.play(sheet, points)
    assert fresh(tournament).phase == "finished"
    brought = [Entry.objects.get(pk=entry).out_chips for entry in sheet.entries]
    claim = asked(sheet, (0, 0, 200), boss)
    approve_restitution(restitution_id=claim.pk, by=second)
    entries = [Entry.objects.get(pk=entry) for entry in sheet.entries]
    assert [one.stack_chips for one in entries] == [0, 0, 300]
    assert [one.rank for one in entries][2] == 1
    assert (entries[1].rank, entries[1].out_chips) == (2, brought[1])
    assert faults() == []
    require_sound(fresh(tournament))


def test_only_for_what_is_over_and_only_for_who_directs_it(boss: Player, second: Player) -> None:
    tournament = hall.evening(PAID, 4)
    sheet, _other = hall.sheets(tournament)
    hall.play(sheet, (25, 0))
    assert refused(asked, sheet, (0, 25), boss).code == "not_finished"
    with pytest.raises(NotAllowed, match="not_a_director"):
        asked(sheet, (0, 25), hall.guests(1, first=50)[0])
    told = refused(asked, sheet, (0, 25), Entry.objects.get(pk=sheet.entries[0]).player)
    assert told.code == "conflict_of_interest"


def test_the_desk_shows_what_follows_and_asks(over: Tournament, boss: Player) -> None:
    client, sheet = browser(boss), last_sheet(over)
    page = look(client.get(f"/tournaments/{over.pk}/desk/results/"))
    address = f"/tournaments/{over.pk}/desk/results/{sheet.pk}/"
    assert page.all("a", href=address)
    sent = {"points_1": 0, "points_2": 8, "reason": "the slip says otherwise"}
    page = look(client.post(address, {**sent, "preview": "1"}))
    assert "place 2 → 1" in page.text
    assert not Restitution.objects.exists()
    client.post(address, sent)
    claim = Restitution.objects.get()
    assert (claim.kind, claim.status) == (RestitutionKind.RESCORED, "proposed")
    page = look(client.get(address))
    assert "the slip says otherwise" in page.text
    player = browser(Entry.objects.get(pk=sheet.entries[0]).player)
    assert player.get(address).status_code == 403


def test_programs_ask_for_it_with_the_right_scope(over: Tournament, boss: Player) -> None:
    sheet = last_sheet(over)
    address = f"/tournaments/{over.pk}/sheets/{sheet.pk}/correct/"
    body = {"points": [0, 8], "reason": "the slip says otherwise"}
    assert Caller(boss, scopes=("play",)).post(address, body).status_code == 403
    caller = Caller(boss, scopes=("tournament:direct",))
    answer = caller.post(address, body, idempotency_key="one")
    assert answer.status_code == 201, answer.content
    told = answer.json()
    assert (told["kind"], told["points"], told["points_before"]) == ("rescored", [0, 8], [8, 0])
    assert sorted((line["rank"], line["new_rank"]) for line in told["lines"]) == [(1, 2), (2, 1)]
    assert [one["id"] for one in caller.get(address).json()["results"]] == [told["id"]]


def test_once_corrected_the_desk_says_so(over: Tournament, boss: Player, second: Player) -> None:
    claim = asked(last_sheet(over), (0, 8), boss)
    approve_restitution(restitution_id=claim.pk, by=second)
    page = look(browser(boss).get(f"/tournaments/{over.pk}/desk/"))
    assert "Correct a result" in page.text
    assert "the slip says otherwise" in page.text
