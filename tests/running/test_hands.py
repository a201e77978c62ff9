"""How many processes a worker has: more while tasks wait, one at rest."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from celery.worker import state

from config.broker import hands
from config.broker.hands import REST_SECONDS, Hands
from tests.running.test_broker import a_worker, install, lines, send
from tests.running.waiting import until

pytestmark = pytest.mark.process


class House:
    """A worker's pool, its loop and its clock, as far as hands are counted by them."""

    def __init__(self, tasks: set[str]) -> None:
        self.now = 0.0
        self.tasks = tasks
        self.num_processes = 1
        self.later: list[Callable[[], None]] = []
        self.hands = Hands(self, 3, 1, worker=SimpleNamespace(hub=self), mutex=SimpleNamespace())

    def monotonic(self) -> float:
        return self.now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> None:
        self.later.append(callback)

    def grow(self, n: int) -> None:
        self.num_processes += n

    def shrink(self, n: int) -> None:
        self.num_processes -= n

    def maintain_pool(self) -> None: ...

    def comes(self, task: str) -> None:
        self.tasks.add(task)
        self.hands.maybe_scale(SimpleNamespace())

    def a_moment_later(self) -> None:
        while self.later:
            self.later.pop()()

    def looks(self, at: float) -> None:
        self.now = at
        self.hands.maybe_scale()


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> House:
    tasks: set[str] = set()
    monkeypatch.setattr(state, "reserved_requests", tasks)
    house = House(tasks)
    monkeypatch.setattr(hands, "time", house)
    return house


def test_a_task_that_waits_for_a_moment_only_has_no_process_forked_for_it(house: House) -> None:
    house.comes("sweep")
    house.comes("seal")
    assert house.num_processes == 1
    house.tasks.remove("sweep")
    house.a_moment_later()
    assert house.num_processes == 1


def test_tasks_that_wait_have_a_process_each_up_to_the_most(house: House) -> None:
    for task in ("sweep", "seal"):
        house.comes(task)
    house.a_moment_later()
    assert house.num_processes == 2
    for task in ("judge", "push", "mail"):
        house.comes(task)
    house.a_moment_later()
    assert house.num_processes == 3


def test_it_rests_when_not_all_were_busy_for_a_while_and_nothing_is_on_its_way(
    house: House,
) -> None:
    house.comes("sweep")
    house.comes("seal")
    house.a_moment_later()
    house.tasks.clear()
    house.looks(REST_SECONDS - 1)
    assert house.num_processes == 2, "not so soon"
    house.tasks.add("judge")
    house.looks(REST_SECONDS + 1)
    assert house.num_processes == 2, "a task may be on its way to the one that would go"
    house.tasks.clear()
    house.comes("count")  # the clock sends one or another always
    house.tasks.clear()
    house.looks(REST_SECONDS + 2)
    assert house.num_processes == 1
    house.looks(9 * REST_SECONDS)
    assert house.num_processes == 1


def test_a_real_worker_takes_a_second_process_when_a_task_waits(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    """Each of the two ends only while the other runs."""
    install(database_url)
    notes, over = tmp_path / "notes", tmp_path / "over"
    with a_worker(database_url, tmp_path, processes="--autoscale=2,1"):
        for line in ("one", "other"):
            send(database_url, "tests.meet", str(notes), line, 2)
        until(lambda: sorted(lines(notes)) == ["one", "other"], what=f"{tmp_path}/worker.log")
        send(database_url, "tests.note", str(over), "over")
        until(lambda: lines(over) == ["over"])
