"""The page on which anybody reads why the house can be believed, and the feed of the chain."""

import datetime as dt

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_page

from backoffice.chain.reading import SHOWN, trust
from backoffice.models import ChainLink
from backoffice.running.settings import value_of
from web.routes import at, open_page

SECONDS = 30


@open_page("trust/", "trust")
@cache_page(SECONDS)
def trust_page(request: HttpRequest) -> HttpResponse:
    links = ChainLink.objects.order_by("-number")[:SHOWN]
    context = {"trust": trust(), "links": links, "shows_books": value_of("BOOKS_PUBLIC")}
    return render(request, "backoffice/trust.html", context)


class ChainFeed(Feed[ChainLink, None]):
    """The newest links: a feed reader keeps them where the house cannot change them."""

    feed_type = Atom1Feed

    def title(self) -> str:
        return _("Jeton: the chain")

    def link(self) -> str:
        return reverse("trust")

    def items(self) -> list[ChainLink]:
        return list(ChainLink.objects.order_by("-number")[:SHOWN])

    def item_title(self, item: ChainLink) -> str:
        return f"{item.number}:{item.hash}"

    def item_description(self, item: ChainLink) -> str:
        return item.content

    def item_link(self, item: ChainLink) -> str:
        return f"{reverse('trust')}#{item.number}"

    def item_updateddate(self, item: ChainLink) -> dt.datetime:
        return item.at


feed = at("trust/feed/", "trust-feed")(ChainFeed())
