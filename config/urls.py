"""The addresses of the platform; each app brings its own."""

from __future__ import annotations

from importlib.util import find_spec

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz, readyz


def _brought(prefix: str, module: str) -> list[URLResolver]:
    return [path(prefix, include(module))] if find_spec(module) else []


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    *_brought("api/v1/", "config.api"),
    *_brought("", "accounts.urls"),
    *_brought("", "games.urls"),
]
