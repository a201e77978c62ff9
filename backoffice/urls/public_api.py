"""The addresses under /api/v1/ at which anybody sees why the house can be believed."""

from django.urls import path

from backoffice.chain import api as chain
from backoffice.restitution import at_desk_api as restitutions

urlpatterns = [
    path("trust/", chain.TrustNow.as_view(), name="api-trust"),
    path(
        "tournaments/<player:tournament_id>/sheets/<player:sheet_id>/correct/",
        restitutions.CorrectAfterTheEnd.as_view(),
        name="api-correct-after-the-end",
    ),
    path("trust/links/", chain.ChainLinks.as_view(), name="api-trust-links"),
]
