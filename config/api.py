"""The root of /api/v1/: what each app brings, the OpenAPI document, and a 404 that is JSON too."""

from typing import Any

from django.urls import include, path, re_path, resolve
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from web.api.view import ApiView
from web.refusals import Refused


def _view_at(address: str) -> object:
    found = resolve(address).func
    return getattr(found, "view_class", found)


@extend_schema(exclude=True)
class Nowhere(ApiView):
    """Every other address."""

    visitors_may = ("read", "write")

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFound; Refused(address_without_slash): with the address there is."""
        address = request.path + "/"
        if not request.path.endswith("/") and _view_at(address) is not Nowhere:
            raise Refused("address_without_slash", address=address)
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
