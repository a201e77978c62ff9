"""The ledger's functions and guards, and what the running application may do with them."""

from django.db import migrations

from accounts.privileges import grant_runtime_role, runtime_role
from accounts.sql import read

DROP_FUNCTIONS = """
DROP TRIGGER IF EXISTS chip_transfer_balances ON chip_transfer;
DROP TRIGGER IF EXISTS chip_transfer_stays ON chip_transfer;
DROP TRIGGER IF EXISTS chip_posting_stays ON chip_posting;
DROP TRIGGER IF EXISTS chip_account_stays ON chip_account;
DROP FUNCTION IF EXISTS ledger_refuse_change, ledger_require_balance, ledger_post_many,
    ledger_post, ledger_replay, ledger_move, ledger_refuse_line, ledger_check, ledger_lines,
    ledger_refuse, ledger_account;
"""


def grant(apps, schema_editor):
    grant_runtime_role(schema_editor.connection, role=runtime_role())


class Migration(migrations.Migration):

    dependencies = [("accounts", "0001_initial")]

    operations = [
        migrations.RunSQL(
            [read("ledger_account"), read("ledger_post"), read("ledger_guards")], DROP_FUNCTIONS
        ),
        migrations.RunPython(grant, migrations.RunPython.noop),
    ]
