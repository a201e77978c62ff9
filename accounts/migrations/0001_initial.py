import accounts.career.models
import accounts.models
import accounts.programs.oauth.models
import accounts.joining.skeleton
import accounts.signing_in.models
import django.contrib.auth.models
import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models

from web.database.tables_at_once import TablesAtOnce
from web.database.sql_files import read_sql
from accounts.books.privileges import grants_of


class Migration(TablesAtOnce):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken.'}, max_length=30, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='name')),
                ('skeleton', accounts.joining.skeleton.SkeletonField(editable=False, max_length=120)),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('is_bot', models.BooleanField(default=False, verbose_name='bot')),
                ('bot_key', models.CharField(blank=True, max_length=40, verbose_name='bot')),
                ('language', models.CharField(blank=True, max_length=10, verbose_name='language')),
                ('preferences', models.JSONField(blank=True, db_default=models.Value({}, models.JSONField()), default=dict, editable=False)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bots', to=settings.AUTH_USER_MODEL, verbose_name='owner')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='player_name_unique', violation_error_message='This name is taken.'), models.UniqueConstraint(fields=('skeleton',), name='player_name_looks_unique', violation_error_message='This name is taken.'), models.CheckConstraint(condition=models.Q(models.Q(('is_bot', True), ('is_guest', False), models.Q(('bot_key', ''), _negated=True)), models.Q(('bot_key', ''), ('is_bot', False)), _connector='OR'), name='player_bot_has_key')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='RateWindow',
            fields=[
                ('pk', models.CompositePrimaryKey('scope', 'subject', 'started_at', blank=True, editable=False, primary_key=True, serialize=False)),
                ('scope', models.CharField(max_length=30)),
                ('subject', models.CharField(max_length=64)),
                ('started_at', models.DateTimeField()),
                ('hits', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='CacheEntry',
            fields=[
                ('cache_key', models.CharField(max_length=255, primary_key=True, serialize=False)),
                ('value', models.TextField()),
                ('expires', models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, primary_key=True, serialize=False)),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('delivered', 'Delivered'), ('failed', 'Failed')], default='pending', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('state', 'pending')), fields=['next_at'], name='webhook_deliveries_due')],
            },
        ),
        migrations.CreateModel(
            name='ApiReceipt',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
                ('player_id', models.BigIntegerField()),
                ('key', models.CharField(max_length=255)),
                ('fingerprint', models.CharField(max_length=64)),
                ('status', models.PositiveSmallIntegerField()),
                ('body', models.TextField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='accounts_receipt_age')],
            },
        ),
        migrations.CreateModel(
            name='ChipAccount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=accounts.models.account_kind_choices, max_length=20, verbose_name='kind')),
                ('ref', models.CharField(blank=True, db_default='', default='', max_length=60, verbose_name='belongs to')),
                ('currency', models.GeneratedField(db_persist=True, expression=models.Case(models.When(models.Q(models.Q(('ref', ''), _negated=True), ('kind__in', ['tournament_stack', 'mint'])), then=models.F('ref')), default=models.Value('chips')), output_field=models.CharField(max_length=60), verbose_name='currency')),
                ('balance', models.BigIntegerField(db_default=0, default=0, verbose_name='balance')),
                ('version', models.BigIntegerField(db_default=0, default=0, verbose_name='postings')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='chip_accounts', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'chip account',
                'verbose_name_plural': 'chip accounts',
                'db_table': 'chip_account',
                'constraints': [models.UniqueConstraint(fields=('kind', 'player', 'ref'), name='chip_account_identity', nulls_distinct=False), models.CheckConstraint(condition=models.Q(('kind', 'mint'), ('balance__gte', 0), _connector='OR'), name='chip_account_not_negative'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'wallet'), ('player__isnull', False), ('ref', '')), models.Q(('kind', 'tournament_stack'), ('player__isnull', False), models.Q(('ref', ''), _negated=True)), models.Q(('kind__in', ['hold', 'prize_pool']), models.Q(('ref', ''), _negated=True)), models.Q(('kind__in', ['fee', 'house', 'bonus', 'mint']), ('player__isnull', True)), _connector='OR'), name='chip_account_owner')],
            },
        ),
        migrations.CreateModel(
            name='Conduct',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'match', blank=True, editable=False, primary_key=True, serialize=False)),
                ('match', models.CharField(max_length=60)),
                ('left', models.CharField(blank=True, default='', max_length=10)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-at'], name='conduct_recent')],
            },
        ),
        migrations.CreateModel(
            name='CountedRound',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'match', 'number', blank=True, editable=False, primary_key=True, serialize=False)),
                ('match', models.CharField(max_length=60)),
                ('number', models.PositiveIntegerField()),
                ('experience', models.PositiveIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='EarnedAchievement',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
                ('key', models.CharField(max_length=40)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='achievements', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('session_key', accounts.signing_in.models.KeyDigestField(max_length=65, primary_key=True, serialize=False)),
                ('device', models.CharField(blank=True, max_length=80)),
                ('since', models.DateTimeField(null=True)),
                ('seen_on', models.DateField(null=True)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Friendship',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('accepted_at', models.DateTimeField(blank=True, null=True)),
                ('higher', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('lower', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('requested_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('lower', 'higher'), name='friendship_once'), models.CheckConstraint(condition=models.Q(('lower__lt', models.F('higher'))), name='friendship_in_id_order'), models.CheckConstraint(condition=models.Q(('requested_by', models.F('lower')), ('requested_by', models.F('higher')), _connector='OR'), name='friendship_asked_by_one_of_them')],
            },
        ),
        migrations.CreateModel(
            name='Ignored',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('chat_only', models.BooleanField(default=False)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('owner', 'other'), name='ignored_once'), models.CheckConstraint(condition=models.Q(('owner', models.F('other')), _negated=True), name='ignored_is_another')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100, unique=True, verbose_name='key')),
                ('starts_at', models.DateTimeField(verbose_name='starts')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('granted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='granted by')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'premium membership',
                'verbose_name_plural': 'premium memberships',
                'ordering': ('-ends_at',),
                'indexes': [models.Index(fields=['player', '-ends_at'], name='membership_of_player')],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='membership_has_time')],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('facts', models.JSONField(default=dict)),
                ('key', models.CharField(blank=True, default='', max_length=100)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('mail_at', models.DateTimeField(blank=True, null=True)),
                ('push_at', models.DateTimeField(blank=True, null=True)),
                ('pushed_to', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), db_default=[], default=list, size=None)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-id',),
                'indexes': [models.Index(fields=['player', '-id'], name='notice_of_player'), models.Index(condition=models.Q(('read_at__isnull', True)), fields=['player'], name='notice_unread'), models.Index(condition=models.Q(('mail_at__isnull', False)), fields=['mail_at'], name='notice_to_mail'), models.Index(condition=models.Q(('push_at__isnull', False)), fields=['push_at'], name='notice_to_push')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('key', ''), _negated=True), fields=('player', 'key'), name='notice_told_once')],
            },
        ),
        migrations.CreateModel(
            name='NoticeWish',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'kind', blank=True, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=40)),
                ('by_mail', models.BooleanField(null=True)),
                ('by_push', models.BooleanField(null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='OAuthApp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('client_id', models.CharField(default=accounts.programs.oauth.models.new_client_id, max_length=40, unique=True)),
                ('name', models.CharField(max_length=60)),
                ('redirect_uris', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=300), size=None)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='oauth_apps', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('id',),
            },
        ),
        migrations.CreateModel(
            name='OAuthGrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), size=None)),
                ('redirect_uri', models.CharField(max_length=300)),
                ('challenge', models.CharField(max_length=128)),
                ('code_digest', models.CharField(max_length=128, unique=True)),
                ('code_until', models.DateTimeField()),
                ('is_code_used', models.BooleanField(default=False)),
                ('refresh_digest', models.CharField(blank=True, default='', max_length=128)),
                ('spent_digest', models.CharField(blank=True, default='', max_length=128)),
                ('refresh_until', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('app', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='grants', to='accounts.oauthapp')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='oauth_grants', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('spent_digest', ''), _negated=True), fields=['spent_digest'], name='oauth_spent')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('refresh_digest', ''), _negated=True), fields=('refresh_digest',), name='oauth_refresh_once')],
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('digest', models.CharField(max_length=128, primary_key=True, serialize=False)),
                ('token_key', models.CharField(db_index=True, max_length=25)),
                ('created', models.DateTimeField(auto_now_add=True)),
                ('expiry', models.DateTimeField(blank=True, null=True)),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), size=None, verbose_name='scopes')),
                ('last_used', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('confirmed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('grant', models.OneToOneField(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='token', to='accounts.oauthgrant')),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
            },
        ),
        migrations.CreateModel(
            name='PremiumTicket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=20, unique=True, verbose_name='code')),
                ('days', models.PositiveSmallIntegerField(verbose_name='days')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('expires_at', models.DateTimeField(blank=True, null=True, verbose_name='valid until')),
                ('redeemed_at', models.DateTimeField(blank=True, null=True, verbose_name='redeemed')),
                ('issued_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='issued by')),
                ('redeemed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='redeemed by')),
            ],
            options={
                'verbose_name': 'premium ticket',
                'verbose_name_plural': 'premium tickets',
                'ordering': ('-id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('days__gte', 1), ('days__lte', 3660)), name='premium_ticket_days')],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(unique=True, verbose_name='number')),
                ('starts_at', models.DateTimeField(verbose_name='starts')),
                ('ends_at', models.DateTimeField(verbose_name='ends')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
            ],
            options={
                'verbose_name': 'season',
                'verbose_name_plural': 'seasons',
                'ordering': ('-number',),
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at__gt', models.F('starts_at'))), name='season_has_time'), models.UniqueConstraint(models.ExpressionWrapper(models.Q(('closed_at__isnull', True)), output_field=models.BooleanField()), condition=models.Q(('closed_at__isnull', True)), name='season_one_open')],
            },
        ),
        migrations.CreateModel(
            name='MatchRecord',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'match', blank=True, editable=False, primary_key=True, serialize=False)),
                ('match', models.CharField(max_length=60)),
                ('game', models.CharField(max_length=40)),
                ('opponents', django.contrib.postgres.fields.ArrayField(base_field=models.BigIntegerField(), size=None)),
                ('place', models.PositiveSmallIntegerField()),
                ('won', models.BooleanField()),
                ('training', models.BooleanField()),
                ('league_points', models.PositiveIntegerField(blank=True, null=True)),
                ('mu', models.FloatField(blank=True, null=True)),
                ('sigma', models.FloatField(blank=True, null=True)),
                ('rating_change', models.IntegerField(blank=True, null=True)),
                ('rated_as', models.PositiveIntegerField(blank=True, null=True)),
                ('at', models.DateTimeField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.season')),
            ],
            options={
                'indexes': [models.Index(fields=['match'], name='match_record_match'), models.Index(fields=['player', '-at'], name='match_record_recent')],
            },
        ),
        migrations.CreateModel(
            name='CareerAmendment',
            fields=[
                ('pk', models.CompositePrimaryKey('player_id', 'match', 'cause', blank=True, editable=False, primary_key=True, serialize=False)),
                ('match', models.CharField(max_length=60)),
                ('cause', models.CharField(max_length=60)),
                ('rating_change', models.IntegerField()),
                ('league_points', models.IntegerField()),
                ('wins', models.SmallIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='accounts.season')),
            ],
            options={
                'indexes': [models.Index(fields=['cause'], name='career_amendment_cause')],
            },
        ),
        migrations.CreateModel(
            name='SeasonStanding',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('division', models.PositiveSmallIntegerField(default=4, verbose_name='division')),
                ('points', models.PositiveIntegerField(default=0, verbose_name='league points')),
                ('matches', models.PositiveIntegerField(default=0, verbose_name='matches')),
                ('wins', models.PositiveIntegerField(default=0, verbose_name='wins')),
                ('place', models.PositiveIntegerField(blank=True, null=True, verbose_name='place')),
                ('move', models.CharField(blank=True, choices=accounts.career.models.move_choices, max_length=10, verbose_name='afterwards')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='standings', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('season', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='standings', to='accounts.season', verbose_name='season')),
            ],
            options={
                'verbose_name': 'standing',
                'verbose_name_plural': 'standings',
                'indexes': [models.Index(fields=['season', 'division', '-points', '-wins', 'matches', 'player'], name='standing_order')],
                'constraints': [models.UniqueConstraint(fields=('season', 'player'), name='standing_once_a_season'), models.CheckConstraint(condition=models.Q(('division__gte', 1), ('division__lte', 4)), name='standing_division_known')],
            },
        ),
        migrations.CreateModel(
            name='Silence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('by', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='silences', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'silence',
                'verbose_name_plural': 'silences',
                'ordering': ('-id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('until__gt', models.F('created_at'))), name='silence_has_time')],
            },
        ),
        migrations.CreateModel(
            name='Transfer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=200, verbose_name='key')),
                ('kind', models.CharField(max_length=30, verbose_name='kind')),
                ('memo', models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict, verbose_name='memo')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name='at')),
                ('actor', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'transfer',
                'verbose_name_plural': 'transfers',
                'db_table': 'chip_transfer',
                'constraints': [models.UniqueConstraint(fields=('key',), name='chip_transfer_key'), models.CheckConstraint(condition=models.Q(('key', ''), _negated=True), name='chip_transfer_has_key'), models.CheckConstraint(condition=models.Q(('kind__regex', '^[a-z][a-z_]*$')), name='chip_transfer_kind_word')],
            },
        ),
        migrations.CreateModel(
            name='Posting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('balance_after', models.BigIntegerField(verbose_name='balance after')),
                ('account_version', models.BigIntegerField(verbose_name='number')),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='accounts.chipaccount', verbose_name='chip account')),
                ('transfer', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='postings', to='accounts.transfer', verbose_name='transfer')),
            ],
            options={
                'verbose_name': 'posting',
                'verbose_name_plural': 'postings',
                'db_table': 'chip_posting',
                'constraints': [models.UniqueConstraint(fields=('account', 'account_version'), name='chip_posting_version'), models.UniqueConstraint(fields=('transfer', 'account'), name='chip_posting_one_line'), models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='chip_posting_moves'), models.CheckConstraint(condition=models.Q(('account_version__gte', 1)), name='chip_posting_counted')],
            },
        ),
        migrations.CreateModel(
            name='WebhookAttempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('error', models.CharField(blank=True, default='', max_length=60)),
                ('millis', models.PositiveIntegerField()),
                ('answer', models.CharField(blank=True, default='', max_length=300)),
                ('delivery', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='tries', to='accounts.webhookdelivery')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('delivery', 'number'), name='webhook_attempt_once')],
            },
        ),
        migrations.CreateModel(
            name='WebhookEndpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('url', models.CharField(max_length=500)),
                ('name', models.CharField(max_length=60)),
                ('kinds', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=40), size=None)),
                ('sealed_secret', models.BinaryField()),
                ('sealed_old_secret', models.BinaryField(blank=True, null=True)),
                ('old_until', models.DateTimeField(blank=True, null=True)),
                ('is_on', models.BooleanField(default=True)),
                ('off_because', models.CharField(blank=True, default='', max_length=40)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('is_slow', models.BooleanField(default=False)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('created_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('id',),
            },
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='endpoint',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='accounts.webhookendpoint'),
        ),
        migrations.CreateModel(
            name='WebhookEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('key', models.CharField(max_length=120, unique=True)),
                ('facts', models.JSONField(default=dict)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('is_handed_out', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('is_handed_out', False)), fields=['id'], name='webhook_events_to_hand_out'), models.Index(fields=['at'], name='webhook_events_by_age')],
            },
        ),
        migrations.AddField(
            model_name='webhookdelivery',
            name='event',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='accounts.webhookevent'),
        ),
        migrations.CreateModel(
            name='Career',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='career', serialize=False, to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('experience', models.BigIntegerField(default=0, verbose_name='experience points')),
                ('rounds_played', models.PositiveIntegerField(default=0, verbose_name='rounds played')),
                ('rounds_won', models.PositiveIntegerField(default=0, verbose_name='rounds won')),
                ('matches_played', models.PositiveIntegerField(default=0, verbose_name='matches played')),
                ('matches_won', models.PositiveIntegerField(default=0, verbose_name='matches won')),
                ('streak', models.PositiveIntegerField(default=0, verbose_name='wins in a row')),
                ('best_streak', models.PositiveIntegerField(default=0, verbose_name='longest row of wins')),
                ('rated_matches', models.PositiveIntegerField(default=0, verbose_name='rated matches')),
                ('promotions', models.PositiveIntegerField(default=0, verbose_name='promotions')),
                ('seasons_won', models.PositiveIntegerField(default=0, verbose_name='seasons won')),
                ('feats', models.JSONField(default=dict, verbose_name='feats')),
                ('mu', models.FloatField(default=25.0)),
                ('sigma', models.FloatField(default=8.333333333333334)),
            ],
            options={
                'verbose_name': 'career',
                'verbose_name_plural': 'careers',
                'indexes': [models.Index(fields=['-mu'], name='career_strength')],
            },
        ),
        migrations.AddConstraint(
            model_name='webhookdelivery',
            constraint=models.UniqueConstraint(fields=('endpoint', 'event'), name='webhook_delivered_once'),
        ),
        migrations.CreateModel(
            name='Club',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('skeleton', models.CharField(editable=False, max_length=160)),
                ('about', models.CharField(blank=True, default='', max_length=500, verbose_name='about')),
                ('joining', models.CharField(choices=[('open', 'Everybody may join at once'), ('ask', 'Whoever wants to join asks an organiser'), ('invited', 'By invitation only')], default='ask', max_length=10, verbose_name='joining')),
                ('link_code', models.CharField(blank=True, default='', editable=False, max_length=24)),
                ('link_until', models.DateTimeField(blank=True, editable=False, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
            ],
            options={
                'verbose_name': 'club',
                'verbose_name_plural': 'clubs',
                'ordering': ('-id',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at__isnull', True)), fields=('skeleton',), name='club_name_looks_unique'), models.UniqueConstraint(condition=models.Q(('link_code', ''), _negated=True), fields=('link_code',), name='club_link_is_of_one'), models.CheckConstraint(condition=models.Q(('joining__in', ['open', 'ask', 'invited'])), name='club_joining_known')],
            },
        ),
        migrations.CreateModel(
            name='ClubDoor',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('invited', 'invited'), ('asks', 'asks to join'), ('kept_out', 'kept out')], max_length=10)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='door', to='accounts.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='club_doors', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('at', 'id'),
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='club_door_once'), models.CheckConstraint(condition=models.Q(('state__in', ['invited', 'asks', 'kept_out'])), name='club_door_state_known')],
            },
        ),
        migrations.CreateModel(
            name='ClubMember',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'Owner'), ('organiser', 'Organiser'), ('member', 'Member')], default='member', max_length=10)),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='members', to='accounts.club')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='clubs', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('joined_at', 'id'),
                'constraints': [models.UniqueConstraint(fields=('club', 'player'), name='club_member_once'), models.UniqueConstraint(condition=models.Q(('role', 'owner')), fields=('club',), name='club_owner_is_one'), models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'member'])), name='club_role_known')],
            },
        ),
        migrations.CreateModel(
            name='ClubReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('handled_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='accounts.club')),
                ('reporter', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('id',),
                'constraints': [models.UniqueConstraint(condition=models.Q(('handled_at__isnull', True)), fields=('club', 'reporter'), name='club_reported_once')],
            },
        ),
        migrations.CreateModel(
            name='PushDevice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('endpoint', models.CharField(max_length=1000, unique=True)),
                ('p256dh', models.CharField(max_length=90)),
                ('auth', models.CharField(max_length=30)),
                ('house_key', models.CharField(max_length=90)),
                ('name', models.CharField(blank=True, max_length=80)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('used_at', models.DateTimeField(blank=True, null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('is_slow', models.BooleanField(default=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='push_devices', to=settings.AUTH_USER_MODEL)),
                ('session', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='push_device', to='accounts.session')),
                ('token', models.OneToOneField(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='push_device', to='accounts.apitoken')),
            ],
            options={
                'ordering': ('id',),
                'constraints': [models.CheckConstraint(condition=models.Q(('session', None), ('token', None), _connector='XOR'), name='push_device_came_by_one_way')],
            },
        ),
        migrations.CreateModel(
            name='QuietHours',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='+', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('begins', models.TimeField()),
                ('ends', models.TimeField()),
                ('zone', models.CharField(max_length=64)),
            ],
        ),
        # Counters may be lost in a crash; so they need not be written twice.
        migrations.RunSQL("ALTER TABLE accounts_ratewindow SET UNLOGGED"),
        # A round of a whole tournament changes every balance of its pages at once, in place.
        migrations.RunSQL("ALTER TABLE chip_account SET (fillfactor = 50)"),
        *(
            migrations.RunSQL(read_sql("accounts", name))
            for name in ("append_only", "ledger_account", "ledger_post", "ledger_causes", "ledger_post_set", "ledger_guards")
        ),
        grants_of("accounts"),
    ]
