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
        ('accounts', '0001_initial'),
        ('games', '0001_initial'),
        ('tournaments', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='BackupRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('bytes', models.PositiveBigIntegerField()),
                ('is_encrypted', models.BooleanField()),
                ('is_rehearsal', models.BooleanField()),
            ],
            options={
                'db_table': 'backup_run',
                'ordering': ('-id',),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='AuditRun',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('seconds', models.PositiveIntegerField()),
                ('faults', models.PositiveIntegerField()),
                ('first_fault', models.CharField(blank=True, default='', max_length=400)),
                ('figures', models.JSONField(default=dict)),
            ],
            options={
                'db_table': 'audit_run',
                'ordering': ('-id',),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='MinuteFigures',
            fields=[
                ('at', models.DateTimeField(primary_key=True, serialize=False)),
                ('figures', models.JSONField()),
            ],
            options={
                'db_table': 'minute_figures',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RunSetting',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('value', models.JSONField()),
                ('set_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'run_setting',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='FirstStart',
            fields=[
                ('number', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('digest', models.CharField(max_length=64)),
                ('until', models.DateTimeField()),
                ('done_at', models.DateTimeField(null=True)),
                ('owner', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'first_start',
                'default_permissions': (),
                'constraints': [models.CheckConstraint(condition=models.Q(('number', 1)), name='first_start_once'), models.CheckConstraint(condition=models.Q(models.Q(('done_at__isnull', True), ('owner__isnull', True)), models.Q(('done_at__isnull', False), ('owner__isnull', False)), _connector='OR'), name='first_start_whole')],
            },
        ),
        migrations.CreateModel(
            name='SettingWish',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('value', models.JSONField(null=True)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'setting_wish',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words_de', models.CharField(max_length=300)),
                ('words_en', models.CharField(max_length=300)),
                ('from_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'announcement',
                'ordering': ('-id',),
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('withdrawn_at__isnull', True)), fields=['until'], name='announcement_current')],
                'constraints': [models.CheckConstraint(condition=models.Q(('until__gt', models.F('from_at'))), name='announcement_has_time')],
            },
        ),
        migrations.CreateModel(
            name='ChipCorrection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount_chips', models.BigIntegerField()),
                ('reason', models.CharField(max_length=400)),
                ('status', models.CharField(choices=[('requested', 'Requested'), ('posted', 'Posted'), ('rejected', 'Rejected')], default='requested', max_length=10)),
                ('needs_second', models.BooleanField()),
                ('once', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('requested_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decision', models.CharField(blank=True, default='', max_length=400)),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.chipaccount')),
                ('counter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.chipaccount')),
                ('decided_by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('requested_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reverses', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversals', to='backoffice.chipcorrection')),
                ('transfer', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.transfer')),
            ],
            options={
                'db_table': 'chip_correction',
                'ordering': ('-id',),
                'default_permissions': (),
                'indexes': [models.Index(fields=['account', '-id'], name='correction_of_account'), models.Index(condition=models.Q(('status', 'requested')), fields=['id'], name='correction_waiting'), models.Index(condition=models.Q(('needs_second', False)), fields=['requested_by', 'requested_at'], name='correction_alone')],
                'constraints': [models.CheckConstraint(condition=models.Q(('amount_chips', 0), _negated=True), name='correction_moves'), models.CheckConstraint(condition=models.Q(('account', models.F('counter')), _negated=True), name='correction_between_two'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='correction_has_reason'), models.CheckConstraint(condition=models.Q(('status', 'rejected'), ('needs_second', False), ('decided_by__isnull', True), models.Q(('decided_by', models.F('requested_by')), _negated=True), _connector='OR'), name='correction_by_two_people'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('decided_by__isnull', True), ('status', 'requested'), ('transfer__isnull', True)), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('status', 'posted'), ('transfer__isnull', False)), models.Q(('decided_at__isnull', False), ('decided_by__isnull', False), ('status', 'rejected'), ('transfer__isnull', True)), _connector='OR'), name='correction_status_told_whole'), models.UniqueConstraint(condition=models.Q(('status', 'rejected'), _negated=True), fields=('reverses',), name='correction_reversed_once'), models.UniqueConstraint(fields=('transfer',), name='correction_posted_once'), models.UniqueConstraint(condition=models.Q(('once', ''), _negated=True), fields=('requested_by', 'once'), name='correction_asked_once')],
            },
        ),
        migrations.CreateModel(
            name='PlayerNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('words', models.CharField(max_length=1000)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'player_note',
                'ordering': ('-id',),
                'default_permissions': (),
                'indexes': [models.Index(fields=['player', '-id'], name='note_of_player')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('warning', 'Warning'), ('mute', 'Mute'), ('ban', 'Ban')], max_length=10)),
                ('reason', models.CharField(max_length=400)),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('until', models.DateTimeField(blank=True, null=True)),
                ('lifted_at', models.DateTimeField(blank=True, null=True)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'player_sanction',
                'ordering': ('-id',),
                'default_permissions': (),
                'indexes': [models.Index(fields=['player', '-id'], name='sanction_of_player'), models.Index(condition=models.Q(('kind', 'ban'), ('lifted_at__isnull', True)), fields=['until'], name='sanction_ban_ends')],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='sanction_has_reason'), models.CheckConstraint(condition=models.Q(('until__isnull', True), ('until__gt', models.F('at')), _connector='OR'), name='sanction_has_time')],
            },
        ),
        migrations.CreateModel(
            name='Seen',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('device', 'Device'), ('browser', 'Browser'), ('network', 'Network')], max_length=10)),
                ('digest', models.CharField(max_length=32)),
                ('first_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('last_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('times', models.PositiveIntegerField(db_default=1)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'player_seen',
                'default_permissions': (),
                'indexes': [models.Index(fields=['digest', 'player'], name='seen_with'), models.Index(fields=['last_at'], name='seen_last')],
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'digest'), name='seen_once')],
            },
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('act', models.CharField(max_length=40, verbose_name='act')),
                ('subject', models.CharField(blank=True, default='', max_length=120, verbose_name='on')),
                ('reason', models.CharField(blank=True, default='', max_length=400, verbose_name='reason')),
                ('before', models.JSONField(default=dict, verbose_name='before')),
                ('after', models.JSONField(default=dict, verbose_name='after')),
                ('actor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'staff act',
                'verbose_name_plural': 'staff acts',
                'db_table': 'staff_act',
                'ordering': ('-id',),
                'permissions': [('see_office', 'see office'), ('see_books', 'see books'), ('run_audit', 'run audit'), ('request_correction', 'request correction'), ('decide_correction', 'decide correction'), ('see_tables', 'see tables'), ('wake_table', 'wake table'), ('cancel_table', 'cancel table'), ('see_players', 'see players'), ('import_people', 'import people'), ('note_player', 'note player'), ('sanction_player', 'sanction player'), ('restore_access', 'restore access'), ('end_premium', 'end premium'), ('see_reports', 'see reports'), ('decide_report', 'decide report'), ('see_integrity', 'see integrity'), ('see_figures', 'see figures'), ('see_rules', 'see rules'), ('keep_rule_sets', 'keep rule sets'), ('open_house_table', 'open house table'), ('send_bots', 'send bots'), ('announce', 'announce'), ('maintain', 'maintain'), ('change_settings', 'change settings'), ('manage_webhooks', 'manage webhooks'), ('see_log', 'see log'), ('manage_team', 'manage team')],
                'default_permissions': ('view',),
                'indexes': [models.Index(fields=['subject', '-id'], name='staff_act_on'), models.Index(fields=['actor', '-id'], name='staff_act_by'), models.Index(fields=['act', '-id'], name='staff_act_kind'), models.Index(fields=['at'], name='staff_act_at')],
            },
        ),
        migrations.CreateModel(
            name='ChainLink',
            fields=[
                ('number', models.BigIntegerField(primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
                ('content', models.TextField()),
                ('previous', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
            ],
            options={
                'db_table': 'chain_link',
                'ordering': ('-number',),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='ChainRound',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_id', models.BigIntegerField(unique=True)),
            ],
            options={
                'db_table': 'chain_round',
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='Consent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('act', models.CharField(max_length=40)),
                ('kind', models.CharField(max_length=20)),
                ('number', models.BigIntegerField()),
                ('reason', models.CharField(max_length=400)),
                ('as_owner', models.BooleanField()),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('actor', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'staff_consent',
                'ordering': ('-id',),
                'default_permissions': (),
                'indexes': [models.Index(condition=models.Q(('used_at__isnull', True)), fields=['actor', 'act', 'number'], name='consent_unused'), models.Index(condition=models.Q(('as_owner', True), ('used_at__isnull', False)), fields=['-used_at'], name='consent_public')],
                'constraints': [models.CheckConstraint(condition=models.Q(('actor', models.F('by')), _negated=True), name='consent_of_another'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='consent_has_reason')],
            },
        ),
        migrations.CreateModel(
            name='RoundBehaviour',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rounds', models.PositiveSmallIntegerField()),
                ('due', models.PositiveSmallIntegerField()),
                ('held_back', models.PositiveSmallIntegerField()),
                ('least_followed', models.PositiveSmallIntegerField()),
                ('least_helpful', models.PositiveSmallIntegerField()),
                ('least_avoided', models.PositiveSmallIntegerField()),
                ('least_harmless', models.PositiveSmallIntegerField()),
                ('least_fed', models.PositiveSmallIntegerField()),
                ('expert_followed', models.PositiveSmallIntegerField()),
                ('expert_helpful', models.PositiveSmallIntegerField()),
                ('expert_avoided', models.PositiveSmallIntegerField()),
                ('expert_harmless', models.PositiveSmallIntegerField()),
                ('expert_fed', models.PositiveSmallIntegerField()),
                ('given_away', models.FloatField()),
                ('squared', models.FloatField()),
                ('opponent', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.round')),
            ],
            options={
                'db_table': 'round_behaviour',
                'default_permissions': (),
                'constraints': [models.UniqueConstraint(fields=('round', 'player'), name='round_behaviour_once')],
            },
        ),
        migrations.CreateModel(
            name='Restitution',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('winnings', 'Winnings'), ('undone', 'Undone'), ('struck', 'Struck'), ('rescored', 'Rescored')], max_length=10)),
                ('tables', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ('guilty', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), default=list, size=None)),
                ('points', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), default=list, size=None)),
                ('points_before', django.contrib.postgres.fields.ArrayField(base_field=models.IntegerField(), default=list, size=None)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('proposed', 'Proposed'), ('carried_out', 'Carried Out'), ('rejected', 'Rejected')], default='draft', max_length=12)),
                ('reason', models.CharField(blank=True, default='', max_length=400)),
                ('drafted_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('decided_at', models.DateTimeField(null=True)),
                ('decision', models.CharField(blank=True, default='', max_length=400)),
                ('counter', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.chipaccount')),
                ('decided_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('drafted_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('proposed_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reverses', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversals', to='backoffice.restitution')),
                ('sheet', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.scoresheet')),
                ('tournament', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'db_table': 'restitution',
                'ordering': ('-id',),
                'default_permissions': (),
            },
        ),
        migrations.CreateModel(
            name='RestitutionLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('owed_chips', models.BigIntegerField()),
                ('moved_chips', models.BigIntegerField()),
                ('parts', models.JSONField()),
                ('matches', models.JSONField(default=list)),
                ('rank', models.PositiveIntegerField(null=True)),
                ('new_rank', models.PositiveIntegerField(null=True)),
                ('entry', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.entry')),
                ('correction', models.OneToOneField(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='part_of', to='backoffice.chipcorrection')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('restitution', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='backoffice.restitution')),
            ],
            options={
                'db_table': 'restitution_line',
                'ordering': ('id',),
                'default_permissions': (),
            },
        ),
        migrations.AddConstraint(
            model_name='restitution',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('status', 'carried_out'), _negated=True), models.Q(('decided_by__isnull', False), ('proposed_by__isnull', False), models.Q(('decided_by', models.F('proposed_by')), _negated=True)), _connector='OR'), name='restitution_by_two_people'),
        ),
        migrations.AddConstraint(
            model_name='restitution',
            constraint=models.CheckConstraint(condition=models.Q(('status', 'draft'), ('status', 'rejected'), models.Q(('reason', ''), _negated=True), _connector='OR'), name='restitution_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='restitution',
            constraint=models.UniqueConstraint(condition=models.Q(('status', 'rejected'), _negated=True), fields=('reverses',), name='restitution_reversed_once'),
        ),
        migrations.AddConstraint(
            model_name='restitutionline',
            constraint=models.UniqueConstraint(fields=('restitution', 'player'), name='restitution_line_once_a_player'),
        ),
        migrations.RunSQL(read_sql("backoffice", "correction_cause")),
        migrations.RunSQL(read_sql("backoffice", "rights_guard")),
        migrations.RunSQL(read_sql("backoffice", "staff_guards")),
        migrations.RunSQL(read_sql("backoffice", "integrity_index")),
        migrations.RunSQL(read_sql("backoffice", "chain")),
        migrations.RunSQL(read_sql("backoffice", "consent_guards")),
        migrations.RunSQL(read_sql("backoffice", "first_start")),
        grants_of("backoffice"),
    ]
