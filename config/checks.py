"""System checks of how the platform is run: what would cost chips or sleep is said at the start."""

from collections.abc import Sequence
from itertools import product
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Tags, register
from django.db import connections

from backoffice.running import board
from web.legal.reading import NAMES, legal_text, placeholders

_DURABLE = ("fsync", "full_page_writes", "synchronous_commit")


@register(Tags.security, deploy=True)
def check_addresses(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """A public site is named, and by https."""
    if settings.HTTPS or settings.EMBEDDED:
        return []
    return [
        checks.Warning(
            "PUBLIC_URL does not start with https://",
            hint="cookies and cards would travel in the open",
            id="config.W001",
        )
    ]


@register(Tags.security, deploy=True)
def check_roles(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """What web and worker may do is kept apart."""
    if settings.WEB_USER != settings.WORKER_USER:
        return []
    return [
        checks.Warning(
            f"{settings.WEB_USER} is the role of web and worker in one",
            hint="whoever breaks into the web process may then settle tournaments, seal the chain, "
            "write audits and ratings and send tasks, and a worker may write corrections, the "
            "staff's log and sessions; give DATABASE_WORKER_URL a role of its own",
            id="config.W002",
        )
    ]


@register(Tags.security, deploy=True)
def check_legal_texts(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """Whoever runs a public site says who they are and what they store."""
    found: list[CheckMessage] = []
    board.refresh_if_old()  # what the owner has written in the office
    for name, (language, _words) in product(NAMES, settings.LANGUAGES):
        open_ones = placeholders(legal_text(name, language))
        if open_ones:
            found.append(
                checks.Error(
                    f"{name}.{language}.txt is not filled in: {open_ones[0]} and "
                    f"{len(open_ones) - 1} more",
                    hint="copy the samples of web/legal to a folder of yours, fill them in, and "
                    "name the folder by LEGAL_DIR",
                    id="config.E003",
                )
            )
    return found


@register(Tags.database, deploy=True)
def check_database(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None, **_: Any
) -> list[CheckMessage]:
    """The running role owns nothing, and an acknowledged commit is on disk."""
    if "default" not in (databases or ()):
        return []
    found: list[CheckMessage] = []
    with connections["default"].cursor() as cursor:
        cursor.execute("select rolsuper from pg_roles where rolname = current_user")
        if cursor.fetchone() == (True,):
            found.append(
                checks.Error(
                    "DATABASE_URL connects as a superuser",
                    hint="`manage.py setup_database` makes a role for the running platform",
                    id="config.E001",
                )
            )
        for name in _DURABLE:
            cursor.execute(f"show {name}")
            if cursor.fetchone() == ("off",):
                found.append(
                    checks.Error(
                        f"{name} is off: acknowledged moves could be lost", id="config.E002"
                    )
                )
    return found
