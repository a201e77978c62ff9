"""`python -m tests.promises [--size small|full] [name ...]`: put each promise to the test.

Each file of tests runs once, however many promises it proves; a table says what was promised, tried
and lost, and is kept in benchmarks/out/promises.md.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.architecture.sources import ROOT
from tests.chance import WHOLE
from tests.promises import PROMISES, Promise
from tests.promises.tally import INTO, SIZE, SIZES, Tally, told_in

OUT = ROOT / "benchmarks" / "out" / "promises.md"
HEAD = "| promise | tried | lost | recovered: median, p99, worst | tests |\n|---|--:|--:|---|---|\n"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.promises")
    parser.add_argument("--size", choices=SIZES, default=SIZES[0])
    known = [promise.name for promise in PROMISES]
    parser.add_argument("names", nargs="*", metavar="name", help="only these promises")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.names) - set(known)):
        parser.error(f"no such promise: {', '.join(unknown)}")
    promises = [one for one in PROMISES if not asked.names or one.name in asked.names]
    with tempfile.TemporaryDirectory() as folder:
        tally = Path(folder) / "tally"
        results = {file: _run(file, asked.size, tally) for file in _files(promises)}
        table = table_of(promises, told_in(tally), results, asked.size)
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(table)
    sys.stdout.write(table)
    return 1 if any(results.values()) else 0


def _files(promises: Sequence[Promise]) -> list[str]:
    return list(dict.fromkeys(file for promise in promises for file in promise.tests))


def _run(file: str, size: str, tally: Path) -> int:
    """The exit status of the tests in that file, soak and all where the proof is full."""
    sys.stdout.write(f"{file}\n")
    sys.stdout.flush()
    rows = [] if size == "full" else ["-m", "not soak or promise"]
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", *rows, file]
    whole = {WHOLE: "1"} if size == "full" else {}
    environ = {**os.environ, SIZE: size, INTO: str(tally), **whole}
    return subprocess.run(command, cwd=ROOT, env=environ, check=False).returncode


def table_of(
    promises: Sequence[Promise],
    told: dict[str, dict[str, Tally]],
    results: dict[str, int],
    size: str,
) -> str:
    """A line for each promise and kind of trial; what nothing was told of was not tried here."""
    lines = []
    for promise in promises:
        failed = [file for file in promise.tests if results[file]]
        state = f"failed: {', '.join(failed)}" if failed else "passed"
        kinds = told.get(promise.name, {"": Tally()})
        lines.append(f"| {promise.says} | {_figures(kinds[''])} | {state} |\n")
        lines += [
            f"| … {of} | {_figures(tally)} | |\n" for of, tally in sorted(kinds.items()) if of
        ]
    return f"# Promises, size {size}\n\n{HEAD}{''.join(lines)}"


def _figures(tally: Tally) -> str:
    if not tally.tried:
        return "not here | | "
    times = " / ".join(
        f"{tally.within(share):.2f} s" for share in (0.5, 0.99, 1.0) if tally.recovered
    )
    return f"{tally.tried:,} | {tally.lost:,} | {times}"


if __name__ == "__main__":
    sys.exit(main())
