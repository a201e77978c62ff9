"""What a table asks of who wants to sit down, whom its code invites, how late spectators see it."""

from __future__ import annotations

import secrets

from games.models import Table, TableAdmission


def admission_of(table_id: int) -> TableAdmission | None:
    """The table's admission, if it is not simply open."""
    return TableAdmission.objects.filter(pk=table_id).first()


def invites(table: Table, invite_code: str) -> bool:
    """Whether this is the table's invitation code."""
    code = table.invite_code.encode()
    return bool(code) and secrets.compare_digest(code, invite_code.encode())
