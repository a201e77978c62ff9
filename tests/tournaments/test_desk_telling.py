"""A director's reason reaches those it concerns, and the staff's log (PLAY-41, 46)."""

from typing import Any

import pytest
from django.utils.translation import override

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.notices.inbox import shown
from accounts.notices.kinds import KINDS
from backoffice.models import StaffAct
from backoffice.team.words import changes_in_words
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, published
from tests.tournaments.test_desk_orders import order, paused, seated, take_back
from tournaments.desk.telling import tell_of_order
from tournaments.director import Pace, Plan, Schedule
from tournaments.models import DeskAct, Entry, Tournament
from tournaments.running.directing import look_after
from tournaments.running.telling import tell_news

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))


def at_rest(boss: Player) -> tuple[Tournament, Entry, int]:
    """Five people at two paused tables: somebody of the larger one, and the smaller one."""
    people = [create_player(name=f"Guest {n}", password="rummy-evening") for n in range(5)]
    tournament = published(PLAN, people)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    large, small = tournament.tables.get(size=3), tournament.tables.get(size=2)
    scores = [(10, 0, 5), (7, 3)] if large.number == 1 else [(7, 3), (10, 0, 5)]
    return paused(tournament, boss, *scores), seated(tournament, large.number)[0], small.number


def inbox(entry: Entry) -> list[str]:
    return [shown(notice).words for notice in entry.player.notices.order_by("-pk")]


def test_who_is_moved_reads_why_once(boss: Player) -> None:
    tournament, mover, table = at_rest(boss)
    tell_news()
    before = len(inbox(mover))
    act = order(tournament, boss, "move", entry=mover.pk, table=table)
    tell_news()
    told = inbox(mover)
    assert len(told) <= max(before, 1), "the newest word about a seat is the only one"
    assert f"the director moved you to table {table}. The reason: as agreed" in told[0]
    assert not [words for words in told if "you were moved" in words]
    page = look(browser(mover.player).get(f"/tournaments/{tournament.pk}/"))
    assert f"to table {table}. The reason: “as agreed”." in page.text
    Entry.objects.filter(pk=mover.pk).update(table_number=None, seat=None)
    tell_of_order(act, tournament, {}, {})
    with override("de"):
        assert f"an Tisch {table} gesetzt" in inbox(mover)[0], "even if that table has closed since"


def test_both_are_told_of_a_correction_and_the_others_of_nothing(boss: Player) -> None:
    tournament, giver, _table = at_rest(boss)
    _first, taker, other = seated(tournament, giver.table_number or 0)
    tell_news()
    silent = inbox(other)
    act = order(tournament, boss, "adjust", entry=giver.pk, other=taker.pk, number=40)
    gave, took = giver.player.name, taker.player.name
    assert f"40 chips went from you to {took}. The reason: as agreed" in inbox(giver)[0]
    assert f"40 chips went from {gave} to you. The reason: as agreed" in inbox(taker)[0]
    take_back(act, boss)
    assert f"40 chips went from {took} back to you. The reason: a mistake" in inbox(giver)[0]
    assert f"40 chips went from you back to {gave}. The reason: a mistake" in inbox(taker)[0]
    assert inbox(other) == silent


def test_all_who_sat_there_are_told_of_a_settlement_taken_back(boss: Player) -> None:
    tournament, one, _table = at_rest(boss)
    number = one.table_number or 0
    elsewhere = [entry for entry in tournament.entries.all() if entry.table_number != number]
    silent = [inbox(entry) for entry in elsewhere]
    stacks = {entry.pk: entry.stack_chips for entry in seated(tournament, number)}
    order(tournament, boss, "void_round", table=number)
    for entry in seated(tournament, number):
        told = f"the settlement of round 1 at table {number} back; it is not played again. "
        moved = entry.stack_chips - stacks[entry.pk]
        told += f"You get {moved} chips for it." if moved > 0 else f"It costs you {-moved} chips."
        assert f"{told} The reason: as agreed" in inbox(entry)[0]
    assert [inbox(entry) for entry in elsewhere] == silent
    before, after = changes_in_words(StaffAct.objects.latest("pk"))
    assert after.startswith(f"Take a settlement back: table {number}, round 1; held: ")
    assert f"{one.player.name} (1,000)" in after
    assert before.startswith("held: "), "what each held before it"
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/desk/")).text
    names = ", ".join(entry.player.name for entry in seated(tournament, number))
    assert page.count(f"took the settlement of round 1 at table {number} back") == 1
    assert names in page, "said once of all who sat there"
    page = look(browser(boss).get(f"/tournaments/{tournament.pk}/desk/order/pause_table/")).text
    assert f"{number}: {names} (3 / 3)" in page, "a table is chosen by who sits there"


@pytest.mark.parametrize(
    ("kind", "asked", "words"),
    [
        ("penalize", {"number": 30}, "a penalty for you: 30 chips of your stack."),
        ("disqualify", {}, "the director disqualified you; "),
        ("remove", {}, "the director took you out; "),
    ],
)
def test_grave_orders_are_told_with_their_reason(
    boss: Player, kind: str, asked: dict[str, Any], words: str
) -> None:
    tournament, concerned, _table = at_rest(boss)
    order(tournament, boss, kind, entry=concerned.pk, **asked)
    (told, *_others) = [one for one in inbox(concerned) if "The reason" in one]
    assert words in told
    assert told.endswith("The reason: as agreed")
    take_back(DeskAct.objects.latest("pk"), boss)
    concerned.refresh_from_db()
    back = "your penalty of 30 chips was taken back."
    again = f"you are in again, with {concerned.stack_chips:,} chips."
    after_all = again.replace("again", "again after all")
    expected = {"penalize": back, "disqualify": again, "remove": after_all}
    assert expected[kind] in inbox(concerned)[0]


def test_of_a_penalty_taken_back_is_told_what_it_had_taken(boss: Player) -> None:
    tournament, fined, _table = at_rest(boss)
    back = take_back(order(tournament, boss, "penalize", entry=fined.pk, number=30), boss)
    back.facts["taken"] = 20
    tell_of_order(back, tournament, {}, {})
    assert "your penalty of 20 chips was taken back" in inbox(fined)[0]


def test_both_are_told_who_plays_for_whom(boss: Player) -> None:
    tournament, concerned, _table = at_rest(boss)
    other = create_player(name="Bert", password="rummy-evening")
    before = concerned.player
    act = order(tournament, boss, "substitute", entry=concerned.pk, player="Bert")

    def newest(player: Player) -> str:
        return str(shown(player.notices.latest("pk")).words)

    assert "let Bert take over your seat." in newest(before)
    assert f"you play on in place of {before.name}." in newest(other)
    take_back(act, boss)
    assert "you play on yourself, no longer Bert." in newest(before)
    assert f"{before.name} plays on, no longer you." in newest(other)


def test_every_order_is_a_line_of_the_staffs_log(boss: Player) -> None:
    tournament, mover, table = at_rest(boss)
    pauses = StaffAct.objects.filter(act="tournament_ordered")
    assert [act.after["order"] for act in pauses] == ["pause_table", "pause_table"]
    act = order(tournament, boss, "move", entry=mover.pk, table=table)
    line = StaffAct.objects.latest("pk")
    assert (line.actor, line.subject, line.reason) == (boss, tournament.ref, "as agreed")
    assert (line.after["order"], line.after["to_table"]) == ("move", table)
    take_back(act, boss)
    assert StaffAct.objects.latest("pk").after["order"] == "undo move"


def test_who_is_in_again_is_not_told_of_a_rank(boss: Player) -> None:
    """The news are read from the decisions afterwards: the rank has been taken back by then."""
    guests = [create_player(name=f"Guest {n}", password="rummy-evening") for n in range(3)]
    tournament = published(PLAN, guests)
    look_after(tournament_id=tournament.pk)
    tournament = paused(tournament, boss, (10, 0, 5))
    one = seated(tournament, 1)[0]
    act = order(tournament, boss, "remove", entry=one.pk)
    look_after(tournament_id=tournament.pk)
    one.refresh_from_db()
    assert one.rank == 3
    take_back(act, boss)
    tell_news()
    kinds = list(one.player.notices.values_list("kind", flat=True))
    assert "tournament_out" not in kinds
    assert kinds.count("director_ordered") == 2


def test_a_usual_reason_is_told_in_the_language_of_who_reads_it() -> None:
    facts = {
        "order": "penalize",
        "side": "chips",
        "name": "100 % Rommé",
        "number": 40,
        "remark": "Unfair play",
    }
    words = KINDS["director_ordered"].words
    free = {**facts, "order": "withdraw", "side": ""}
    with override("de"):
        assert "Unfaires Spiel" in words(facts)
        assert "deine Anmeldung zurückgezogen. Der Grund" in words(free)
        assert "100 % Rommé" in words(facts)
    with override("en"):
        assert "Unfair play" in words(facts)
        assert "withdrew your entry. The reason" in words(free)


def test_both_are_told_whom_they_meet_or_do_not_meet_and_the_others_of_nothing(
    boss: Player,
) -> None:
    people = [create_player(name=f"Guest {n}", password="rummy-evening") for n in range(4)]
    swiss = Plan(format="swiss", seats=2, stages=3, pace=Pace.TOGETHER)
    tournament = published(swiss, people)
    look_after(tournament_id=tournament.pk)
    tell_news()
    one, other, *others = tournament.entries.order_by("player__username")
    silent = [inbox(entry) for entry in others]
    order(fresh(tournament), boss, "keep_apart", entry=one.pk, other=other.pk)
    told = "from the next stage on {} and you are kept apart. The reason: as agreed"
    assert told.format("Guest 1") in inbox(one)[0]
    assert told.format("Guest 0") in inbox(other)[0]
    take_back(DeskAct.objects.latest("pk"), boss)
    order(fresh(tournament), boss, "pair", entries=(one.pk, other.pk), insists=True)
    for entry in (one, other):
        who = "Guest 1" if entry == one else "Guest 0"
        assert f"in stage 2 you meet {who}. The reason: as agreed" in inbox(entry)[0]
        assert f"{who} and you are no longer kept apart." in inbox(entry)[1]
    assert [inbox(entry) for entry in others] == silent
