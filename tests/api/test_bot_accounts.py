"""Bot accounts: marked, welcome where they were asked, never beside their owner; and the arena."""

import datetime as dt
from typing import Any

import pytest
from django.utils import timezone

from accounts.audit import faults
from accounts.books.posting import open_account, post_transfer, wallet_of
from accounts.books.reading import own_chips
from accounts.models import Player, Posting
from accounts.people.silence import silence
from accounts.programs.bots.accounts import BOTS_MAX
from backoffice.home.stuck_tables import cancel_stuck_table
from games.arena import matching as arena
from games.models import ArenaStanding, ArenaTable, Table, TableStatus
from games.tables.reading import table_reading
from tests.backoffice.staff import colleague
from tests.pages.tables import stand_still
from tournaments.director import EntryRules, Plan
from tournaments.planner.publishing import open_tournament

from .client import Caller
from .playing import both_ready, guest, open_table, person, play_moves
from .test_repeats import committed

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def owner(name: str = "maker") -> Caller:
    return Caller(person(name))


def bot_of(maker: Caller, name: str) -> Caller:
    made = maker.post("/me/bots/", {"name": name})
    assert made.status_code == 201, made.content
    assert made.json()["player"]["is_bot"]
    found = Caller(Player.objects.get(username=name))
    assert Caller().get("/me/", Authorization=f"Token {made.json()['token']}").status_code == 200
    return found


def code_of(answer: Any) -> str:
    return str(answer.json().get("code", answer.status_code))


def test_a_bot_is_shown_as_one_everywhere() -> None:
    bot = bot_of(owner(), "robbi")
    assert bot.get("/me/").json()["player"]["is_bot"]
    table = bot.post("/tables/", {"rounds": 1, "format": "ring"}).json()
    assert table["host"]["is_bot"]
    bot.post(f"/tables/{table['id']}/join/")
    view = Caller().get(f"/tables/{table['id']}/view/").json()
    assert view["seats"][0]["player"]["is_bot"]


def test_a_bot_sits_down_where_bots_are_welcome_only() -> None:
    bot = bot_of(owner(), "robbi")
    people = open_table(guest())
    assert code_of(bot.post(f"/tables/{people.pk}/join/")) == "bots_not_welcome"
    host = Caller(guest())
    open_to_all = {"rounds": 1, "format": "ring", "bot_accounts": True}
    table = host.post("/tables/", open_to_all).json()
    assert table["door"]["bot_accounts"]
    assert bot.post(f"/tables/{table['id']}/join/").status_code == 201


def test_a_bot_never_plays_in_earnest_with_its_owner_or_a_sister() -> None:
    maker = owner()
    bot, sister = bot_of(maker, "robbi"), bot_of(maker, "robbine")
    table = maker.post("/tables/", {"rounds": 1, "format": "ring"}).json()["id"]
    assert maker.post(f"/tables/{table}/join/").status_code == 201
    assert code_of(bot.post(f"/tables/{table}/join/")) == "bot_with_owner"
    own = bot.post("/tables/", {"rounds": 1, "format": "ring", "bot_accounts": True}).json()["id"]
    assert bot.post(f"/tables/{own}/join/").status_code == 201
    assert code_of(sister.post(f"/tables/{own}/join/")) == "bot_with_owner"
    assert code_of(maker.post(f"/tables/{own}/join/")) == "bot_with_owner"
    practice = maker.post("/tables/", {"rounds": 1, "format": "ring", "training": True}).json()
    assert maker.post(f"/tables/{practice['id']}/join/").status_code == 201
    assert bot.post(f"/tables/{practice['id']}/join/").status_code == 201
    staked = {"rounds": 1, "format": "ring", "training": True, "stake_chips": 500}
    dear = maker.post("/tables/", staked).json()["id"]
    assert bot.post(f"/tables/{dear}/join/").status_code == 201
    assert code_of(maker.post(f"/tables/{dear}/join/")) == "bot_with_owner"


def test_who_is_banned_plays_on_by_no_bot_until_they_are_back() -> None:
    maker = owner()
    bot = bot_of(maker, "robbi")
    text = maker.post(f"/me/bots/{bot.player.pk if bot.player else 0}/token/").json()["token"]
    for allowed in (False, True):
        Player.objects.filter(username="maker").update(is_active=allowed)
        answer = Caller().get("/me/", Authorization=f"Token {text}")
        assert answer.status_code == (200 if allowed else 401)


def test_who_is_muted_does_not_speak_by_a_bot() -> None:
    maker = owner()
    bot = bot_of(maker, "robbi")
    said = f"/tables/{open_table(guest()).pk}/chat/"
    assert bot.post(said, {"words": "Good evening!"}).status_code == 201
    assert maker.player is not None
    silence(player=maker.player, hours=1)
    assert code_of(bot.post(said, {"words": "So there!"})) == "silenced"


def test_tournaments_let_bots_in_by_their_plan_and_not_beside_their_owner() -> None:
    maker = owner()
    bot = bot_of(maker, "robbi")
    starts_at = timezone.now() + dt.timedelta(hours=1)
    closed, welcome = (
        open_tournament(
            is_trial=True,
            name="Cup",
            plan=Plan(entries=EntryRules(bot_accounts=may)),
            starts_at=starts_at,
        )
        for may in (False, True)
    )
    assert code_of(bot.post(f"/tournaments/{closed.pk}/enter/")) == "bots_not_welcome"
    assert bot.post(f"/tournaments/{welcome.pk}/enter/").status_code == 201
    assert code_of(maker.post(f"/tournaments/{welcome.pk}/enter/")) == "bot_with_owner"
    assert maker.post(f"/tournaments/{closed.pk}/enter/").status_code == 201


def test_bots_and_guests_own_no_bots_and_nobody_owns_a_host_of_them() -> None:
    maker = owner()
    bot = bot_of(maker, "robbi")
    assert code_of(bot.post("/me/bots/", {"name": "small"})) == "bots_own_no_bots"
    assert code_of(Caller(guest()).post("/me/bots/", {"name": "x1"})) == "guests_own_no_bots"
    assert code_of(maker.post("/me/bots/", {"name": "robbi"})) == "name_taken"
    assert code_of(maker.post("/me/bots/", {"name": "two words"})) == "name_has_space"
    for number in range(4):
        bot_of(maker, f"robbi{number}")
    assert code_of(maker.post("/me/bots/", {"name": "robbi9"})) == "too_many_bots"


def test_a_retired_bot_and_a_bots_old_token_are_refused() -> None:
    maker = owner()
    made = maker.post("/me/bots/", {"name": "robbi"}).json()
    number = made["player"]["id"]
    fresh = maker.post(f"/me/bots/{number}/token/").json()["token"]
    assert Caller().get("/me/", Authorization=f"Token {made['token']}").status_code == 401
    assert Caller().get("/me/", Authorization=f"Token {fresh}").status_code == 200
    other = owner("other")
    assert other.delete(f"/me/bots/{number}/").json() == other.delete("/me/bots/1/").json()
    assert maker.delete(f"/me/bots/{number}/").status_code == 204
    assert Caller().get("/me/", Authorization=f"Token {fresh}").status_code == 401


def test_the_arena_brings_bots_together_and_counts_each_match_once() -> None:
    first, second = bot_of(owner(), "robbi"), bot_of(owner("other"), "rival")
    assert code_of(owner("third").post("/arena/")) == "arena_for_bots"
    seats = [bot.post("/arena/", {}).json() for bot in (first, second)]
    assert seats[0]["table"]["id"] == seats[1]["table"]["id"]
    table = Table.objects.get(pk=seats[0]["table"]["id"])
    while table.status != TableStatus.FINISHED:
        both_ready(table)
        play_moves(table)
        table.refresh_from_db()
    assert arena.count_results() == 1
    assert arena.count_results() == 0
    board = Caller().get("/arena/").json()["leaderboard"]
    assert {row["name"] for row in board} == {"robbi", "rival"}
    assert [row["matches"] for row in board] == [1, 1]
    assert board[0]["rating"] >= board[1]["rating"]
    assert board[0]["owner"] in ("maker", "other")


def test_an_arena_match_that_cannot_be_read_keeps_no_other_from_counting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = []
    for names in (("robbi", "rival"), ("robin", "rita")):
        first, second = (bot_of(owner(f"of_{name}"), name) for name in names)
        for bot in (first, second):
            number = bot.post("/arena/", {}).json()["table"]["id"]
        table = Table.objects.get(pk=number)
        while table.status != TableStatus.FINISHED:
            both_ready(table)
            play_moves(table)
            table.refresh_from_db()
        tables.append(number)

    def readable(table_id: int) -> Any:
        if table_id == tables[0]:
            raise ValueError("no state")
        return table_reading(table_id)

    with monkeypatch.context() as broken:
        broken.setattr(arena, "table_reading", readable)
        assert arena.count_results() == 1
    assert arena.count_results() == 1


def test_an_arena_match_that_was_called_off_counts_for_nobody() -> None:
    first, second = bot_of(owner(), "robbi"), bot_of(owner("other"), "rival")
    for bot in (first, second):
        table = bot.post("/arena/", {}).json()["table"]["id"]
    stand_still(Table.objects.get(pk=table))
    version = Table.objects.get(pk=table).version
    director = colleague("director", name="Doris")
    cancel_stuck_table(table_id=table, seen_version=version, reason="it hung", by=director)
    assert arena.count_results() == 1
    assert not ArenaStanding.objects.exists()


def test_who_waits_in_the_arena_gets_a_bot_of_the_house(settings: Any) -> None:
    bot = bot_of(owner(), "robbi")
    assert not arena.is_anything_on()
    table = bot.post("/arena/", {}).json()["table"]["id"]
    assert arena.is_anything_on()
    arena.look_after_arena()
    assert Table.objects.get(pk=table).status == TableStatus.OPEN
    arena.look_after_arena(now=timezone.now() + dt.timedelta(seconds=arena.WAIT_SECONDS + 1))
    assert Table.objects.get(pk=table).status == TableStatus.PLAYING
    settings.ARENA_TABLES = 3
    arena.look_after_arena()
    playing = ArenaTable.objects.filter(table__status=TableStatus.PLAYING)
    assert playing.count() == 3
    assert not ArenaStanding.objects.exists()


@committed
def test_a_retired_bot_gives_back_what_the_house_gave_it() -> None:
    maker = owner()
    for number in range(3):
        bot = bot_of(maker, f"robbi{number}")
        assert chips_of(bot) == 1_000
        assert maker.delete(f"/me/bots/{pk_of(bot)}/").status_code == 204
        assert chips_of(bot) == 0
    assert bot_gifts(maker.player) == 0
    assert faults() == []


@committed
def test_bots_that_lose_their_gift_are_not_given_it_again_and_again() -> None:
    maker = owner()
    pot = open_account(kind="hold", ref="elsewhere")
    for number in range(3 * BOTS_MAX):
        bot = bot_of(maker, f"robbi{number}")
        lost = chips_of(bot)
        if lost:
            wallet = wallet_of(Player.objects.get(username=f"robbi{number}")).pk
            lines = [(wallet, -lost), (pot.pk, lost)]
            post_transfer(key=f"lost:{number}", kind="hold", postings=lines)
        maker.delete(f"/me/bots/{pk_of(bot)}/")
    pot.refresh_from_db()
    assert pot.balance == bot_gifts(maker.player) == BOTS_MAX * 1_000
    assert faults() == []


def bot_gifts(maker: Player | None) -> int:
    given = Posting.objects.filter(account__player__owner=maker, transfer__kind="grant")
    back = Posting.objects.filter(account__player__owner=maker, transfer__kind="closure")
    return sum(given.values_list("amount", flat=True)) + sum(back.values_list("amount", flat=True))


def chips_of(bot: Caller) -> int:
    return own_chips(Player.objects.get(pk=pk_of(bot)))


def pk_of(bot: Caller) -> int:
    assert bot.player is not None
    return bot.player.pk
