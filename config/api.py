"""The root of /api/v1/: what each app brings, the OpenAPI document, and a 404 that is JSON too."""

from typing import Any

from django.urls import include, path, re_path
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from web.api.view import ApiView


@extend_schema(exclude=True)
class Nowhere(ApiView):
    """Every other address."""

    visitors_may = ("read", "write")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        raise NotFound


urlpatterns = [
    path("", include("accounts.urls.api")),
    path("", include("games.urls.api")),
    path("", include("tournaments.urls.api")),
    path("", include("backoffice.urls.public_api")),
    path("office/", include("backoffice.urls.api")),
    path("schema/", SpectacularAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    re_path(r"^", Nowhere.as_view()),
]
