"""The clients and the example bots play whole matches at a platform that really runs."""

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path
from threading import Thread
from typing import Any

import playwright
import pytest
from jeton_client import AsyncClient, Client, NotFound, NotSignedIn, Patience, TooOften, Update

from tests.architecture.sources import ROOT
from tests.running.demo import Site
from tests.running.shells import in_the_shell
from tests.running.waiting import until

from .example import EXAMPLES, choose
from .losing import LosingTransport

pytestmark = [pytest.mark.process, pytest.mark.slow]
NODE = shutil.which("node") or str(Path(playwright.__file__).parent / "driver" / "node")
POINTS = "25"  # the fewest that may be agreed on
EXAMPLE_BOTS = ("bot.py", "bot.mjs")
needs_node = pytest.mark.skipif(not Path(NODE).exists(), reason="needs Node")


@pytest.fixture
def server(site: Site) -> str:
    return f"http://127.0.0.1:{site.port}"


class Bot:
    """One of the example bots at work, and what it says."""

    def __init__(self, name: str, server: str, *options: str) -> None:
        runner = NODE if name.endswith(".mjs") else sys.executable
        self.process = subprocess.Popen(
            [runner, str(EXAMPLES / name), "--server", server, "--points", POINTS, *options],
            env={"PYTHONPATH": str(ROOT / "clients/python/src"), "PYTHONWARNINGS": "error"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def table(self) -> str:
        """The number of its table, which it says first."""
        assert self.process.stdout is not None
        return self.process.stdout.readline().removeprefix("table ").strip()

    def outcome(self) -> list[str]:
        """`finished won [30,12]` as words."""
        said, complaints = self.process.communicate(timeout=300)
        assert self.process.returncode == 0, said + complaints
        return said.split()


@needs_node
@pytest.mark.soak
def test_the_example_bots_play_each_other_to_the_end(server: str) -> None:
    """Each as the other's host; in the default run one of them plays a tournament."""
    waiting = [Bot(name, server, "--opponent", "nobody") for name in EXAMPLE_BOTS]
    guests = [
        Bot(name, server, "--table", host.table())
        for name, host in zip(reversed(EXAMPLE_BOTS), waiting, strict=True)
    ]
    for host, guest in zip(waiting, guests, strict=True):
        results = {outcome[1] for outcome in (host.outcome(), guest.outcome()[2:])}
        assert results == {"won", "lost"}


@needs_node
@pytest.mark.soak
def test_the_example_bots_play_the_house_to_the_end(server: str) -> None:
    """The guide's programs do so in the default run."""
    for bot in [Bot(name, server, "--opponent", "random") for name in EXAMPLE_BOTS]:
        assert bot.outcome()[2] == "finished"


PUBLISH = """
import datetime as dt
from django.utils import timezone
from games.tables.terms import TableOffer
from tournaments.director import EntryRules, Plan, PrizePlan
from tournaments.planner.publishing import publish_tournament
plan = Plan(seats=2, stack_chips={stack}, buy_in_chips=10,
            entries=EntryRules(least={players}, most={players}, starts_when_full=True))
print("cup", publish_tournament(
    name="Cup", plan=plan, starts_at=timezone.now() + dt.timedelta(hours=1),
    offer=TableOffer(format="ring", rounds=1, seats=2)).pk)
"""


def published_tournament(site: Site, players: int, stack: int) -> int:
    """A cup which starts when the last of these has entered."""
    program = PUBLISH.format(players=players, stack=stack)
    return int(in_the_shell(site, program).split("cup ")[1])


@needs_node
@pytest.mark.parametrize(
    ("players", "stack"), [(2, 10), pytest.param(4, 60, marks=pytest.mark.soak)]
)
def test_the_example_bots_play_a_tournament_to_the_end(
    site: Site, server: str, players: int, stack: int
) -> None:
    """The choices of the one in Python, and the one in JavaScript, by document and guide alone."""
    cup = published_tournament(site, players, stack)
    bots = [Bot("bot.mjs", server, "--tournament", str(cup)) for _ in range(1, players)]
    with Client.as_guest(server) as client:
        client.enter_tournament(cup)
        client.play_tournament(cup, choose)
        outcomes = [bot.outcome() for bot in bots]
        until(
            lambda: client.tournament(cup)["tournament"]["phase"] == "finished",
            seconds=60,
            what="the end of the tournament",
        )
        ranks = sorted(row["place"] or 0 for row in client.standings(cup)["results"])
        assert ranks == list(range(1, players + 1))
        winner = client.standings(cup)["results"][0]
        assert winner["won_chips"] == sum(
            row["won_chips"] for row in client.standings(cup)["results"]
        )
        name = winner["name"]
        found = client.standings(cup, search=name.upper())["results"]
        assert winner in found
        assert all(name.lower() in row["name"].lower() for row in found)
        decided = client.decisions(cup)["results"]
        assert all(one["sentence"] for one in decided)
    assert all(outcome[0] == "tournament" for outcome in outcomes)
    assert not any("null" in outcome for outcome in outcomes), "each waits for its rank"
    assert {outcome[2] for outcome in outcomes} <= {"out", "finished"}


def seated_pair(server: str, rounds: int, **options: Any) -> tuple[Client, Client, int]:
    first, second = Client.as_guest(server, **options), Client.as_guest(server)
    table = first.create_table(format="ring", rounds=rounds, stake_chips=50)
    first.join(table["id"])
    second.join(table["id"])
    return first, second, table["id"]


@pytest.mark.parametrize("rounds", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_a_match_over_a_network_that_loses_answers_and_cuts_streams(
    server: str, rounds: int
) -> None:
    """Nothing is done twice, nothing is missed: the events are exactly the table's log."""
    losing = LosingTransport()
    quick = Patience(attempts=20, first_wait=0.01)
    first, second, table_id = seated_pair(server, rounds, transport=losing, patience=quick)
    updates: list[Update] = []

    def watch() -> None:
        with Client(server, second.token, transport=LosingTransport(), patience=quick) as watcher:
            for update in watcher.follow(table_id, view=True, after=0):
                updates.append(update)
                if update.view and update.view["status"] == "finished":
                    return

    players = [Thread(target=one.play, args=(table_id, choose)) for one in (first, second)]
    threads = [*players, Thread(target=watch)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    seen = [event for update in updates for event in update.events]
    assert seen == second.log(table_id)["events"]
    assert [event["seq"] for event in seen] == list(range(1, len(seen) + 1))
    assert losing.lost >= 1
    assert losing.streams > 1
    check_the_books(first, second, table_id, rounds)
    for client in (first, second):
        client.close()


def check_the_books(first: Client, second: Client, table_id: int, rounds: int) -> None:
    """The stakes were held once and paid once; the rounds can be read with all cards."""
    result = first.view(table_id)["result"]
    assert result is not None
    assert sum(result["payouts"]) == 100
    moved = [
        sum(line["amount"] for line in client.statement_lines() if line["kind"] != "mint")
        for client in (first, second)
    ]
    starting = moved[0] + moved[1]
    assert starting == sum(client.me()["balance"] for client in (first, second))
    held = [line for line in first.statement_lines() if line["amount"] == -50]
    assert len(held) == 1
    told = [record for record in first.export("rounds") if record["table"] == table_id]
    assert [record["round"] for record in told] == list(range(1, rounds + 1))
    until(lambda: list(first.export("matches")), seconds=60, what="the match to be counted")
    assert len(set(first.finished_round(table_id, rounds)["deck"])) == 52


def test_a_match_on_asyncio(server: str) -> None:
    async def match() -> tuple[Any, Any]:
        async with (
            await AsyncClient.as_guest(server) as one,
            await AsyncClient.as_guest(server) as other,
        ):
            table = await one.create_table(format="ring", rounds=1)
            await one.join(table["id"])
            await other.join(table["id"])
            views = await asyncio.gather(
                one.play(table["id"], choose), other.play(table["id"], choose)
            )
            return views[0], views[1]

    mine, theirs = asyncio.run(match())
    assert mine["status"] == theirs["status"] == "finished"
    assert (mine["seat"], theirs["seat"]) == (0, 1)
    assert mine["score_sheet"] == theirs["score_sheet"]


def test_tokens_lists_and_refusals(server: str) -> None:
    with Client.as_guest(server, language="de") as client:
        made = client.create_token(name="second", scopes=["read"], days=1)
        assert {token["name"] for token in client.tokens()["results"]} == {"guest", "second"}
        renewed = client.rotate_token(made["id"])
        with Client(server, renewed["token"]) as reader:
            assert reader.me()["scopes"] == ["read"]
        with Client(server, made["token"]) as old, pytest.raises(NotSignedIn):
            old.me()
        client.revoke_token(renewed["id"])
        assert len(client.tokens()["results"]) == 1
        with pytest.raises(NotFound) as caught:
            client.table(10**15)
        assert caught.value.code == "table_not_found"
        assert "gibt" in caught.value.detail or "Tisch" in caught.value.detail
        assert client.presets()["presets"]
        open_tables = client.tables(status="open", limit=5)["results"]
        assert all(table["status"] == "open" for table in open_tables)
        assert client.league()["season"] >= 1


def test_a_limit_is_an_exception_that_says_how_long(server: str) -> None:
    with Client.as_guest(server, patience=Patience(seconds=1)) as client:
        for _ in range(30):
            client.revoke_token(client.create_token(name="one of many")["id"])
        with pytest.raises(TooOften) as caught:
            client.create_token(name="one too many")
        assert caught.value.retry_after is not None
        assert 1 <= caught.value.retry_after <= 3600
