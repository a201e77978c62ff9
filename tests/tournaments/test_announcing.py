"""What a director says to everybody: an order, told, shown and in the record (PLAY-46)."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.joining.players import create_player
from accounts.models import Player
from accounts.notices.inbox import shown
from games.models import Table, TableStatus
from games.moves.errors import KeyReused, NotAllowed
from tests.pages.browsers import browser, look
from tests.tournaments.club import fresh, people, published
from tests.tournaments.test_desk_orders import paused, seated, take_back
from tests.tournaments.test_real_tables import open_tournament
from tournaments.desk.calling_off import cancel_tournament
from tournaments.desk.ordering import give_order
from tournaments.desk.orders import DeskOrder
from tournaments.director import Plan, Refused, Schedule
from tournaments.models import Decision, DeskAct, Entry, Tournament
from tournaments.running.directing import look_after
from tournaments.running.telling import tell_news
from tournaments.selectors import decisions
from tournaments.words.usual_reasons import USUAL_REASONS

pytestmark = [pytest.mark.database, pytest.mark.django_db(databases=["default", "owner"])]

PLAN = Plan(seats=3, stack_chips=1_000, schedule=Schedule(3, (2, 1), rounds=4))
SHOWN = (("", "note announced"), ("wall/", "wall-announced"))
USUAL = USUAL_REASONS["announce"][0]


def announce(tournament: Tournament, by: Player, words: str, *, key: str = "said") -> DeskAct:
    asked = DeskOrder("announce")
    return give_order(tournament_id=tournament.pk, asked=asked, by=by, remark=words, key=key)


def inbox(player: Player) -> list[str]:
    return [shown(notice).words for notice in player.notices.order_by("-pk")]


@pytest.fixture
def tournament() -> Tournament:
    return published(PLAN, [create_player(name=f"Guest {n}", password="rummy") for n in range(3)])


def players(tournament: Tournament) -> list[Player]:
    return [entry.player for entry in Entry.objects.filter(tournament=tournament)]


def test_everybody_who_has_entered_is_told_once(boss: Player, tournament: Tournament) -> None:
    watcher = create_player(name="Only watches", password="rummy")
    announce(tournament, boss, "The hall   closes at 23:00, 100 % sure.")
    for _again in range(2):
        tell_news()
    for player in players(tournament):
        assert inbox(player)[0] == f"“{tournament.name}”: The hall closes at 23:00, 100 % sure."
        assert player.notices.filter(kind="tournament_announced").count() == 1
    assert not watcher.notices.exists()


def test_who_is_out_is_told_as_well_and_each_announcement_is_kept(
    boss: Player, tournament: Tournament
) -> None:
    look_after(tournament_id=tournament.pk)
    tournament = paused(fresh(tournament), boss, (10, 0, 5))
    out = seated(tournament, 1)[0]
    asked = DeskOrder("remove", entry=out.pk)
    give_order(tournament_id=tournament.pk, asked=asked, by=boss, remark="by request", key="out")
    announce(tournament, boss, "One")
    announce(tournament, boss, "Two", key="said too")
    tell_news()
    told = [words for words in inbox(out.player) if words.endswith(("One", "Two"))]
    assert [words.partition(": ")[2] for words in told] == ["Two", "One"]


def test_a_ready_sentence_is_read_in_the_readers_language(
    boss: Player, tournament: Tournament
) -> None:
    announce(tournament, boss, USUAL)
    tell_news()
    (reader, *_others) = players(tournament)
    with override("de"):
        assert inbox(reader)[0] == f"„{tournament.name}“: Bitte setzt euch: Es geht gleich los."
    german = Client(headers={"accept-language": "de"})
    for path in ("", "wall/", "decisions/"):
        page = look(german.get(f"/tournaments/{tournament.pk}/{path}"))
        assert "Durchsage: Bitte setzt euch: Es geht gleich los." in page.text, path


def test_it_stands_on_the_pages_for_a_while_and_in_the_record_for_good(
    boss: Player, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    announce(tournament, boss, "Soup is served <b>now</b>.")
    for path, name in SHOWN:
        page = look(Client().get(f"/tournaments/{tournament.pk}/{path}"))
        assert len(page.all("p", **{"class": name})) == 1
        assert "Announcement: Soup is served <b>now</b>." in page.text
    announce(tournament, boss, "And coffee.", key="said too")
    both = ["Announcement: And coffee.", "Announcement: Soup is served <b>now</b>."]
    assert decisions.announced(tournament) == both
    for path, name in SHOWN:
        page = look(Client().get(f"/tournaments/{tournament.pk}/{path}"))
        assert len(page.all("p", **{"class": name})) == 2, "the first stays, below the newer one"
    monkeypatch.setattr(decisions, "ANNOUNCED_FOR", dt.timedelta())
    for path, name in SHOWN:
        page = look(Client().get(f"/tournaments/{tournament.pk}/{path}"))
        assert page.all("p", **{"class": name}) == []
    page = look(Client().get(f"/tournaments/{tournament.pk}/decisions/"))
    assert "Soup is served" in page.text


def test_once_it_is_over_nobody_is_asked_to_take_their_seats(
    boss: Player, tournament: Tournament
) -> None:
    announce(tournament, boss, "Take your seats.")
    cancel_tournament(tournament_id=tournament.pk)
    assert decisions.announced(fresh(tournament)) == []


def test_a_table_between_two_rounds_reads_it(boss: Player) -> None:
    announce(open_tournament(people(2), stack_chips=1_000), boss, "Soup is served.")
    table = Table.objects.get(status=TableStatus.PLAYING)
    url = reverse("tournament-table", args=(table.pk,)) + "?part=place"
    assert Client().get(url).json()["announced"] == "Announcement: Soup is served."


def test_it_is_an_order_like_others(boss: Player, tournament: Tournament) -> None:
    with pytest.raises(Refused) as refused:
        announce(tournament, boss, "  ")
    assert refused.value.code == "remark_missing"
    with pytest.raises(NotAllowed):
        announce(tournament, create_player(name="Nobody", password="rummy"), "I have won.")
    act = announce(tournament, boss, "One")
    assert announce(tournament, boss, "One") == act
    with pytest.raises(KeyReused):
        announce(tournament, boss, "Two")
    assert Decision.objects.filter(kind="Announce").count() == 1
    with pytest.raises(Refused) as refused:
        take_back(act, boss)
    assert refused.value.code == "cannot_be_undone"


def test_the_desk_offers_it_with_ready_sentences(boss: Player, tournament: Tournament) -> None:
    client = browser(boss)
    desk = look(client.get(f"/tournaments/{tournament.pk}/desk/"))
    (link,) = desk.all("a", **{"data-action": "announce"})
    form = look(client.get(str(link["href"])))
    assert USUAL in form.text
    assert "Everybody can read it" in form.text
