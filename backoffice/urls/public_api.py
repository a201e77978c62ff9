"""The addresses under /api/v1/ at which anybody sees why the house can be believed."""

from django.urls import path

from backoffice.chain import api as chain

urlpatterns = [
    path("trust/", chain.TrustNow.as_view(), name="api-trust"),
    path("trust/links/", chain.ChainLinks.as_view(), name="api-trust-links"),
]
