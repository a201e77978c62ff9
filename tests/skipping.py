"""A skip hides a test: in CI it is an error, unless its reason begins with the word `optional`.

Optional is what no fresh machine has and `make test` does not install: a broker, another server.
"""

import os
from collections.abc import Generator
from typing import TypeVar

import pytest

OPTIONAL = "optional: "
on_sources = pytest.mark.skipif(
    os.environ.get("RUMMY_COMPILED", "no") != "no",
    reason=f"{OPTIONAL}faults cannot be put into compiled modules",
)
Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    return _judged((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    return _judged((yield))


def _judged(report: Report) -> Report:
    if os.environ.get("CI") and report.skipped and not hasattr(report, "wasxfail"):
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        why = why.removeprefix("Skipped: ")
        if not why.startswith(OPTIONAL):
            report.outcome = "failed"
            report.longrepr = f"skipped, which hides it, in CI: {why}"
    return report
