"""Times on pages are those of whoever reads them: the browser tells its zone in a cookie."""

from urllib.parse import unquote
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from web.middleware import Middleware

COOKIE = "jeton_zone"  # written by js/prefs.js
ZONES = frozenset(available_timezones())


class ReadersZone(Middleware):
    """Middleware: pages are written in the reader's time zone, else in the house's."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = unquote(request.COOKIES.get(COOKIE, ""))
        if name not in ZONES:
            return self.get_response(request)
        with timezone.override(ZoneInfo(name)):
            return self.get_response(request)


def zones_to_choose() -> list[str]:
    """The zones people live in, by name; the others are technical or old names."""
    regions = ("Africa/", "America/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Pacific/")
    return sorted(name for name in ZONES if name.startswith(regions))
