"""What makes the site an app one can install: manifest, service worker, the page without a net."""

from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog

from web.house import offered_like
from web.routes import at, fresh_page, open_page

ICONS = (
    ("icons/icon-192.png", "192x192", "any"),
    ("icons/icon-512.png", "512x512", "any"),
    ("icons/maskable-512.png", "512x512", "maskable"),
)
FELT = "#123f33"
WORKER = "games/js/service-worker.js"

# The longest text of every page: packed, and not sent again as long as it is the same.
words = at("words.js", "js-words")(
    gzip_page(conditional_page(JavaScriptCatalog.as_view(packages=["games"])))
)


@fresh_page("manifest.webmanifest", "manifest")
def manifest(request: HttpRequest) -> HttpResponse:
    """The web app's manifest, in the reader's language."""
    data = {
        "id": "/",
        "name": _("%(house_name)s – rummy at your own table") % {"house_name": settings.HOUSE_NAME},
        "short_name": settings.HOUSE_NAME,
        "description": _("Gin Rommé, Deutsches Rommé and Rommé 500 with friends and bots."),
        "lang": get_language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": [
            {"src": static(f"web/{path}"), "sizes": sizes, "type": "image/png", "purpose": use}
            for path, sizes, use in ICONS
        ],
        "shortcuts": [
            {"name": _("Learn to play"), "url": "/learn/"},
            {"name": _("Wallet"), "url": "/wallet/"},
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@open_page("service-worker.js", "service-worker")
@cache_control(max_age=0, must_revalidate=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """The worker, at the root because it may only see what lies below its own address."""
    path = finders.find(WORKER)
    if not isinstance(path, str):
        raise RuntimeError(f"{WORKER} is missing from the static files")
    return HttpResponse(Path(path).read_bytes(), content_type="text/javascript; charset=utf-8")


@open_page("offline/", "offline")
def offline(request: HttpRequest) -> HttpResponse:
    """What the worker shows when nobody answers; nothing in it is anybody's own.

    The worker keeps one in each language, asked for by `?language=`.
    """
    wished = request.GET.get("language", "")
    language = offered_like(wished) or get_language() or settings.LANGUAGE_CODE
    with override(language):
        page = render(request, "offline.html")
    # Said here: otherwise the answer would claim the language of who asks, not that of the page.
    page.headers["Content-Language"] = language
    return page
