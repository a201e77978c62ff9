"""Reaching the database outside Django's connections: for the play process and the dispatcher."""

from __future__ import annotations

from typing import Any

from django.db import connections

_DJANGOS_OWN = ("cursor_factory", "context", "server_side_binding")


def connection_parameters() -> dict[str, Any]:
    """What psycopg needs to reach the default database as the runtime role."""
    parameters = connections["default"].get_connection_params()
    return {key: value for key, value in parameters.items() if key not in _DJANGOS_OWN}
