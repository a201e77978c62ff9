"""100,000 ranks touch no index: none knows the rank, and the pages have room for it.

Their reasons are written under the tournament's lock, and do not look for it one by one.
"""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0007_one_stack_each")]

    operations = [
        migrations.RemoveIndex(model_name="entry", name="tournaments_fallen"),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                fields=["tournament", "-wave"],
                condition=models.Q(("status", "out")),
                name="tournaments_fallen",
            ),
        ),
        migrations.AlterField(
            model_name="decision",
            name="tournament",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="decisions",
                to="tournaments.tournament",
            ),
        ),
        migrations.RunSQL(
            "ALTER TABLE tournaments_entry SET (fillfactor = 50)",
            "ALTER TABLE tournaments_entry SET (fillfactor = 60)",
        ),
    ]
