"""The embedded queue's SQL, installed like every other object of the database."""

from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from pgmq.install import get_embedded_install_sql

from config.queue import install_queue


def install(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    schema_editor.connection.ensure_connection()
    install_queue(
        schema_editor.connection.connection,
        script=get_embedded_install_sql(),
        user=settings.DATABASES["default"]["USER"],
    )


class Migration(migrations.Migration):
    dependencies = []
    operations = [migrations.RunPython(install, migrations.RunPython.noop)]
