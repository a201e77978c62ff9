"""Leave room in the pages: every round rewrites the rows of its table and players in place."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [
        migrations.RunSQL(
            [
                "ALTER TABLE tournaments_entry SET (fillfactor = 60)",
                "ALTER TABLE tournaments_tournamenttable SET (fillfactor = 50)",
            ],
            [
                "ALTER TABLE tournaments_entry RESET (fillfactor)",
                "ALTER TABLE tournaments_tournamenttable RESET (fillfactor)",
            ],
        ),
    ]
