"""The accounts app: people and their chips."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People and chips")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Importing them is what registers them.
        from accounts import audit_ledger, audit_people, checks, notices, receivers  # noqa: F401
