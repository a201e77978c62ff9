"""The page of the books tells in words what an audit has counted; the command's names stay."""

import pytest

from accounts.audit import Figure, run_audit
from accounts.joining.players import create_player
from backoffice.models import AuditRun
from backoffice.tasks import audit_books
from backoffice.team.words import FIGURES, figures_in_words
from tests.backoffice.staff import browser, colleague
from tests.pages.browsers import look

committed = pytest.mark.django_db(transaction=True, databases=["default", "owner"])
# What scripts and the API have relied on; words may change, these may not.
NAMES = {
    *("currencies", "chips issued", "chip accounts", "postings", "transfers", "chain links"),
    "objects of the database",
    *("careers", "matches in careers", "seasons", "tables", "rounds", "events"),
    *("stake chips held", "tables being played", "tournaments", "entries", "tickets"),
    *("chip corrections", "restitutions", "staff acts"),
}


@committed
def test_every_figure_of_the_audit_has_a_name_that_stays_and_words_for_people() -> None:
    create_player(name="Anna", password="rummy-evening")
    named = {one.found.name for one in run_audit() if isinstance(one.found, Figure)}
    assert named == NAMES
    assert named == set(FIGURES)


@committed
def test_staff_read_words_in_which_chips_come_first() -> None:
    create_player(name="Anna", password="rummy-evening")
    audit_books()
    stored = AuditRun.objects.latest("pk").figures
    assert set(stored) == NAMES, "what is stored, and the API tells, are the names"
    page = look(browser(colleague("cashier")).get("/office/books/"))
    assert "Chips issued and not taken back" in page.text
    for name in ("stake chips held", "objects of the database", "matches in careers"):
        assert name not in page.text
    assert [str(words) for words, _ in figures_in_words(stored)][:2] == [
        "Chips issued and not taken back",
        "Chips held as stakes",
    ]


def test_a_figure_that_has_no_words_yet_is_shown_by_its_name_at_the_end() -> None:
    told = [(str(words), count) for words, count in figures_in_words({"zebras": 3, "tables": 2})]
    assert told == [("Tables", 2), ("zebras", 3)]
