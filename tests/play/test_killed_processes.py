"""`kill -9` in mid-round of a web process, the worker, the database: the round goes on.

Nothing that was told is lost.

Each is killed once in every run of tests, and again and again in `make soak`.
"""

import threading
from collections.abc import Iterator

import psycopg
import pytest

from config.embedded.places import Places
from config.embedded.roles import WEB
from tests.chance import dice
from tests.play.site import WebPlayer, seat_two
from tests.rematch.test_site_killed import assert_audited, assert_pairs_are_seated_though
from tests.running.demo import Demo, a_demo
from tests.running.waiting import until

pytestmark = [pytest.mark.process, pytest.mark.slow]
VICTIMS = ("config.serve", "celery .* worker", "postgres -D")
Played = tuple[Demo, list[tuple[int, list[WebPlayer]]]]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    """A platform of its own, for it gets hurt; its house plays no tables beside ours.

    Of its two web processes one goes on; `test_site_killed` kills the only one there is.
    """
    extra = {"SHOW_TABLES": "0", "WEB_PROCESSES": "2"}
    with a_demo(tmp_path_factory.mktemp("killed") / "data", extra=extra) as demo:
        yield demo


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((("config.serve", "postgres -D"), 2), id="once"),  # the worker: see below
        pytest.param((VICTIMS * 3, 3), id="often", marks=pytest.mark.soak),
    ],
)
def played(site: Demo, request: pytest.FixtureRequest) -> Played:
    """So many tables play two rounds each while all these are killed."""
    victims, number = request.param
    tables = [seat_two(site.port, format="ring", rounds=2) for _ in range(number)]
    over = threading.Event()
    threads = [threading.Thread(target=play_out, args=(*table, over)) for table in tables]
    for thread in threads:
        thread.start()
    try:
        for victim in victims:
            before = acknowledged(tables)
            killed = site.kill(victim)
            until(lambda: site.child(victim) not in (0, killed))  # noqa: B023
            until(lambda: acknowledged(tables) > before or finished(threads))  # noqa: B023
    finally:
        for thread in threads:
            thread.join(timeout=120)
        over.set()
    return site, tables


def play_out(table: int, players: list[WebPlayer], over: threading.Event) -> None:
    """Both players in turn until the table is finished."""
    while not over.is_set():
        for player in players:
            if player.take_turn(table) == "finished":
                return


def acknowledged(tables: list[tuple[int, list[WebPlayer]]]) -> int:
    return sum(len(player.journal) for _, players in tables for player in players)


def finished(threads: list[threading.Thread]) -> bool:
    return not any(thread.is_alive() for thread in threads)


def test_all_tables_play_on_to_their_end(played: Played) -> None:
    _, tables = played
    for table, players in tables:
        view = players[0].view(table)
        assert view["status"] == "finished"
        assert len(view["score_sheet"]) == 2


def test_no_acknowledged_move_is_missing_and_none_counts_twice(played: Played) -> None:
    site, tables = played
    entries = 0
    with psycopg.connect(Places(site.data_dir).dsn(WEB)) as connection:
        for table, players in tables:
            for player in players:
                for entry in player.journal:
                    rows = connection.execute(
                        "SELECT first_event, last_event FROM games_actionreceipt"
                        " WHERE player_id = %s AND key = %s",
                        (player.player_id, entry.key),
                    ).fetchall()
                    numbers = [event["seq"] for event in entry.answer["events"]]
                    assert rows == [(numbers[0], numbers[-1])]
                    kinds = connection.execute(
                        "SELECT kind FROM games_tableevent WHERE table_id = %s"
                        " AND seq BETWEEN %s AND %s ORDER BY seq",
                        (table, numbers[0], numbers[-1]),
                    ).fetchall()
                    assert [kind for (kind,) in kinds] == [
                        event["type"] for event in entry.answer["events"]
                    ]
                    entries += 1
    assert entries > 20


def test_everybody_who_wants_another_match_gets_one(site: Demo) -> None:
    """And one only, though the web process or the database dies while they tap."""
    victims = ("config.serve", "postgres -D")
    assert_pairs_are_seated_though(site, dice("rematch").choice(victims), pairs=2)


def test_a_bot_table_outlives_a_killed_worker(site: Demo) -> None:
    """The bot's next move is due in the row; whoever comes up next makes it."""
    outlives_killed_workers(site, kills=1)


@pytest.mark.soak
def test_a_bot_table_outlives_many_killed_workers(site: Demo) -> None:
    outlives_killed_workers(site, kills=5)


def outlives_killed_workers(site: Demo, *, kills: int) -> None:
    player = WebPlayer.arrive(site.port)
    # A bot may end a round with any of its moves; the next one is dealt at the same table.
    status, table = player.request("POST", "/tables/", {"format": "ring", "rounds": 20})
    assert status == 201
    number = int(table["id"])
    assert player.request("POST", f"/tables/{number}/join/", {})[0] in (200, 201)
    assert player.request("POST", f"/tables/{number}/add-bot/", {"bot": "greedy"})[0] in (200, 201)
    for _ in range(kills):
        until(lambda: may_act(player, number))
        while may_act(player, number):
            player.take_turn(number)
        killed = site.kill("celery .* worker")
        until(lambda: site.child("celery .* worker") not in (0, killed))  # noqa: B023
    until(lambda: may_act(player, number))


def test_there_are_two_web_processes_again(site: Demo) -> None:
    def serving() -> int:
        return sum("config.serve" in args for args in site.processes(generations=2).values())

    until(lambda: serving() == 2, what="two web processes")


def test_the_books_are_in_order_afterwards(site: Demo) -> None:
    assert_audited(site)


def may_act(player: WebPlayer, table: int) -> bool:
    return bool(player.view(table)["legal"])
