"""Django's PostgreSQL over connections that are given up when the server hangs."""

from typing import Any

from django.db.backends.postgresql import base
from psycopg import IsolationLevel

from web.database.patience import PatientConnection


class DatabaseWrapper(base.DatabaseWrapper):
    """What the runtime role connects by; migrations may take their time."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> PatientConnection:
        self.isolation_level = IsolationLevel.READ_COMMITTED
        return PatientConnection.connect(**conn_params)
