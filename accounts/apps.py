"""The accounts app: people and their chips."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People and chips")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Importing them is what registers them.
        from accounts import checks, receivers  # noqa: F401
        from accounts.books import audit as audit_ledger  # noqa: F401
        from accounts.career import audit as audit_people  # noqa: F401
        from accounts.notices import kinds as notices  # noqa: F401
        from accounts.own_data import ours  # noqa: F401
        from accounts.people.refusals import declare_ours

        declare_ours()
