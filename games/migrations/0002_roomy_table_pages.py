"""Leave room in the pages of tables: every move rewrites its row, and in-page updates are cheap."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial"), ("accounts", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE games_table SET (fillfactor = 40)",
            "ALTER TABLE games_table RESET (fillfactor)",
        ),
    ]
