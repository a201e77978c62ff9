"""Second factors that were set up before their seeds were sealed."""

from typing import Any

from django.db import migrations

from accounts.second_factor import seal, unseal, with_seeds


def seal_seeds(apps: Any, schema_editor: Any) -> None:
    _change(apps, schema_editor, seal)


def open_seeds(apps: Any, schema_editor: Any) -> None:
    _change(apps, schema_editor, unseal)


def _change(apps: Any, schema_editor: Any, change: Any) -> None:
    factors = apps.get_model("mfa", "Authenticator").objects.using(schema_editor.connection.alias)
    for factor in factors.iterator():
        factor.data = with_seeds(factor.data, change)
        factor.save(update_fields=("data",))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0009_roomier_account_pages"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(seal_seeds, open_seeds)]
