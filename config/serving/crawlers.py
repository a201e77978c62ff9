"""What search engines may read: what is the same for everybody, nothing about people."""

from xml.sax.saxutils import escape

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.pages.lessons import game_cards
from rummy import engine
from web.addresses import absolute

PAGES = (
    "lobby", "lessons", "rules-gin", "tournaments", "league", "daily", "puzzles", "arena", "trust",
)  # fmt: skip
# Whoever plays is nobody's search result, and whatever needs a session is no page to land on.
CLOSED = (
    "/accounts/", "/admin/", "/api/", "/certificates/", "/clubs/", "/mistakes/", "/my-games",
    "/notices/", "/oauth/", "/office/", "/players/", "/profile/", "/settings/", "/tables/",
    "/tournaments/certificates/", "/tournaments/series/certificates/", "/wallet/",
)  # fmt: skip
LISTED_NS = "http://www.sitemaps.org/schemas/sitemap/0.9"


@require_safe
@cache_control(public=True, max_age=86_400)
def robots(request: HttpRequest) -> HttpResponse:
    """robots.txt: what is closed, and where the list of the rest is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in CLOSED)]
    lines += ["", f"Sitemap: {absolute(reverse('sitemap'))}", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


@require_safe
@cache_control(public=True, max_age=86_400)
def sitemap(request: HttpRequest) -> HttpResponse:
    """The pages a newcomer may land on, as search engines read them."""
    entries = "".join(f"<url><loc>{escape(absolute(path))}</loc></url>" for path in public_pages())
    xml = f'<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="{LISTED_NS}">{entries}</urlset>'
    return HttpResponse(xml, content_type="application/xml; charset=utf-8")


def public_pages() -> list[str]:
    """Paths: lobby, lessons, the book of rules with each special rule, and what is for all."""
    cards = game_cards([])
    return list(
        dict.fromkeys(
            [
                *(reverse(name) for name in PAGES),
                *(reverse("lesson", args=(card["key"],)) for card in cards),
                *(str(card["rules"]) for card in cards),
                *(reverse("rules-special", args=(key,)) for key in engine.HOUSE_RULES),
            ]
        )
    )
