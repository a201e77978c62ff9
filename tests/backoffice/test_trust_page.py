"""What everybody may read and keep: the chain's hashes, the last audit, finished rounds."""

import pytest
from django.core.cache import cache

from accounts.joining.players import create_player
from backoffice.chain import sealing
from backoffice.models import ChainLink
from backoffice.tasks import audit_books
from tests.backoffice.staff import browser
from tests.pages.browsers import look
from tests.pages.tables import finished_ring

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture
def played() -> ChainLink:
    cache.clear()  # the page is kept for half a minute, whoever asked for it
    anna, berta = (create_player(name=name, password="rummy-evening") for name in ("Anna", "Berta"))
    finished_ring(anna, berta)
    sealing.seal()
    audit_books()
    return ChainLink.objects.get()


def test_a_visitor_reads_the_head_of_the_chain_and_what_the_audit_found(played: ChainLink) -> None:
    page = look(browser().get("/trust/"))
    assert played.hash in page.text
    assert "no fault" in page.text
    told = browser().get("/api/v1/trust/").json()
    assert told["head"]["hash"] == played.hash
    assert (told["rounds"], told["audited_rounds"], told["audit"]["faults"]) == (1, 1, 0)


def test_the_page_hands_out_the_verifiers_and_leads_to_the_books(played: ChainLink) -> None:
    page = look(browser().get("/trust/"))
    for name in ("games/verify_round.py", "tournaments/verify_tournament.py"):
        assert page.all("a", href=f"/static/{name}")
    assert page.all("a", href="/books/")
    assert browser().get("/books/").status_code == 200


def test_every_page_leads_there(played: ChainLink) -> None:
    assert look(browser().get("/lobby/")).all("a", href="/trust/")


def test_the_feed_names_each_link_as_an_audit_takes_it(played: ChainLink) -> None:
    feed = browser().get("/trust/feed/")
    assert feed["content-type"].startswith("application/atom+xml")
    assert f"<title>{played.number}:{played.hash}</title>" in feed.content.decode()


def test_programs_take_the_chain_page_by_page(played: ChainLink) -> None:
    create_player(name="Carla", password="rummy-evening")
    sealing.seal()
    first = browser().get("/api/v1/trust/links/?limit=1").json()
    assert [link["number"] for link in first["results"]] == [2]
    rest = browser().get(f"/api/v1/trust/links/?before={first['next_before']}").json()
    assert rest["results"][0]["hash"] == first["results"][0]["previous"] == played.hash
    assert rest["next_before"] is None
