"""docs/promises.md promises what is put to the test, and nothing else."""

import re

from tests.architecture.sources import ROOT
from tests.promises import PROMISES

PAGE = (ROOT / "docs" / "promises.md").read_text()
PROMISE = re.compile(
    r"^- \*\*(?P<name>[^*]+)\*\*: (?P<says>.+?)\n  Tested by (?P<tests>.+?)\.$", re.MULTILINE
)


def test_the_page_lists_each_promise_with_what_tests_it() -> None:
    told = [
        (found["name"], found["says"], tuple(re.findall(r"`([^`]+)`", found["tests"])))
        for found in PROMISE.finditer(PAGE)
    ]
    assert told == [(one.name, one.says, one.tests) for one in PROMISES]


def test_what_tests_them_is_there() -> None:
    assert [file for one in PROMISES for file in one.tests if not (ROOT / file).exists()] == []
