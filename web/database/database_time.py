"""The time by which deadlines are judged: one clock for all processes of a platform."""

import datetime as dt

from web.database.sql import row


def database_now() -> dt.datetime:
    """The database's clock at this moment; it goes on within a transaction."""
    found: dt.datetime
    (found,) = row("SELECT clock_timestamp()")
    return found
