"""The back office: how staff run the house, see what goes on in it, and answer for what they do."""

from django.apps import AppConfig, apps
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class BackofficeConfig(AppConfig):
    name = "backoffice"
    verbose_name = _("Back office")

    def ready(self) -> None:
        # Importing them is what registers them.
        from accounts.books.reasons import TELLERS
        from accounts.signing_in.at_the_door import BANS
        from backoffice import interest, notice_kinds, own_data, receivers, tasks  # noqa: F401
        from backoffice.books import audit  # noqa: F401
        from backoffice.books.auditing import AUDIT_ASKED
        from backoffice.chain import audit as chain_audit  # noqa: F401
        from backoffice.people.sanctions import ban_of
        from backoffice.refusals import declare_ours
        from backoffice.restitution import telling
        from backoffice.team import consents  # noqa: F401
        from backoffice.team.roles import sync_roles
        from games.running.dispatcher import FOLLOWS
        from web import slots

        declare_ours()
        BANS.append(ban_of)
        TELLERS.append(telling.whys)
        slots.fill("banner", "backoffice/in_banner.html")
        slots.fill("foot", "backoffice/in_foot.html")
        slots.fill("desk_entering", "backoffice/at_desk.html")
        slots.fill("result_after_the_end", "backoffice/at_result.html")
        FOLLOWS[AUDIT_ASKED] = tasks.audit_books
        # Once, when the last of all apps has its permissions.
        last = [one for one in apps.get_app_configs() if one.models_module][-1]
        post_migrate.connect(sync_roles, sender=last, dispatch_uid="backoffice.roles")
