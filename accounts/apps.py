"""The accounts app: people and their chips."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People and chips")

    def ready(self) -> None:
        # Importing them is what registers them.
        from accounts import checks, receivers  # noqa: F401
        from accounts.books import audit as audit_ledger  # noqa: F401
        from accounts.career import audit as audit_people  # noqa: F401
        from accounts.clubs import notice_kinds as club_notices  # noqa: F401
        from accounts.clubs.keeping import part_for_good
        from accounts.clubs.refusals import declare_clubs
        from accounts.notices import kinds as notices  # noqa: F401
        from accounts.own_data import ours  # noqa: F401
        from accounts.own_data.erasing import parts_with
        from accounts.people.refusals import declare_ours

        declare_ours()
        declare_clubs()
        parts_with(part_for_good)
