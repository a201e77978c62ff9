import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from web.database.tables_at_once import TablesAtOnce
from web.database.sql_files import read_sql
from accounts.books.privileges import grants_of


class Migration(TablesAtOnce):

    initial = True

    dependencies = [
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('plan', models.JSONField()),
                ('terms', models.JSONField(blank=True, null=True)),
                ('is_trial', models.BooleanField(db_default=False, default=False)),
                ('phase', models.CharField(choices=[('entering', 'entering'), ('running', 'running'), ('break', 'break'), ('finished', 'finished'), ('cancelled', 'cancelled')], default='entering', max_length=10)),
                ('clock', models.JSONField()),
                ('field', models.JSONField(default=dict)),
                ('wake_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.BigIntegerField(default=0)),
                ('told_up_to', models.BigIntegerField(db_default=0, default=0)),
                ('told_version', models.BigIntegerField(db_default=0, default=0)),
                ('commitment', models.CharField(blank=True, default='', max_length=64)),
                ('revealed_seed', models.CharField(blank=True, default='', max_length=256)),
                ('entrants_seed', models.CharField(blank=True, max_length=64, null=True)),
                ('occurrence', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('feeds', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fed_by', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-id',),
                'permissions': (('plan_tournament', 'Can plan and publish tournaments'), ('direct_tournament', 'Can direct every tournament')),
                'indexes': [models.Index(condition=models.Q(('phase__in', ('entering', 'running', 'break'))), fields=['wake_at'], name='tournaments_due'), models.Index(condition=models.Q(('told_version__lt', models.F('version'))), fields=['told_version'], name='tournaments_untold')],
                'constraints': [models.CheckConstraint(condition=models.Q(('phase__in', ['entering', 'running', 'break', 'finished', 'cancelled'])), name='tournaments_phase_known')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('status', models.CharField(choices=[('in', 'In'), ('out', 'Out'), ('withdrawn', 'Withdrawn')], db_default='in', default='in', max_length=10)),
                ('stack_chips', models.BigIntegerField(db_default=0)),
                ('forfeited_chips', models.BigIntegerField(db_default=0)),
                ('stack_account', models.BigIntegerField(blank=True, null=True)),
                ('table_number', models.PositiveIntegerField(blank=True, null=True)),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('moves', models.PositiveIntegerField(db_default=0)),
                ('absent_rounds', models.PositiveIntegerField(db_default=0)),
                ('heads', models.PositiveIntegerField(db_default=1)),
                ('returns', models.PositiveSmallIntegerField(db_default=0)),
                ('rebuys', models.PositiveSmallIntegerField(db_default=0)),
                ('has_add_on', models.BooleanField(db_default=False)),
                ('paid_chips', models.BigIntegerField(db_default=0)),
                ('fee_chips', models.BigIntegerField(db_default=0)),
                ('wave', models.PositiveIntegerField(db_default=0)),
                ('out_chips', models.BigIntegerField(db_default=0)),
                ('rank', models.PositiveIntegerField(blank=True, null=True)),
                ('won_chips', models.BigIntegerField(db_default=0)),
                ('has_ticket', models.BooleanField(db_default=False)),
                ('disqualified', models.BooleanField(db_default=False, default=False)),
                ('team', models.CharField(blank=True, db_default='', max_length=40)),
                ('points', models.IntegerField(db_default=0)),
                ('score', models.BigIntegerField(db_default=0)),
                ('met', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
                ('byes', models.PositiveSmallIntegerField(db_default=0)),
                ('places', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), db_default=[], default=list, size=None)),
                ('gained', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), db_default=[], default=list, size=None)),
                ('lost_stage', models.PositiveIntegerField(blank=True, null=True)),
                ('seed', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('entered_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('tournament', 'number'),
                'constraints': [models.CheckConstraint(condition=models.Q(('forfeited_chips__gte', 0), ('stack_chips__gte', 0)), name='tournaments_stack_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('seat__isnull', True), ('table_number__isnull', True)), models.Q(('seat__isnull', False), ('status', 'in'), ('table_number__isnull', False)), _connector='OR'), name='tournaments_only_who_is_in_sits')],
            },
        ),
        migrations.CreateModel(
            name='RecurringTournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('recurrence', models.JSONField()),
                ('plan', models.JSONField()),
                ('terms', models.JSONField(blank=True, null=True)),
                ('is_active', models.BooleanField(default=True)),
                ('ahead', models.PositiveSmallIntegerField(default=1)),
                ('bots', models.JSONField(blank=True, default=list)),
                ('bots_most', models.PositiveIntegerField(default=0)),
                ('bots_after_seconds', models.PositiveIntegerField(default=20)),
                ('bots_alone', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('feeds', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='fed_by', to='tournaments.recurringtournament')),
            ],
            options={
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='TournamentSecret',
            fields=[
                ('tournament', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to='tournaments.tournament')),
                ('sealed_seed', models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name='tournament',
            name='feeds_recurring',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.recurringtournament'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='recurring',
            field=models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tournaments', to='tournaments.recurringtournament'),
        ),
        migrations.CreateModel(
            name='Ticket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('value_chips', models.BigIntegerField()),
                ('state', models.CharField(choices=[('valid', 'Valid'), ('used', 'Used'), ('paid_out', 'Paid Out')], db_default='valid', default='valid', max_length=10)),
                ('turns', models.PositiveSmallIntegerField(default=0)),
                ('key', models.CharField(max_length=80, unique=True)),
                ('valid_until', models.DateTimeField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('admits_recurring', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.recurringtournament')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tickets', to=settings.AUTH_USER_MODEL)),
                ('used_for', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='ticket', to='tournaments.entry')),
                ('admits_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tickets', to='tournaments.tournament')),
                ('won_in', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tickets_won', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-id',),
                'indexes': [models.Index(condition=models.Q(('state', 'valid')), fields=['valid_until'], name='tournaments_ticket_valid')],
                'constraints': [models.CheckConstraint(condition=models.Q(('value_chips__gt', 0)), name='tournaments_ticket_worth_something'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'used'), _negated=True), ('used_for__isnull', False), _connector='OR'), name='tournaments_ticket_used_for_something')],
            },
        ),
        migrations.CreateModel(
            name='PlayedRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_number', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('pcr', models.PositiveIntegerField()),
                ('entries', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('stacks_chips', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('scores', models.JSONField(default=list)),
                ('changes_chips', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('decided_by', models.CharField(max_length=12)),
                ('capped', models.PositiveSmallIntegerField()),
                ('game_table_id', models.BigIntegerField(blank=True, null=True)),
                ('voided', models.BooleanField(db_default=False, default=False)),
                ('settled_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('id',),
                'indexes': [models.Index(condition=models.Q(('game_table_id__isnull', False)), fields=['game_table_id'], name='tournaments_round_of_table')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'table_number', 'number'), name='tournaments_round_settled_once')],
            },
        ),
        migrations.CreateModel(
            name='Level',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('pcr', models.PositiveIntegerField()),
                ('began_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='levels', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('tournament', 'number'),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='tournaments_level_once')],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='tournament',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.tournament'),
        ),
        migrations.CreateModel(
            name='DirectorCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_number', models.PositiveIntegerField(blank=True, null=True)),
                ('game_table_id', models.BigIntegerField(blank=True, null=True)),
                ('matter', models.CharField(max_length=20)),
                ('words', models.CharField(blank=True, max_length=300)),
                ('state', models.CharField(choices=[('open', 'Open'), ('taken', 'Taken'), ('closed', 'Closed')], db_default='open', default='open', max_length=10)),
                ('answer', models.CharField(blank=True, max_length=300)),
                ('called_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('id',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'closed'), _negated=True), fields=('tournament', 'player'), name='tournaments_one_call_at_a_time')],
            },
        ),
        migrations.CreateModel(
            name='DeskAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=64)),
                ('fingerprint', models.CharField(max_length=64)),
                ('kind', models.CharField(max_length=20)),
                ('remark', models.CharField(max_length=300)),
                ('facts', models.JSONField(default=dict)),
                ('entry_id', models.BigIntegerField(blank=True, null=True)),
                ('table_number', models.PositiveIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('actor', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='desk_acts', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='tournaments.deskact')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='desk_acts', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-id',),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'key'), name='tournaments_desk_act_once')],
            },
        ),
        migrations.CreateModel(
            name='CourseEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('facts', models.JSONField(default=dict)),
                ('tournament', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='course', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('id',),
                'indexes': [models.Index(fields=['tournament', 'id'], name='tournaments_course')],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=30)),
                ('code', models.CharField(max_length=60)),
                ('facts', models.JSONField(default=dict)),
                ('entry_id', models.BigIntegerField(blank=True, null=True)),
                ('table_number', models.PositiveIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('tournament', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='decisions', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('id',),
                'indexes': [models.Index(fields=['tournament', 'entry_id'], name='tournaments_decided_for'), models.Index(condition=models.Q(('kind', 'Announce')), fields=['tournament'], name='tournaments_announced')],
            },
        ),
        migrations.CreateModel(
            name='TournamentDirector',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
                ('appointed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='directs', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='directors', to='tournaments.tournament')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='tournaments_director_once')],
            },
        ),
        migrations.CreateModel(
            name='TournamentDraft',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80)),
                ('plan', models.JSONField()),
                ('offer', models.JSONField()),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('players_expected', models.PositiveIntegerField(default=32)),
                ('is_template', models.BooleanField(default=False)),
                ('forecast', models.JSONField(blank=True, null=True)),
                ('forecast_of', models.CharField(blank=True, default='', max_length=64)),
                ('forecast_asked_at', models.DateTimeField(blank=True, null=True)),
                ('forecast_tries', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('refusal', models.JSONField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='draft', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('-id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('is_template', False), ('tournament__isnull', True), _connector='OR'), name='tournaments_templates_are_not_published')],
            },
        ),
        migrations.CreateModel(
            name='TournamentTable',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('is_open', models.BooleanField(db_default=True)),
                ('size', models.PositiveSmallIntegerField(db_default=0)),
                ('resting', models.BooleanField(db_default=True)),
                ('held', models.BooleanField(db_default=False)),
                ('paused', models.BooleanField(db_default=False, default=False)),
                ('rounds', models.PositiveIntegerField(db_default=0)),
                ('pcr', models.PositiveIntegerField(db_default=0)),
                ('stage', models.PositiveIntegerField(db_default=0)),
                ('dealt', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
                ('stacks', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
                ('result', models.JSONField(blank=True, null=True)),
                ('opened_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), default=django.utils.timezone.now)),
                ('game_table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('tournament', 'number'),
                'indexes': [models.Index(condition=models.Q(('is_open', True)), fields=['tournament', 'size', 'number'], name='tournaments_tables_by_size'), models.Index(condition=models.Q(('is_open', True), ('resting', True)), fields=['tournament', '-size', 'number'], name='tournaments_tables_resting'), models.Index(condition=models.Q(('is_open', True), ('result__isnull', False)), fields=['tournament', 'number'], name='tournaments_tables_finished')],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='tournaments_table_number_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.UniqueConstraint(fields=('recurring', 'occurrence'), name='tournaments_occurrence_once'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('status', 'in'), ('table_number__isnull', True)), fields=['tournament', 'number'], name='tournaments_without_seat'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(condition=models.Q(('status', 'out')), fields=['tournament', '-wave'], name='tournaments_fallen'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='tournaments_entry_number_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'withdrawn'), _negated=True), fields=('tournament', 'player'), name='tournaments_player_enters_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(condition=models.Q(('table_number__isnull', False)), fields=('tournament', 'table_number', 'seat'), name='tournaments_seat_taken_once'),
        ),
        migrations.CreateModel(
            name='Board',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('stage', models.PositiveIntegerField()),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='board', to='games.shareddeal')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='boards', to='tournaments.tournament')),
            ],
            options={
                'ordering': ('tournament', 'number'),
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='tournaments_board_number_once')],
            },
        ),
        migrations.AddField(
            model_name='entry',
            name='checked_in_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        # Every round rewrites the rows of its table and players in place.
        migrations.RunSQL("ALTER TABLE tournaments_entry SET (fillfactor = 50)"),
        migrations.RunSQL("ALTER TABLE tournaments_tournamenttable SET (fillfactor = 50)"),
        migrations.RunSQL(read_sql("tournaments", "decided_stays")),
        grants_of("tournaments"),
    ]
