"""Static files straight from where they lie: no collecting step that could be forgotten.

Browsers ask again each time and are told "not modified", so that a new version is seen at once.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from servestatic import ServeStaticASGI


def _locations() -> list[str]:
    found: list[str] = []
    for finder in get_finders():
        storages = getattr(finder, "storages", {})
        found += [storage.location for storage in storages.values() if storage.location]
    return found


def with_static_files(application: Any) -> ServeStaticASGI:
    """`application` behind the static files of every app; the first app to name a file has it."""
    served = ServeStaticASGI(application, max_age=0, autorefresh=settings.DEBUG)
    for location in reversed(_locations()):
        served.add_files(location, prefix=settings.STATIC_URL)
    return served
