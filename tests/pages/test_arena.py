"""The arena's page: who is best, what is being played, how to take part; for everybody."""

import pytest

from accounts.joining.players import create_bot
from accounts.models import Player
from games.arena import matching as arena
from games.models import ArenaStanding
from tests.pages.browsers import browser, look

pytestmark = pytest.mark.django_db(databases=["default", "owner"])


def test_an_empty_arena_says_so_in_both_languages() -> None:
    for language, words in (("en", "Bot arena"), ("de", "Bot-Arena")):
        page = look(browser(language=language).get("/arena/"))
        assert (page.status, len(page.all("h1"))) == (200, 1)
        assert words in page.html


def test_programs_stand_by_their_rating_with_their_owners(anna: Player) -> None:
    mine = Player.objects.create(username="robbi", owner=anna)
    theirs = create_bot(name="Easy", bot_key="casual")
    ArenaStanding.objects.create(player=mine, mu=30.0, sigma=2.0, matches=9, wins=7)
    ArenaStanding.objects.create(player=theirs, mu=20.0, sigma=8.0, matches=9, wins=2)
    page = look(browser().get("/arena/"))
    assert page.html.index("robbi") < page.html.index("Easy-going")
    assert f"by {anna.name}" in page.html
    assert "of the house" in page.html


def test_its_tables_can_be_watched() -> None:
    table = arena.open_arena_table(preset="gin_palast")
    page = look(browser().get("/arena/"))
    assert page.all("a", href=f"/tables/{table.pk}/")
