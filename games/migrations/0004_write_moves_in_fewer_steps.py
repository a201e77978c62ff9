"""One index for the log instead of two; a batch that did not write what it locked fails by itself."""

import django.db.models.deletion
from django.db import migrations, models

REQUIRE_MOVED = """
CREATE FUNCTION games_require_moved(written bigint, asked bigint) RETURNS bigint
LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  IF written <> asked THEN
    RAISE EXCEPTION 'lost update: % of % tables written', written, asked USING ERRCODE = '40001';
  END IF;
  RETURN written;
END
$$
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0003_results_and_rematches")]

    operations = [
        migrations.AlterField(
            model_name="tableevent",
            name="table",
            field=models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=django.db.models.deletion.DO_NOTHING,
                related_name="events",
                to="games.table",
            ),
        ),
        migrations.RunSQL(REQUIRE_MOVED, "DROP FUNCTION games_require_moved"),
    ]
