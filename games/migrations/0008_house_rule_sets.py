import django.db.models.deletion
import django.db.models.functions.datetime
from django.conf import settings
from django.db import migrations, models

# A version stays as it was stored; only that it is offered no more is written later, and once.
GUARD = """
CREATE OR REPLACE FUNCTION rule_set_refuse_change()
RETURNS trigger
LANGUAGE plpgsql
SET search_path = public, pg_temp
AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.retired_at IS NULL AND NEW.retired_at IS NOT NULL
       AND to_jsonb(OLD) - 'retired_at' = to_jsonb(NEW) - 'retired_at' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION USING ERRCODE = 'JETON', MESSAGE = 'rule_set_is_stored',
        DETAIL = jsonb_build_object('rule_set', OLD.id, 'operation', TG_OP)::text;
END
$$;

CREATE TRIGGER house_rule_set_stays
    BEFORE UPDATE OR DELETE ON house_rule_set
    FOR EACH ROW EXECUTE FUNCTION rule_set_refuse_change();
"""
NO_GUARD = """
DROP TRIGGER IF EXISTS house_rule_set_stays ON house_rule_set;
DROP FUNCTION IF EXISTS rule_set_refuse_change;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_bot_arena'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='HouseRuleSet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60)),
                ('version', models.PositiveIntegerField()),
                ('words', models.CharField(blank=True, default='', max_length=300)),
                ('preset', models.CharField(max_length=40)),
                ('house_rules', models.JSONField(default=list)),
                ('options', models.JSONField(default=dict)),
                ('digest', models.CharField(max_length=16)),
                ('stored_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('retired_at', models.DateTimeField(blank=True, null=True)),
                ('stored_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'house_rule_set',
                'ordering': ('name', '-version'),
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('name', 'version'), name='rule_set_version_once'), models.UniqueConstraint(condition=models.Q(('retired_at__isnull', True)), fields=('name',), name='rule_set_current_once'), models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='rule_set_has_name')],
            },
        ),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
