"""How the plain administration (Django's, by Unfold) looks: in the house's colours."""

from typing import Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _

_PAPER = {"50": "250 247 240", "100": "244 238 225", "200": "232 222 202", "300": "212 198 170"}
_INK = {"400": "150 150 136", "500": "110 122 112", "600": "82 96 88", "700": "55 70 62"}
UNFOLD: dict[str, Any] = {
    "SITE_TITLE": lambda request: settings.HOUSE_NAME,
    "SITE_HEADER": lambda request: settings.HOUSE_NAME,
    "SITE_URL": "/office/",
    "SHOW_VIEW_ON_SITE": False,
    "STYLES": [lambda request: f"{settings.STATIC_URL}backoffice/plain.css"],
    "COLORS": {
        "base": _PAPER | _INK | {"800": "35 48 42", "900": "23 33 29", "950": "15 23 20"},
        "primary": {
            "50": "236 246 241",
            "100": "209 232 222",
            "200": "163 209 190",
            "300": "112 181 155",
            "400": "64 147 118",
            "500": "38 116 90",
            "600": "23 80 63",
            "700": "18 63 51",
            "800": "14 50 40",
            "900": "11 42 33",
            "950": "6 26 20",
        },
    },
    "SIDEBAR": {
        "show_search": True,
        "show_all_applications": True,
        "navigation": [
            {"items": [{"title": _("Back office"), "icon": "storefront", "link": "/office/"}]}
        ],
    },
}
