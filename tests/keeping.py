"""What tests of one file begin with, made once for all of them, not for each.

The fixture `keep` makes it and commits the rows; when the file is done they are taken out again.
A test changes them as it likes, for its transaction is rolled back: this is not for tests that
commit. Each is handed a copy of its own. The file's other tests come before, and find no rows.

    @pytest.fixture(scope="module")
    def kept_match(keep: Keep) -> Table:
        return keep(a_finished_match)

    @pytest.fixture
    def match(kept_match: Table) -> Table:
        return deepcopy(kept_match)
"""

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar

import psycopg
import pytest
from pytest_django import DjangoDbBlocker

from tests.chance import deal_by_the_seed

Made = TypeVar("Made")


class Keep(Protocol):
    def __call__(self, make: Callable[[], Made]) -> Made: ...


@pytest.fixture(scope="module")
def keep(
    request: pytest.FixtureRequest,
    first_tables: psycopg.Connection[tuple[int]],
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[Keep]:
    from django.db import connection, transaction

    from tests.emptying import Emptier

    with django_db_blocker.unblock():
        empty = Emptier(str(connection.settings_dict["HOST"]))

    def made(make: Callable[[], Made]) -> Made:
        with (
            pytest.MonkeyPatch.context() as patch,
            django_db_blocker.unblock(),
            transaction.atomic(),
        ):
            deal_by_the_seed(request.node.nodeid, first_tables, patch)
            world = make()
            # As in a test: what waits for the commit, to wake or to queue something, never comes.
            connection.run_on_commit = []
        return world

    yield made
    with django_db_blocker.unblock():
        assert empty(), "what migrating left is no longer there"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A file's tests that begin with what is kept come after its others, which would find it."""
    for item in items:
        marked = item.get_closest_marker("django_db")
        if _begins_kept(item) and marked and marked.kwargs.get("transaction"):
            raise pytest.UsageError(f"{item.nodeid} commits: what is kept would be emptied with it")
    files = {path: at for at, path in enumerate(dict.fromkeys(item.path for item in items))}
    items.sort(key=lambda item: (files[item.path], _begins_kept(item)))


def _begins_kept(item: pytest.Item) -> bool:
    return "keep" in getattr(item, "fixturenames", ())
