"""How many processes a worker has: more while tasks wait, one at rest."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from celery.worker import state

from config.broker import autoscaling
from config.broker.autoscaling import LOOK_SECONDS, REST_SECONDS, PatientAutoscaler
from tests.running.test_broker import a_worker, install, lines, send
from tests.running.waiting import until

pytestmark = pytest.mark.process


class Pool:
    """A worker's processes and its clock, and what it has to do."""

    def __init__(self, tasks: set[str]) -> None:
        self.now = 0.0
        self.tasks = tasks
        self.num_processes = 1
        self.scaler = PatientAutoscaler(
            self, 3, 1, worker=SimpleNamespace(), mutex=SimpleNamespace()
        )

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds

    def grow(self, n: int) -> None:
        self.num_processes += n

    def shrink(self, n: int) -> None:
        self.num_processes -= n

    def looks(self, seconds: float, *tasks: str) -> None:
        """Time goes by while there are these."""
        self.tasks.clear()
        self.tasks |= {*tasks}
        until_then = self.now + seconds
        while self.now < until_then:
            self.scaler.body()


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Pool:
    tasks: set[str] = set()
    monkeypatch.setattr(state, "reserved_requests", tasks)
    pool = Pool(tasks)
    monkeypatch.setattr(autoscaling, "time", pool)
    return pool


def test_a_task_that_waits_for_a_moment_only_has_no_process_forked_for_it(pool: Pool) -> None:
    for _ in range(9):
        pool.looks(LOOK_SECONDS, "sweep", "seal")
        pool.looks(LOOK_SECONDS)
    assert pool.num_processes == 1


def test_tasks_that_wait_have_a_process_each_up_to_the_most(pool: Pool) -> None:
    pool.looks(2 * LOOK_SECONDS, "sweep", "seal")
    assert pool.num_processes == 2
    pool.looks(9 * LOOK_SECONDS, "sweep", "seal")
    assert pool.num_processes == 2
    pool.looks(9 * LOOK_SECONDS, "sweep", "seal", "judge", "push", "mail")
    assert pool.num_processes == 3


def test_it_rests_when_not_all_were_busy_for_a_while_and_nothing_is_on_its_way(
    pool: Pool,
) -> None:
    pool.looks(2 * LOOK_SECONDS, "sweep", "seal")
    pool.looks(REST_SECONDS - 1)
    assert pool.num_processes == 2, "not so soon"
    pool.looks(9 * REST_SECONDS, "judge")
    assert pool.num_processes == 2, "a task may be on its way to the one that would go"
    pool.looks(LOOK_SECONDS, "sweep", "seal")  # the clock sends some always
    pool.looks(LOOK_SECONDS)
    assert pool.num_processes == 1
    pool.looks(9 * REST_SECONDS)
    assert pool.num_processes == 1


def test_without_threads_it_is_asked_by_the_worker_s_loop(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[int] = []
    monkeypatch.setattr(
        Pool, "maintain_pool", lambda self: started.append(self.num_processes), raising=False
    )
    pool.tasks |= {"sweep", "seal"}
    pool.scaler.maybe_scale(SimpleNamespace())
    pool.scaler.maybe_scale(SimpleNamespace())
    assert not started
    pool.scaler.maybe_scale()
    pool.scaler.maybe_scale()
    assert started == [2]


def test_a_real_worker_takes_a_second_process_when_a_task_waits_and_lets_it_go(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    """Each of the two tasks ends only while the other runs; who stays does what comes then."""
    install(database_url)
    notes, over = tmp_path / "notes", tmp_path / "over"
    environ = database_url | {"TEST_REST_SECONDS": "1"}
    with a_worker(environ, tmp_path, processes="--autoscale=2,1") as worker:
        for line in ("one", "other"):
            send(environ, "tests.meet", str(notes), line, 2)
        until(lambda: sorted(lines(notes)) == ["one", "other"], what=f"{tmp_path}/worker.log")
        assert len(children(worker.pid)) == 2
        until(lambda: len(children(worker.pid)) == 1)
        for number in range(1, 4):
            send(environ, "tests.note", str(over), "over")
            until(lambda count=number: lines(over) == ["over"] * count)  # type: ignore[misc]


def children(pid: int) -> list[str]:
    """Of all its threads, since one of them starts the second process."""
    told = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    return " ".join(told).split()
