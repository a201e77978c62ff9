"""The embedded queue, and the triggers that reach through all apps."""

from django.conf import settings
from django.db import migrations
from pgmq.install import get_embedded_install_sql

from accounts.books.privileges import grants_of
from config.broker.queue import install_queue
from web.database.sql_files import read_sql
from web.database.tables_at_once import RunInDatabase


def install(apps, schema_editor):
    schema_editor.connection.ensure_connection()
    install_queue(
        schema_editor.connection.connection,
        script=get_embedded_install_sql(),
        user=settings.WORKER_USER,
    )


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("account", "0001_initial"),
        ("accounts", "0001_initial"),
        ("games", "0001_initial"),
        ("tournaments", "0001_initial"),
        ("admin", "0001_initial"),
        ("mfa", "0001_initial"),
    ]
    operations = [
        RunInDatabase(install),
        migrations.RunSQL(read_sql("config", "notifications")),
        migrations.RunSQL(read_sql("config", "webhook_events")),
        grants_of("config"),
    ]
