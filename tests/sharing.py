"""Workers share the compiling of the test files: each begins with others of them.

All of them import every file, in the same order and at the same time. From a fresh clone, each
would rewrite the same asserts and compile the same modules a moment before it could read them.
"""

import importlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """A file that cannot be imported, or is skipped whole, says so when it is collected."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    share = int(worker["workerid"].removeprefix("gw"))
    for file in list(_files(session.config))[share :: worker["workercount"]]:
        with suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(file.with_suffix("").parts))


def _files(config: pytest.Config) -> Iterator[Path]:
    """Those of the run, from where it stands; the package `tests` holds them all."""
    for given in config.args:
        path = Path(given.partition("::")[0]).absolute().relative_to(config.rootpath)
        yield from sorted(path.rglob("test_*.py")) if path.is_dir() else [path]
