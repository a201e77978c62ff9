"""The root of /api/v1/: what each app brings, the OpenAPI document, and a 404 that is JSON too."""

import time
from threading import Lock
from typing import Any, ClassVar

from django.conf import settings
from django.http import HttpResponse
from django.urls import path, re_path, resolve
from django.utils import translation
from django.utils.encoding import force_bytes
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerView
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from web.api.view import ApiView
from web.refusals import Refused
from web.routes import OPERATIONS, routes

ROOMS = ("accounts", "games", "backoffice", "tournaments")


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


@extend_schema(exclude=True)
class Document(SpectacularAPIView):
    """The OpenAPI document, for programs: in English.

    To write it takes a second of a processor, and whoever likes may ask for it: so it is written
    once a minute at most in each form, while the others wait for it.
    """

    kept_seconds = 60.0
    _kept: ClassVar[dict[tuple[str, str], tuple[float, bytes]]] = {}
    _writing: ClassVar = Lock()

    def get(self, request: Request, *_args: Any, **_kwargs: Any) -> HttpResponse:
        renderer = request.accepted_renderer
        name = self._get_filename(request, None)  # type: ignore[no-untyped-call]
        key = (renderer.media_type, settings.HOUSE_NAME)
        with self._writing, translation.override(settings.LANGUAGE_CODE):
            written_at, content = self._kept.get(key, (0.0, b""))
            if not content or time.monotonic() - written_at > self.kept_seconds:
                found = self._get_schema_response(request).data  # type: ignore[no-untyped-call]
                context = self.get_renderer_context()
                content = force_bytes(renderer.render(found, renderer_context=context))
                # A house that was renamed leaves nothing behind.
                for old in [one for one in self._kept if one[1] != settings.HOUSE_NAME]:
                    del self._kept[old]
                self._kept[key] = time.monotonic(), content
        kind = renderer.media_type + (f"; charset={renderer.charset}" if renderer.charset else "")
        answer = HttpResponse(content, content_type=kind)
        answer["Content-Disposition"] = f'inline; filename="{name}"'
        return answer


urlpatterns = [
    *routes(OPERATIONS, *ROOMS),
    path("schema/", Document.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    re_path(r"^", Nowhere.as_view()),
]
