"""The addresses of the platform; each page and operation has its own beside it."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from config.api import ROOMS, Nowhere
from config.serving.crawlers import robots, sitemap
from config.serving.health import healthz, metrics, readyz
from web.legal.views import legal_page
from web.routes import PAGES, routes

handler500 = "config.serving.faults.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("metrics", metrics, name="metrics"),
    path("robots.txt", robots, name="robots"),
    path("sitemap.xml", sitemap, name="sitemap"),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("imprint/", legal_page, {"name": "imprint"}, name="imprint"),
    path("privacy/", legal_page, {"name": "privacy"}, name="privacy"),
    path("api/v1/", include("config.api")),
    re_path(r"^api(?:/|$)", Nowhere.as_view()),  # no other version, and JSON says so
    *routes(PAGES, *ROOMS),
]
