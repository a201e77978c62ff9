"""An account of tournament chips belongs to one entry; forecasts count how often they were tried."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0006_news_told")]

    operations = [
        migrations.AddField(
            model_name="tournamentdraft",
            name="forecast_tries",
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.RunSQL(
            "UPDATE tournaments_entry SET stack_account = NULL WHERE status = 'withdrawn'",
            migrations.RunSQL.noop,
        ),
    ]
