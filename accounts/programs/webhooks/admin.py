"""Webhooks in the back office: endpoints with their state, and the delivery log, to be read.

They are made and changed over the API, which shows a secret once.
"""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounts.admin_lists import ReadOnlyAdmin
from accounts.models import WebhookDelivery, WebhookEndpoint


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(ReadOnlyAdmin):
    list_display = ("name", "url", "is_on", "off_because", "failures", "is_slow", "created_at")
    fields = ("name", "url", "kinds", "is_on", "off_because", "failures", "is_slow", "created_by")


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnlyAdmin):
    list_display = ("id", "endpoint", "kind", "state", "attempts", "next_at", "created_at")
    list_filter = ("state", "endpoint")
    list_select_related = ("endpoint", "event")
    ordering = ("-created_at",)
    fields = ("id", "endpoint", "kind", "state", "attempts", "next_at", "ended_at")

    @admin.display(description=_("kind"))
    def kind(self, delivery: WebhookDelivery) -> str:
        return delivery.event.kind
