"""Copies of the platform, faults put into them, and what the tests say there."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from tests.mutants.fault import Fault
from tests.mutants.lending import LENT, is_seen_without_migrating, lent

# What no test needs, or what it makes anew; the compiled catalogues (*.mo) are needed.
LEFT_OUT = (
    *(".git", ".venv", ".boot", ".data*", ".make", "__pycache__", ".hypothesis", "out"),
    *(".import_linter_cache", ".mypy_cache", ".pytest_cache", ".ruff_cache", "staticfiles"),
)
# As `make test` chooses: everything but what takes many minutes.
MARKERS = "not soak"
OPTIONS = ("-q", "--tb=short", "-p", "tests.mutants.lending")
PASSED, FAILED = 0, 1  # of pytest's exit codes
CAUGHT, SURVIVED, BROKEN = "caught by", "SURVIVED", "BROKE THE TESTS"
FIRST_FAILED = re.compile(r"^FAILED (.+?)(?: - |$)", re.MULTILINE)
LINES_TOLD = 25


@dataclass(frozen=True, slots=True)
class Verdict:
    """`by` is the test that found the fault; `told` the end of what the tests said."""

    fault: Fault
    how: str
    by: str
    seconds: float
    told: str


@dataclass(frozen=True, slots=True)
class Copy:
    """The checkout once more, and the sockets of the PostgreSQL its tests are lent."""

    root: Path
    sockets: Path


@contextmanager
def copies_of(root: Path, copies: int) -> Iterator[list[Copy]]:
    """So many copies in a folder that goes with the block."""
    with tempfile.TemporaryDirectory(prefix="jeton-mutants-") as name, ExitStack() as kept:
        folder = Path(name)
        folder.chmod(0o711)  # a server that does not run as root must reach its own below
        found = []
        for number in range(max(1, copies)):
            place = folder / f"copy-{number}"
            shutil.copytree(root, place, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
            found.append(Copy(place, kept.enter_context(lent(folder / f"postgresql-{number}"))))
        yield found


def clean_failures(copies: Sequence[Copy], faults: Sequence[Fault]) -> list[str]:
    """What fails without any fault, in the words of pytest; nothing when all is well."""
    tests = list(dict.fromkeys(test for fault in faults for test in fault.tests))
    files = sorted({test.partition("::")[0] for test in tests})
    shares = [
        [test for test in tests if test.partition("::")[0] in files[place :: len(copies)]]
        for place in range(len(copies))
    ]
    with ThreadPoolExecutor(len(copies)) as threads:
        runs = list(threads.map(lambda copy, share: _run(copy, share), copies, shares))
    return [_end_of(done) for done in runs if done.returncode != PASSED]


def verdicts(copies: Sequence[Copy], faults: Sequence[Fault]) -> Iterator[Verdict]:
    """Each fault tried, one at a time in each of the copies; those that are done first, first."""
    free: SimpleQueue[Copy] = SimpleQueue()
    for copy in copies:
        free.put(copy)

    def tried(fault: Fault) -> Verdict:
        copy = free.get()
        try:
            return judged(fault, copy)
        finally:
            free.put(copy)

    with ThreadPoolExecutor(len(copies)) as threads:
        for done in as_completed([threads.submit(tried, fault) for fault in faults]):
            yield done.result()


def judged(fault: Fault, copy: Copy) -> Verdict:
    """Put the fault in, run its tests up to the first that fails, and take it out again."""
    path = copy.root / fault.file
    sound, began = path.read_text(encoding="utf-8"), time.monotonic()
    _write(path, fault.broken(copy.root))
    try:
        done = _run(copy, ["-x", *fault.tests], fresh=not is_seen_without_migrating(fault.file))
    finally:
        _write(path, sound)
    how, by = _verdict(done)
    return Verdict(fault, how, by, time.monotonic() - began, _end_of(done))


def _verdict(done: subprocess.CompletedProcess[str]) -> tuple[str, str]:
    """A fault that keeps tests from being run at all is no fault that a test has found."""
    if done.returncode == PASSED:
        return SURVIVED, ""
    found = FIRST_FAILED.search(done.stdout)
    if done.returncode != FAILED or found is None:
        return BROKEN, ""
    return CAUGHT, found[1]


def _write(path: Path, text: str) -> None:
    """Also when both texts are as long and of the same second, nothing compiled before is used."""
    path.write_text(text, encoding="utf-8")
    if path.suffix == ".py":
        Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def _run(
    copy: Copy, arguments: Sequence[str], *, fresh: bool = False
) -> subprocess.CompletedProcess[str]:
    """Pytest in the copy; `fresh` with a database of its own."""
    # Some machines forbid Python to keep what it has compiled: each run would compile all anew.
    kept = {key: value for key, value in os.environ.items() if "DONTWRITEBYTECODE" not in key}
    kept["COLUMNS"] = "400"  # pytest cuts its summary to the width
    kept[LENT] = "" if fresh else str(copy.sockets)
    return subprocess.run(
        [sys.executable, "-m", "pytest", *OPTIONS, "-m", MARKERS, *arguments],
        cwd=copy.root,
        env=kept,
        capture_output=True,
        text=True,
        check=False,
    )


def _end_of(done: subprocess.CompletedProcess[str]) -> str:
    return "\n".join((done.stdout + done.stderr).splitlines()[-LINES_TOLD:])
