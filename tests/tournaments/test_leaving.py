"""Players leave a running tournament by their own wish (PLAY-45)."""

from dataclasses import replace

import pytest
from django.db import transaction
from django.test import Client

from accounts.books.posting import wallet_of
from accounts.models import Player
from tests.tournaments.club import (
    fresh,
    people,
    play_to_the_end,
    playing,
    published,
    report,
    require_sound,
    started,
)
from tests.tournaments.test_desk_orders import PLAN, paused, refused, seated
from tournaments.desk.reading import latest_decisions, rows_of
from tournaments.director import EntryRules
from tournaments.entries.entering import come_back, leave
from tournaments.models import Decision, Entry, EntryStatus, Tournament
from tournaments.running.directing import look_after
from tournaments.selectors.seats import own_place

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def go(tournament: Tournament, entry: Entry) -> None:
    leave(tournament_id=tournament.pk, player=entry.player)
    look_after(tournament_id=tournament.pk)


def codes_of(entry: Entry) -> list[str]:
    about = Decision.objects.filter(entry_id=entry.pk, kind__in=("LeaveLater", "Remove"))
    return list(about.order_by("id").values_list("code", flat=True))


def test_during_a_round_one_leaves_when_it_is_settled_and_the_desk_sees_it_coming() -> None:
    tournament = started(replace(PLAN, buy_in_chips=100), 3)
    (table,) = playing(tournament)
    entry, winner, _ = seated(tournament, 1)
    before = wallet_of(entry.player).balance
    go(tournament, entry)
    tournament = fresh(tournament)
    place = own_place(tournament, entry.player)
    assert place is not None
    assert place.is_leaving
    row = rows_of(tournament, tournament.records()[1])[0]
    assert [seat.is_leaving for seat in row.players] == [True, False, False]
    assert "leaves_after_round" in {one.code for one in latest_decisions(tournament)}
    with pytest.raises(Exception, match="leaves_already"), transaction.atomic():
        leave(tournament_id=tournament.pk, player=entry.player)
    report(tournament, table, 60, 100, 60)
    look_after(tournament_id=tournament.pk)
    entry.refresh_from_db()
    assert (entry.status, entry.rank, entry.table_number) == (EntryStatus.OUT, 3, None)
    assert (entry.stack_chips, entry.forfeited_chips) == (0, 880), "the round still counted"
    assert codes_of(entry) == ["leaves_after_round", "left_by_wish"]
    assert wallet_of(entry.player).balance == before, "what was paid stays in the prizes"
    winner.refresh_from_db()
    assert winner.stack_chips == 1_240
    require_sound(play_to_the_end(fresh(tournament)))


def test_between_rounds_one_leaves_at_once(boss: Player) -> None:
    tournament = paused(started(PLAN, 3), boss, (100, 60, 60))
    entry = seated(tournament, 1)[0]
    go(tournament, entry)
    entry.refresh_from_db()
    assert (entry.status, entry.rank, entry.forfeited_chips) == (EntryStatus.OUT, 3, 1_240)
    assert fresh(tournament).clock["leaving"] == []
    require_sound(fresh(tournament))


def test_who_leaves_may_buy_back_in_while_re_entries_are_open(boss: Player) -> None:
    rules = EntryRules(late_until_level=5, returns_max=1, returns_until_level=5)
    plan = replace(PLAN, format="re_entry", entries=rules)
    tournament = paused(started(plan, 3), boss, (100, 60, 60))
    entry = seated(tournament, 1)[0]
    go(tournament, entry)
    come_back(tournament_id=tournament.pk, player=entry.player)
    look_after(tournament_id=tournament.pk)
    entry.refresh_from_db()
    assert (entry.status, entry.stack_chips, entry.returns) == (EntryStatus.IN, 1_000, 1)
    require_sound(fresh(tournament))


def test_both_wish_to_leave_and_one_has_to_win() -> None:
    tournament = started(PLAN, 2)
    (table,) = playing(tournament)
    first, second = seated(tournament, 1)
    go(tournament, first)
    go(tournament, second)
    report(tournament, table, 60, 100)
    look_after(tournament_id=tournament.pk)
    tournament = fresh(tournament)
    assert tournament.phase == "finished"
    assert {e.pk: e.rank for e in tournament.entries.all()} == {second.pk: 1, first.pk: 2}
    require_sound(tournament)


def test_in_stages_the_match_is_given_up_at_once() -> None:
    tournament = started(replace(PLAN, format="swiss", seats=2), 4)
    table = playing(tournament)[0]
    entry, opponent = seated(tournament, table.number)
    go(tournament, entry)
    entry.refresh_from_db()
    assert entry.status == EntryStatus.OUT
    assert codes_of(entry) == ["left_by_wish"]
    table.refresh_from_db()
    assert table.result is not None, "the match is decided"
    assert refused(leave, tournament_id=tournament.pk, player=entry.player).code == "player_is_out"
    opponent.refresh_from_db()
    assert opponent.status == EntryStatus.IN
    require_sound(fresh(tournament))


def test_before_the_start_one_withdraws_instead() -> None:
    tournament = published(PLAN, players := people(3), due=False)
    early = refused(leave, tournament_id=tournament.pk, player=players[0])
    assert early.code == "not_running"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_page_says_what_becomes_of_place_seat_and_stake_first(
    boss: Player, anna: Player, language: str
) -> None:
    plan = replace(PLAN, buy_in_chips=100, fee_chips=10)
    tournament = published(plan, [anna, *people(2)])
    look_after(tournament_id=tournament.pk)
    client = Client(headers={"accept-language": language})
    client.force_login(anna)
    address = f"/tournaments/{tournament.pk}/leave/"
    lobby = client.get(f"/tournaments/{tournament.pk}/").content.decode()
    assert f'href="{address}"' in lobby
    told = client.get(address).content.decode()
    expected = {
        "en": (
            "You leave once the round at your table is over.",
            "As things stand you take place 3",
            "Your stack of 1,000 chips is out of play",
            "What you paid (110) does not come back.",
            "You cannot come back.",
        ),
        "de": (
            "Du gehst, sobald die Runde an deinem Tisch vorbei ist.",
            "Nach jetzigem Stand wirst du 3.",
            "Dein Stack von 1.000 Chips ist aus dem Spiel",
            "Was du bezahlt hast (110), kommt nicht zurück.",
            "Zurückkommen kannst du nicht.",
        ),
    }
    assert [words for words in expected[language] if words not in told] == []
    for _ in range(2):  # twice is once
        assert client.post(address, {"bought": "1"}).status_code == 302
    assert fresh(tournament).clock["leaving"] == [Entry.objects.get(player=anna).pk]
    assert f'href="{address}"' not in client.get(f"/tournaments/{tournament.pk}/").content.decode()
