"""What callers are told when the database could not do its part: nothing was done, and why."""

import pytest
from django.db import OperationalError, connection

from games.api.problems import as_refusal

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
RAISES = "DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '{}'; END $$"


@pytest.mark.parametrize(
    ("condition", "code"),
    [("disk_full", "no_room"), ("lock_not_available", "busy"), ("admin_shutdown", "busy")],
)
def test_a_full_disk_is_told_apart_from_a_busy_house(condition: str, code: str) -> None:
    with connection.cursor() as cursor, pytest.raises(OperationalError) as raised:
        cursor.execute(RAISES.format(condition))
    refusal = as_refusal(raised.value)
    assert refusal is not None
    assert refusal.code == code
