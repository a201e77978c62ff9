"""In which order the files of tests are handed to the workers.

Tests that start processes or a browser mostly wait, the others mostly compute: one kind by itself
leaves the processors idle, or has all workers queue for them. So the files of each kind are spread
evenly over the run, and what takes a minute on its own is begun first.
"""

from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

WAIT = {"process", "browser"}


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Generator[None]:
    """After everybody else: pytest-django has put what needs no database at the end."""
    yield
    files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    kinds: dict[str, list[list[pytest.Item]]] = defaultdict(list)
    for file in files.values():
        marks = {mark.name for item in file for mark in item.iter_markers()}
        kinds["slow" if "slow" in marks else "waits" if marks & WAIT else "computes"].append(file)
    first = kinds.pop("slow", [])
    spread = [(at / len(kind), file) for kind in kinds.values() for at, file in enumerate(kind)]
    spread.sort(key=lambda placed: placed[0])
    items[:] = [item for file in (*first, *(file for _, file in spread)) for item in file]
