"""A start looks whether the tables are ones that it can work with, before it works with them."""

import pytest
from django.core.management import CommandError
from django.db import connections

from config.management.commands.prepare import require_no_upgrade


@pytest.mark.django_db(databases=["default", "owner"])
def test_tables_of_before_the_first_release_are_told_apart_by_what_they_lack() -> None:
    require_no_upgrade()
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE minute_figures DROP COLUMN figures")
    with pytest.raises(CommandError, match=r"minute_figures\.figures is not there"):
        require_no_upgrade()
