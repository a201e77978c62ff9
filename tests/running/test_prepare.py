"""A start looks whether the tables are ones that it can work with, before it works with them."""

import pytest
from django.core.management import CommandError
from django.db import connections

from accounts.joining.players import create_player
from config.management.commands.prepare import require_no_upgrade
from tests.ledger.books import committed


@pytest.mark.django_db(databases=["default", "owner"])
def test_tables_of_before_the_first_release_are_told_apart_by_what_they_lack() -> None:
    require_no_upgrade()
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE minute_figures DROP COLUMN figures")
    with pytest.raises(CommandError, match=r"minute_figures\.figures is not there"):
        require_no_upgrade()


@committed
def test_a_house_with_people_in_it_is_not_brought_to_another_version_in_passing() -> None:
    forget = "DELETE FROM django_migrations WHERE app = 'backoffice'"
    again = "INSERT INTO django_migrations (app, name, applied) VALUES (%s, %s, now())"
    with connections["owner"].cursor() as cursor:
        cursor.execute(forget)
        try:
            require_no_upgrade()  # nobody is there: a first start was interrupted
            create_player(name="Anna", password=None)
            with pytest.raises(CommandError, match=r"Run `manage\.py upgrade` first"):
                require_no_upgrade()
            cursor.execute(again, ["backoffice", "0001_initial"])
            cursor.execute(again, ["backoffice", "0999_later"])
            with pytest.raises(CommandError, match=r"of a newer version .* backoffice\.0999_later"):
                require_no_upgrade()
        finally:
            cursor.execute(forget)
            cursor.execute(again, ["backoffice", "0001_initial"])
