"""docs/promises.md promises what is put to the test, and nothing else; it can be put to it."""

import re

from tests.architecture.sources import ROOT
from tests.promises import PROMISES
from tests.promises.house import balancers_config

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


def test_the_balancer_is_set_up_as_deploy_says_also_where_there_is_none() -> None:
    """Else nobody would see that the trials have another file in mind, until they are run."""
    config = balancers_config(80, 8001, 8002, 8003)
    assert [config.count(f"127.0.0.1:{port}\n") for port in (80, 8001, 8002, 8003)] == [1, 2, 2, 2]
