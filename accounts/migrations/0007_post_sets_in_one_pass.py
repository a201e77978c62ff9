"""Large sets are posted in one pass over their accounts; what both ways check stands once."""

from django.db import migrations

from accounts.sql import read


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_post_many_at_once")]

    operations = [
        migrations.RunSQL(read("ledger_post"), migrations.RunSQL.noop),
        migrations.RunSQL(read("ledger_post_set"), migrations.RunSQL.noop),
    ]
