"""Acts of the staff that cross with another transaction, as those of players do."""

import pytest
from django.db import connection

from accounts.interest import concerns_nobody

DEADLOCK = "DO $$ BEGIN RAISE EXCEPTION 'crossed' USING ERRCODE = 'deadlock_detected'; END $$"


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_an_act_that_crossed_with_another_is_done_once_more() -> None:
    attempts = []

    @concerns_nobody
    def act() -> str:
        attempts.append(connection.in_atomic_block)
        if len(attempts) == 1:
            with connection.cursor() as cursor:
                cursor.execute(DEADLOCK)
        return "done"

    assert act() == "done"
    assert attempts == [True, True]
