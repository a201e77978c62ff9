"""System check: is the ledger safe from the running application?"""

from collections.abc import Sequence
from typing import Any

from django.core import checks
from django.core.checks import CheckMessage, Tags, register
from django.db import connections

_MAY_WRITE_SQL = """
    SELECT has_table_privilege(to_regclass('public.chip_posting'), 'INSERT, UPDATE, DELETE')
"""


@register(Tags.database)
def check_ledger_is_read_only(
    *, databases: Sequence[str] | None = None, **_kwargs: Any
) -> list[CheckMessage]:
    """accounts.W001: the runtime role could write what only `ledger_post` should."""
    if "default" not in (databases or ()):
        return []
    with connections["default"].cursor() as cursor:
        cursor.execute(_MAY_WRITE_SQL)
        (may_write,) = cursor.fetchone()
    if not may_write:
        return []
    return [
        checks.Warning(
            "The running application's database role may write the chip ledger.",
            hint="Give DATABASE_URL a role of its own and set DATABASE_OWNER_URL for migrations:"
            " see docs/ledger.md.",
            id="accounts.W001",
        )
    ]
