"""Long thought gives way to moves: a worker does it at a low priority, in a thread of its own."""

import os
import threading
from typing import Any, cast

import pytest
from celery.app.trace import build_tracer

from config.celery import app
from web.modestly import MODEST, NICENESS, modest, modestly

LONG = {
    "backoffice.tasks.audit_books",
    "backoffice.tasks.audit_books_daily",
    "backoffice.tasks.look_through_rounds",
    "games.tasks.judge_rounds",
    "tournaments.tasks.forecast_draft",
}


def _niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


def test_what_nobody_at_a_table_waits_for_is_done_modestly() -> None:
    app.loader.import_default_modules()
    assert MODEST == LONG
    assert set(app.tasks) >= LONG


@pytest.mark.parametrize("is_modest", [True, False])
def test_a_worker_lowers_the_priority_of_long_thought_only(is_modest: bool) -> None:
    seen: list[int] = []

    def thinks() -> None:
        seen.append(_niceness())

    task = app.task(modest(thinks) if is_modest else thinks)
    try:
        as_a_worker: Any = build_tracer(task.name, task, app=cast("Any", app))
        as_a_worker("1", (), {}, {"id": "1", "is_eager": False, "called_directly": False})
        task()
    finally:
        app.tasks.pop(task.name)
        MODEST.discard(task.name)
    assert seen == [_niceness() + NICENESS * is_modest, _niceness()]


def test_what_comes_of_it_comes_back() -> None:
    assert modestly(lambda: 42) == 42
    with pytest.raises(ValueError, match="no"):
        modestly(_fails)


def _fails() -> None:
    raise ValueError("no")
