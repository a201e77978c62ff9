import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
import web.whence
from django.conf import settings
from django.db import migrations, models

from accounts.books.privileges import grants_of
from web.database.tables_at_once import TablesAtOnce
from web.database.sql_files import read_sql


class Migration(TablesAtOnce):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        # First, while few tables refer to players: whatever is altered after that is rendered with
        # all that do.
        ('account', '0009_emailaddress_unique_primary_email'),
        ('admin', '0003_logentry_add_action_flag_choices'),
        ('mfa', '0003_authenticator_type_uniq'),
    ]

    operations = [
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=60)),
                ('called_after', models.CharField(blank=True, default='', max_length=30)),
                ('status', models.CharField(choices=[('open', 'Open'), ('playing', 'Playing'), ('finished', 'Finished'), ('cancelled', 'Cancelled')], default='open', max_length=10)),
                ('preset', models.CharField(max_length=40)),
                ('terms', models.JSONField()),
                ('seats_max', models.PositiveSmallIntegerField()),
                ('stake_chips', models.BigIntegerField()),
                ('is_private', models.BooleanField(default=False)),
                ('invite_code', models.CharField(blank=True, default='', max_length=24)),
                ('is_standing', models.BooleanField(default=False)),
                ('version', models.BigIntegerField(default=0)),
                ('state', models.TextField(blank=True, default='')),
                ('sheet', models.TextField(default='[]')),
                ('wake_at', models.DateTimeField(blank=True, null=True)),
                ('came_from', models.CharField(blank=True, db_default='', default='', max_length=49)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('booked_at', models.DateTimeField(blank=True, null=True)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('successor_of', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='successor', to='games.table')),
            ],
            options={
                'ordering': ('-id',),
                'indexes': [models.Index(models.F('id'), condition=models.Q(('status__in', ('open', 'playing'))), name='games_table_live'), models.Index(models.F('id'), condition=models.Q(('booked_at__isnull', True), ('status', 'finished')), name='games_table_unbooked'), models.Index(condition=models.Q(('status', 'finished')), fields=['finished_at'], name='games_table_finished')],
                'constraints': [models.CheckConstraint(condition=models.Q(('stake_chips__gte', 0)), name='games_table_stake_not_negative'), models.CheckConstraint(condition=models.Q(('status__in', ['open', 'playing', 'finished', 'cancelled'])), name='games_table_status_known'), models.CheckConstraint(condition=models.Q(('seats_max__gte', 2), ('seats_max__lte', 6)), name='games_table_seats_two_to_six')],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('service', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('beat_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='ActionReceipt',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
                ('player_id', models.BigIntegerField()),
                ('key', models.CharField(max_length=255)),
                ('table_id', models.BigIntegerField()),
                ('fingerprint', models.CharField(max_length=64)),
                ('first_event', models.BigIntegerField()),
                ('last_event', models.BigIntegerField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='games_receipt_age')],
            },
        ),
        migrations.CreateModel(
            name='ArenaStanding',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='arena', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('matches', models.PositiveIntegerField(default=0)),
                ('wins', models.PositiveIntegerField(default=0)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
            ],
            options={
                'indexes': [models.Index(fields=['-mu'], name='arena_by_strength')],
            },
        ),
        migrations.CreateModel(
            name='ChatRoom',
            fields=[
                ('table', models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.DO_NOTHING, primary_key=True, related_name='+', serialize=False, to='games.table')),
                ('last_number', models.BigIntegerField(default=0)),
                ('gallery_open', models.BooleanField(default=True)),
            ],
        ),
        migrations.CreateModel(
            name='ChatMessage',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('number', models.BigIntegerField()),
                ('channel', models.CharField(choices=[('table', 'Table'), ('gallery', 'Gallery')], max_length=10)),
                ('words', models.CharField(blank=True, default='', max_length=200)),
                ('phrase', models.CharField(blank=True, default='', max_length=40)),
                ('held_round', models.PositiveIntegerField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('hidden_at', models.DateTimeField(blank=True, null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='+', to='games.table')),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='chat_age')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('words', ''), models.Q(('phrase', ''), _negated=True)), models.Q(models.Q(('words', ''), _negated=True), ('phrase', '')), _connector='OR'), name='chat_words_or_phrase'), models.CheckConstraint(condition=models.Q(('channel__in', ['table', 'gallery'])), name='chat_channel_known')],
            },
        ),
        migrations.CreateModel(
            name='ChatReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('table_id', models.BigIntegerField(blank=True, null=True, verbose_name='table')),
                ('number', models.BigIntegerField(blank=True, null=True, verbose_name='message')),
                ('reason', models.CharField(choices=[('insult', 'insults or threats'), ('spam', 'advertising or flooding'), ('cheating', 'telling cards'), ('name', 'an offensive or misleading name'), ('conduct', 'conduct at the table'), ('unfair', 'playing in secret with others, or with help'), ('other', 'something else')], max_length=10, verbose_name='reason')),
                ('note', models.CharField(blank=True, default='', max_length=200, verbose_name='note')),
                ('context', models.JSONField(verbose_name='what was said')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('outcome', models.CharField(blank=True, choices=[('hidden', 'message hidden'), ('silenced', 'author silenced'), ('acted', 'dealt with'), ('nothing', 'nothing to object to')], default='', max_length=10, verbose_name='outcome')),
                ('handled_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='author')),
                ('handled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reported by')),
            ],
            options={
                'verbose_name': 'chat report',
                'verbose_name_plural': 'chat reports',
                'ordering': ('-id',),
                'indexes': [models.Index(condition=models.Q(('handled_at__isnull', True)), fields=['id'], name='chat_report_open')],
                'constraints': [models.UniqueConstraint(fields=('table_id', 'number', 'reporter'), name='chat_report_once'), models.UniqueConstraint(condition=models.Q(('handled_at__isnull', True), ('number__isnull', True)), fields=('author', 'reporter', 'reason'), name='person_report_once'), models.CheckConstraint(condition=models.Q(('number__isnull', True), ('table_id__isnull', False), _connector='OR'), name='chat_report_of_a_message'), models.CheckConstraint(condition=models.Q(models.Q(('handled_at__isnull', True), ('outcome', '')), models.Q(models.Q(('outcome', ''), _negated=True), ('handled_at__isnull', False)), _connector='OR'), name='chat_report_decided')],
            },
        ),
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
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service', models.CharField(max_length=20)),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('made_good_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ('id',),
                'indexes': [models.Index(fields=['ended_at'], name='games_outage_ended')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ended_at__gt', models.F('began_at'))), name='games_outage_lasts')],
            },
        ),
        migrations.CreateModel(
            name='OutboxMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(max_length=40)),
                ('payload', models.JSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('came_from', models.CharField(blank=True, db_default='', default=web.whence.whence, max_length=49)),
            ],
            options={
                'indexes': [models.Index(models.F('id'), condition=models.Q(('done_at__isnull', True)), name='games_outbox_pending')],
            },
        ),
        migrations.CreateModel(
            name='RematchOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('status', models.CharField(choices=[('open', 'Open'), ('seated', 'Seated'), ('declined', 'Declined'), ('lapsed', 'Lapsed')], default='open', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('expires_at', models.DateTimeField()),
                ('declined_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('new_table', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='rematch_of', to='games.table')),
                ('offered_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('series_start', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rematch_offers', to='games.table')),
            ],
            options={
                'ordering': ('id',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'open')), fields=('table',), name='rematch_one_open'), models.UniqueConstraint(condition=models.Q(('status', 'seated')), fields=('table',), name='rematch_one_seated'), models.CheckConstraint(condition=models.Q(models.Q(('new_table__isnull', False), ('status', 'seated')), models.Q(models.Q(('status', 'seated'), _negated=True), ('new_table__isnull', True)), _connector='OR'), name='rematch_table_when_seated'), models.CheckConstraint(condition=models.Q(('expires_at__gt', models.F('created_at'))), name='rematch_has_time')],
            },
        ),
        migrations.CreateModel(
            name='RematchConsent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('offer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='consents', to='games.rematchoffer')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('offer', 'player'), name='rematch_consent_once')],
            },
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('dealer', models.PositiveSmallIntegerField()),
                ('commitment', models.CharField(max_length=64)),
                ('client_seeds', models.JSONField(blank=True, null=True)),
                ('server_seed', models.CharField(blank=True, default='', max_length=256)),
                ('first_event', models.BigIntegerField(blank=True, null=True)),
                ('last_event', models.BigIntegerField(blank=True, null=True)),
                ('score', models.JSONField(blank=True, null=True)),
                ('prepared_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('booked_at', models.DateTimeField(blank=True, null=True)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='rounds', to='games.table')),
            ],
            options={
                'ordering': ('table', 'number'),
                'indexes': [models.Index(condition=models.Q(('booked_at__isnull', True), ('ended_at__isnull', False)), fields=['table'], name='games_round_unbooked')],
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='games_round_number_once')],
            },
        ),
        migrations.CreateModel(
            name='RoundSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('sealed_seed', models.BinaryField()),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='games_secret_once')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('stake_chips', models.BigIntegerField()),
                ('payout_chips', models.BigIntegerField(blank=True, null=True)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.table')),
            ],
            options={
                'ordering': ('table', 'number'),
                'constraints': [models.UniqueConstraint(fields=('table', 'number'), name='games_seat_taken_once'), models.UniqueConstraint(fields=('player', 'table'), name='games_player_sits_once'), models.CheckConstraint(condition=models.Q(('stake_chips__gte', 0)), name='games_seat_stake_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='TableEvent',
            fields=[
                ('pk', models.CompositePrimaryKey('table_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField()),
                ('kind', models.CharField(max_length=40)),
                ('payload', models.JSONField()),
                ('at_ms', models.BigIntegerField()),
                ('table', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, related_name='events', to='games.table')),
            ],
            options={
                'ordering': ('table', 'seq'),
            },
        ),
        migrations.CreateModel(
            name='Thought',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('hint', 'Hint'), ('review', 'Review'), ('expert', 'Expert')], max_length=10)),
                ('number', models.BigIntegerField()),
                ('asked_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('answer', models.JSONField(null=True)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'indexes': [models.Index(fields=['asked_at'], name='games_thought_age')],
                'constraints': [models.UniqueConstraint(fields=('table', 'kind', 'number'), name='games_thought_once')],
            },
        ),
        migrations.CreateModel(
            name='WaitingPlace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=64)),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('seated', 'Seated'), ('lapsed', 'Lapsed'), ('left', 'Left')], default='waiting', max_length=10)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('lapses_at', models.DateTimeField()),
                ('asked_at', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'waiting')), fields=['kind', 'id'], name='waiting_line'), models.Index(fields=['player', '-id'], name='waiting_of_player')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('status', 'waiting')), fields=('player', 'kind'), name='waiting_once_per_kind'), models.CheckConstraint(condition=models.Q(models.Q(('status', 'seated'), ('table__isnull', False)), models.Q(models.Q(('status', 'seated'), _negated=True), ('table__isnull', True)), _connector='OR'), name='waiting_seated_somewhere'), models.CheckConstraint(condition=models.Q(('lapses_at__gt', models.F('created_at'))), name='waiting_has_time')],
            },
        ),
        migrations.CreateModel(
            name='ArenaTable',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='arena', serialize=False, to='games.table')),
                ('counted_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('counted_at__isnull', True)), fields=['table'], name='arena_uncounted')],
            },
        ),
        migrations.CreateModel(
            name='TableAdmission',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='admission', serialize=False, to='games.table')),
                ('password', models.CharField(blank=True, default='', max_length=128)),
                ('min_reputation', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('min_rating', models.PositiveIntegerField(blank=True, null=True)),
                ('delay_seconds', models.PositiveSmallIntegerField(default=0)),
                ('one_round_late', models.BooleanField(default=False)),
                ('bot_accounts', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('min_reputation__isnull', True), ('min_reputation__lte', 100), _connector='OR'), name='admission_reputation_in_percent'), models.CheckConstraint(condition=models.Q(('delay_seconds__lte', 3600)), name='admission_delay_at_most_an_hour')],
            },
        ),
        # Every move rewrites its table's row, and updates within a page are cheap.
        migrations.RunSQL("ALTER TABLE games_table SET (fillfactor = 40)"),
        migrations.CreateModel(
            name='SharedDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('commitment', models.CharField(max_length=64)),
                ('sealed_seed', models.BinaryField(null=True)),
                ('server_seed', models.CharField(blank=True, default='', max_length=256)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('opened_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('opened_at', None), ('sealed_seed__isnull', False), ('server_seed', '')), models.Q(('opened_at__isnull', False), ('sealed_seed', None), models.Q(('server_seed', ''), _negated=True)), _connector='OR'), name='games_shared_deal_sealed_or_open')],
            },
        ),
        migrations.CreateModel(
            name='DailyDeal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField()),
                ('game', models.CharField(max_length=40)),
                ('deal', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='daily', to='games.shareddeal')),
            ],
        ),
        migrations.CreateModel(
            name='DailyPlay',
            fields=[
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='daily_play', serialize=False, to='games.table')),
                ('started_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('competes', models.BooleanField()),
                ('daily', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='plays', to='games.dailydeal')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='daily_plays', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('daily', 'player'), name='games_daily_played_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='dailydeal',
            constraint=models.UniqueConstraint(fields=('day', 'game'), name='games_daily_deal_of_each_game'),
        ),
        migrations.CreateModel(
            name='RoundToJudge',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='to_judge', serialize=False, to='games.round')),
            ],
        ),
        migrations.CreateModel(
            name='RoundSkill',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=20)),
                ('decisions', models.PositiveIntegerField()),
                ('lost', models.FloatField()),
                ('par', models.FloatField()),
                ('parts', models.JSONField(null=True)),
                ('habits', models.JSONField(default=dict)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='skills', to='games.round')),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'game', '-round'], name='games_skill_of_player')],
                'constraints': [models.UniqueConstraint(fields=('round', 'player'), name='games_skill_judged_once')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleStanding',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='puzzle_standing', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
                ('run', models.PositiveIntegerField(default=0)),
                ('longest', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Puzzle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=60, unique=True)),
                ('game', models.CharField(max_length=40)),
                ('theme', models.CharField(max_length=20)),
                ('content', models.JSONField()),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
            ],
            options={
                'indexes': [models.Index(fields=['game', 'mu'], name='games_puzzle_by_strength')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleOfTheDay',
            fields=[
                ('day', models.DateField(primary_key=True, serialize=False)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='days', to='games.puzzle')),
            ],
        ),
        migrations.CreateModel(
            name='Mistake',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveIntegerField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('action', models.JSONField()),
                ('better', models.JSONField()),
                ('cost', models.FloatField()),
                ('stage', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField()),
                ('learnt_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mistakes', to=settings.AUTH_USER_MODEL)),
                ('round', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='mistakes', to='games.round')),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('learnt_at', None)), fields=['player', 'due_at'], name='games_mistakes_to_learn_from')],
                'constraints': [models.UniqueConstraint(fields=('round', 'player', 'place'), name='games_mistake_made_once')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('solved', models.BooleanField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_tries', to=settings.AUTH_USER_MODEL)),
                ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='games.puzzle')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'puzzle'), name='games_puzzle_tried_once')],
            },
        ),
        migrations.CreateModel(
            name='PuzzleOfTheDayTry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('solved', models.BooleanField()),
                ('day', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='games.puzzleoftheday')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='puzzle_days', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'day'), name='games_puzzle_day_tried_once')],
            },
        ),
        migrations.CreateModel(
            name='RoundLender',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('since', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='SearchedRound',
            fields=[
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='searched', serialize=False, to='games.round')),
            ],
        ),
        migrations.AddField(
            model_name='round',
            name='shared_deal',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='games.shareddeal'),
        ),
        migrations.AddIndex(
            model_name='round',
            index=models.Index(condition=models.Q(('shared_deal__isnull', False)), fields=['shared_deal'], name='games_round_of_deal'),
        ),
        migrations.AddField(
            model_name='table',
            name='club',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tables', to='accounts.club'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('club__isnull', True), models.Q(('invite_code', ''), ('is_private', True)), _connector='OR'), name='games_table_club_is_private'),
        ),
        migrations.CreateModel(
            name='OpenTable',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'table_id', blank=True, editable=False, primary_key=True, serialize=False)),
                ('until', models.DateTimeField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
        ),
        migrations.RunSQL(read_sql("games", "lost_update")),
        migrations.RunSQL(read_sql("games", "rule_set_guard")),
        migrations.RunSQL(read_sql("games", "finished_stays")),
        grants_of("games"),
    ]
