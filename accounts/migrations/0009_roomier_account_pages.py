"""A round of a whole tournament changes every balance of its pages at once, in place."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_programs")]

    operations = [
        migrations.RunSQL(
            "ALTER TABLE chip_account SET (fillfactor = 50)",
            "ALTER TABLE chip_account SET (fillfactor = 70)",
        ),
    ]
