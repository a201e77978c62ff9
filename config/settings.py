"""All settings of the platform, each one read from a typed environment variable or decided here.

`docs/settings.md` lists the variables; a test holds the two together. Without `DATABASE_URL` the
platform runs on an embedded PostgreSQL under `DATA_DIR`; with it, secrets must be given.
"""

import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext_lazy as _

from config import env
from config.cache import cache_settings
from config.embedded.places import places_from_environment
from config.embedded.roles import OWNER, WEB, WORKER
from config.plain import UNFOLD as UNFOLD
from config.postgresql.addresses import (
    databases,
    embedded_addresses,
    given_addresses,
    is_background,
    users_of,
)
from web.api.document import ENUM_NAMES, TAGS
from web.mail import mail_settings

BASE_DIR = Path(__file__).resolve().parent.parent

# --- What kind of place this is -----------------------------------------------------------------
DEBUG = env.flag("DEBUG", False)
PLACES = places_from_environment()
DATABASE_URL = env.url("DATABASE_URL", "", schemes=("postgres", "postgresql"))
EMBEDDED = not DATABASE_URL
SENTRY_DSN = env.url("SENTRY_DSN", "", schemes=("http", "https"))
OTEL_EXPORTER_OTLP_ENDPOINT = env.url("OTEL_EXPORTER_OTLP_ENDPOINT", "", schemes=("http", "https"))
BACKUP_RECIPIENTS = env.public_keys("BACKUP_RECIPIENTS")
BACKUP_DIR = Path(env.text("BACKUP_DIR", str(PLACES.data_dir / "backups")))
WAL_DIR = env.folder("WAL_DIR")
BACKUP_TO = env.url("BACKUP_TO", "", schemes=("s3",))
BACKUP_STORAGE = {
    "endpoint": env.url("AWS_ENDPOINT_URL", "", schemes=("http", "https")),
    "region": env.text("AWS_REGION", "us-east-1"),
    "access_key_id": env.text("AWS_ACCESS_KEY_ID", ""),
    "secret_access_key": env.secret("AWS_SECRET_ACCESS_KEY", "", minimum_length=8),
}
PORT = env.integer("PORT", 8000, minimum=1, maximum=65_535)
HOST = env.text("HOST", "127.0.0.1")
PUBLIC_URL = env.url("PUBLIC_URL", f"http://localhost:{PORT}", schemes=("http", "https"))


def _presets() -> list[str]:
    from rummy.engine import PRESETS  # whoever only watches others need not load the rules

    return list(PRESETS)


# How the house is called and what it offers. What is named here goes before what its owner sets.
HOUSE_NAME: str = env.text("HOUSE_NAME", "Jeton")
LANGUAGES_OFFERED = env.words("LANGUAGES_OFFERED", ("en", "de"), options=("en", "de", "de-at"))
PRESETS_OFFERED: Any = SimpleLazyObject(_presets)
if env.given("PRESETS_OFFERED"):
    PRESETS_OFFERED = env.words("PRESETS_OFFERED", (), options=tuple(_presets()))
GUESTS_WELCOME = env.flag("GUESTS_WELCOME", True)
WEB_THREADS = env.integer("WEB_THREADS", 8, minimum=1, maximum=64)
GUESTS_PER_HOUR_MAX = env.integer("GUESTS_PER_HOUR_MAX", 240, minimum=1)
WELCOMES_PER_DAY_MAX = env.integer("WELCOMES_PER_DAY_MAX", 60, minimum=0)
BOT_STAKE_CHIPS_MAX = env.integer("BOT_STAKE_CHIPS_MAX", 100, minimum=0)
SHOW_TABLES = env.integer("SHOW_TABLES", 0, minimum=0, maximum=50)
STREAMS_PER_CALLER_MAX = env.integer("STREAMS_PER_CALLER_MAX", 20, minimum=1)
LEAGUE_SEASON_DAYS = env.integer("LEAGUE_SEASON_DAYS", 28, minimum=1, maximum=366)
# What only premium members may do (PLAY-4, PLAY-5); "none" leaves everything to everybody.
_RIGHTS = ("special_rules", "rematch", "statistics")
PREMIUM_RIGHTS = env.words("PREMIUM_RIGHTS", _RIGHTS, options=(*_RIGHTS, "none"))
REMATCH_SECONDS = env.seconds("REMATCH_SECONDS", 60)
# Without a sign of life for so long the house is out of reach: clocks are put forward by it.
OUTAGE_SECONDS = env.seconds("OUTAGE_SECONDS", 10)
# How often two members may score league points at the same table; 0 sets no limit.
LEAGUE_PAIR_MATCHES_PER_DAY = env.integer("LEAGUE_PAIR_MATCHES_PER_DAY", 5, minimum=0)
LEAGUE_PAIR_MATCHES_PER_SEASON = env.integer("LEAGUE_PAIR_MATCHES_PER_SEASON", 30, minimum=0)
# How long what is about people is kept, in days; the privacy notice names these.
KEEP_TALK_DAYS = env.integer("KEEP_TALK_DAYS", 30, minimum=1)
KEEP_REPORTS_DAYS = env.integer("KEEP_REPORTS_DAYS", 365, minimum=1)
KEEP_NOTICES_DAYS = env.integer("KEEP_NOTICES_DAYS", 90, minimum=1)
KEEP_SIGN_INS_DAYS = env.integer("KEEP_SIGN_INS_DAYS", 180, minimum=1)
KEEP_DELIVERIES_DAYS = env.integer("KEEP_DELIVERIES_DAYS", 30, minimum=1)
# A folder with the operator's imprint and privacy notice; without it samples are shown.
LEGAL_DIR = env.text("LEGAL_DIR", "")
# Guests who never took a seat are retired after so many days; 0 keeps them.
IDLE_GUEST_DAYS = env.integer("IDLE_GUEST_DAYS", 30, minimum=0)
OAUTH_TOKEN_SECONDS = env.seconds("OAUTH_TOKEN_SECONDS", 3600)
# Webhooks may lie in private networks and speak plain http, push services lie there: for testing.
# Two settings, since programmers name the former and any guest names the latter.
WEBHOOK_PRIVATE_ADDRESSES = env.flag("WEBHOOK_PRIVATE_ADDRESSES", False)
PUSH_PRIVATE_ADDRESSES = env.flag("PUSH_PRIVATE_ADDRESSES", False)
ARENA_TABLES = env.integer("ARENA_TABLES", 0, minimum=0, maximum=20)
_DAILY = ("gin_palast", "german_romme", "romme_500")
DAILY_GAMES = env.words("DAILY_GAMES", _DAILY, options=(*_DAILY, "none"))
MOVES_PER_SECOND_MAX = env.integer("MOVES_PER_SECOND_MAX", 20, minimum=1)
VIEWS_PER_SECOND_MAX = env.integer("VIEWS_PER_SECOND_MAX", 40, minimum=1)
HINTS_PER_MINUTE_MAX = env.integer("HINTS_PER_MINUTE_MAX", 60, minimum=1)
WEB_PROCESSES = env.integer("WEB_PROCESSES", 1, minimum=1, maximum=12)
WORKER_PROCESSES = env.integer("WORKER_PROCESSES", 2, minimum=1, maximum=64)
# Whoever is on the staff signs in with two factors.
STAFF_TWO_FACTOR = env.flag("STAFF_TWO_FACTOR", not EMBEDDED)
# Whoever moves chips for the house has shown so many minutes ago at most who they are; 0: any time.
STAFF_FRESH_MINUTES = env.integer("STAFF_FRESH_MINUTES", 15 if STAFF_TWO_FACTOR else 0, minimum=0)
# Where signs of life go: to systemd's watchdog, or to our supervisor, which sets it itself.
NOTIFY_SOCKET = env.text("NOTIFY_SOCKET", "")
METRICS_TOKEN = env.secret("METRICS_TOKEN", "")
METRICS_DIR = env.folder("METRICS_DIR")
if METRICS_DIR:  # the library reads it when it is imported
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", METRICS_DIR)
HTTPS = PUBLIC_URL.startswith("https://")


def _kept_secret(name: str) -> str | None:
    """The embedded platform's own secret; its launcher writes it before anything is stored."""
    if not EMBEDDED:
        return None
    try:
        return PLACES.kept_secret(name.lower())
    except OSError as error:
        raise ImproperlyConfigured(
            f"{error.filename} cannot be read ({error.strerror}); set DATA_DIR to a folder of yours"
        ) from None


SECRET_KEY = env.secret("SECRET_KEY", _kept_secret("SECRET_KEY"), minimum_length=50)
SEED_KEY = env.secret("SEED_KEY", _kept_secret("SEED_KEY"))
# The key pair that push services know us by follows from it; without one nothing is pushed.
VAPID_KEY = env.secret("VAPID_KEY", _kept_secret("VAPID_KEY") or "")

# --- Who may call -------------------------------------------------------------------------------
_public_host = urlsplit(PUBLIC_URL).hostname or "localhost"
_LOCAL = ("localhost", "127.0.0.1", "[::1]")
# A demo opened to the local network is reached by names we cannot know.
_open = HOST not in env.LOOPBACK
# Whether others than this machine may reach us: then no password that everybody knows opens it.
OPEN_TO_OTHERS = _open or _public_host not in env.LOOPBACK
ALLOWED_HOSTS = env.words(
    "ALLOWED_HOSTS", ("*",) if _open and EMBEDDED else (_public_host, *_LOCAL)
)
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL.rstrip("/")]
TRUST_PROXY = env.flag("TRUST_PROXY", False)
if TRUST_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = HTTPS
# Balancers and Prometheus ask the process itself, which speaks no TLS.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_ENGINE = "accounts.signing_in.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 60 * 60 * 24 * 30
# Two copies on one machine share the host name, and cookies know no ports.
SESSION_COOKIE_NAME = "jeton_session" if HTTPS else f"jeton_session_{PORT}"
CSRF_COOKIE_NAME = "jeton_csrf" if HTTPS else f"jeton_csrf_{PORT}"
X_FRAME_OPTIONS = "DENY"

# --- What it is made of -------------------------------------------------------------------------
INSTALLED_APPS = [
    "config.apps.RunningConfig",
    "web",
    "accounts",
    "games",
    "tournaments",
    "backoffice",
    "unfold.apps.BasicAppConfig",
    "config.apps.PlainAdministration",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "config.serving.watching.Watching",
    "django.middleware.security.SecurityMiddleware",
    "config.serving.csp.ContentSecurityPolicy",
    "web.security.private.PrivatePages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "backoffice.first_start.door.FirstStartDoor",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.signing_in.sessions.SeenOn",
    "accounts.signing_in.at_the_door.KeepsDevice",
    "accounts.signing_in.language.AccountLanguage",
    "web.time.zone.ReadersZone",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "web.security.storable.StorablePages",
    "backoffice.team.middleware.StaffDoor",
    "web.security.guarding.GuardedPages",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
ASGI_APPLICATION = "config.asgi.application"
APPEND_SLASH = True

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.house.house",
            ],
        },
    },
]

# --- Database: one PostgreSQL, a role for each kind of process ------------------------------------
_POSTGRES = ("postgres", "postgresql")
# Set by our own supervisor: as which role one of its processes connects.
EMBEDDED_DATABASE_URL = env.url("EMBEDDED_DATABASE_URL", "", schemes=_POSTGRES)
LOCK_TIMEOUT_SECONDS = env.seconds("LOCK_TIMEOUT_SECONDS", 3)
STATEMENT_TIMEOUT_SECONDS = env.seconds("STATEMENT_TIMEOUT_SECONDS", 10)
DATABASE_ADDRESSES = (
    embedded_addresses(PLACES, EMBEDDED_DATABASE_URL)
    if EMBEDDED
    else given_addresses(
        web=DATABASE_URL,
        worker=env.url("DATABASE_WORKER_URL", "", schemes=_POSTGRES),
        owner=env.url("DATABASE_OWNER_URL", "", schemes=_POSTGRES),
    )
)
DATABASE_USERS = users_of(DATABASE_ADDRESSES)
WEB_USER, WORKER_USER = DATABASE_USERS[WEB], DATABASE_USERS[WORKER]
_OURS = WORKER if is_background(sys.argv, EMBEDDED_DATABASE_URL) else WEB
_IMPATIENT = (
    f"-c lock_timeout={LOCK_TIMEOUT_SECONDS}s"
    f" -c statement_timeout={STATEMENT_TIMEOUT_SECONDS}s"
    " -c idle_in_transaction_session_timeout=15s"
    # The server's half: what a client that is gone has locked is free again.
    " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3"
)
# Past a pooler that hands over connections by the transaction: where notifications are heard, and
# what is held longer than a transaction is held.
DATABASE_LISTEN_URL = env.url("DATABASE_LISTEN_URL", "", schemes=_POSTGRES)
DATABASE_REPLICA_URL = env.url("DATABASE_REPLICA_URL", "", schemes=_POSTGRES)
DATABASES = databases(
    DATABASE_ADDRESSES[_OURS],
    owner=DATABASE_ADDRESSES[OWNER],
    options=_IMPATIENT,
    past_the_pooler=DATABASE_LISTEN_URL,
    replica=DATABASE_REPLICA_URL,
)
DATABASE_ROUTERS = ["web.database.replica.Router"]
SESSIONS = "direct" if DATABASE_LISTEN_URL else "default"  # the alias of lasting ones
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- People -------------------------------------------------------------------------------------
AUTH_USER_MODEL = "accounts.Player"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
_VALIDATORS = (
    "UserAttributeSimilarityValidator",
    "MinimumLengthValidator",
    "CommonPasswordValidator",
    "NumericPasswordValidator",
)
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"} for name in _VALIDATORS
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
_TITLES = "jeton admin administrator administration moderator moderatorin mod staff support root"
_TITLES += " official offiziell operator betreiber betreiberin director turnierleitung spielleitung"
RESERVED_NAMES = env.words("RESERVED_NAMES", tuple(_TITLES.split()))  # they speak for the house
ACCOUNT_ADAPTER = "accounts.signing_in.at_the_door.Door"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_FORMS = {"signup": "accounts.joining.forms.SignupForm"}
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_MAX_EMAIL_ADDRESSES = 5
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_PREVENT_ENUMERATION = True
# A new name comes with chips, as a guest does; our adapter counts wrong passwords.
ACCOUNT_RATE_LIMITS: dict[str, str | None] = {"login": "300/m/ip", "login_failed": None}
ACCOUNT_RATE_LIMITS["signup"] = f"{GUESTS_PER_HOUR_MAX}/h/ip"
MFA_ADAPTER = "accounts.signing_in.second_factor.SealedFactors"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {"add_webauthn": "accounts.signing_in.passkeys.AddPasskeyForm"}
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not HTTPS  # browsers themselves allow it on localhost alone
MFA_TOTP_TOLERANCE = 1
globals().update(mail_settings(env.url("EMAIL_URL", "", schemes=("smtp", "smtps"))))
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", f"jeton@{_public_host}")

# --- API ----------------------------------------------------------------------------------------
REST_FRAMEWORK: dict[str, Any] = {
    # How bodies are read and what comes back is decided in `web.api.view.ApiView`.
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.identity.TokenAuthentication",
        "accounts.api.identity.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.identity.MayCall"],
    "EXCEPTION_HANDLER": "games.api.problems.answer_refusal",
    "DEFAULT_SCHEMA_CLASS": "games.api.openapi.Schema",
    # Any other `?version=` would be taken into the name of the document, as a header.
    "ALLOWED_VERSIONS": ("1",),
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Jeton",
    "DESCRIPTION": "Rummy tables, chips and tournaments.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.openapi.describe_problems",
        "games.api.openapi.close_bodies",
    ],
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
    "TAGS": TAGS,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}
# Tokens are our own model, with scopes; knox brings how they are made and hashed, not its table.
KNOX_TOKEN_MODEL = "accounts.ApiToken"  # noqa: S105 - a name
MIGRATION_MODULES = {"knox": None}
REST_KNOX = {"TOKEN_PREFIX": "jeton_", "AUTH_HEADER_PREFIX": "Token", "TOKEN_TTL": None}

# --- Languages ----------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
# A variant holds only what is said otherwise there, and is the language it belongs to in all else.
LANGUAGES = [("en", _("English")), ("de", _("German")), ("de-at", _("German (Austria)"))]
# Apart from the languages: so they go before them, whose texts go before those of libraries.
LOCALE_PATHS = [BASE_DIR / "locale" / "variants", BASE_DIR / "locale"]
USE_I18N = True
FORMAT_MODULE_PATH = "config.formats"
USE_TZ = True
TIME_ZONE = env.zone("TIME_ZONE", "Europe/Berlin")

# --- Static files -------------------------------------------------------------------------------
STATIC_URL = "/static/"

# --- Queue --------------------------------------------------------------------------------------
CELERY_BROKER_URL = env.url(
    "CELERY_BROKER_URL", "", schemes=("redis", "rediss", "amqp", "amqps", "pgmq", "memory")
)

# --- Cache: throttles and rate limits need one that all processes share ---------------------------
CACHE_URL = env.url("CACHE_URL", "", schemes=("redis", "rediss"))
CACHES: dict[str, dict[str, Any]] = {"default": cache_settings(CACHE_URL)}

# What the environment names stays as it says, whatever is set in the office.
_OURS_TO_SET = "HOUSE_NAME LANGUAGES_OFFERED PRESETS_OFFERED GUESTS_WELCOME TIME_ZONE EMAIL_URL"
GIVEN = env.given(*_OURS_TO_SET.split(), "LEGAL_DIR")

# --- Logs -----------------------------------------------------------------------------------------
LOG_LEVEL = env.choice("LOG_LEVEL", "INFO", options=("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = env.choice("LOG_FORMAT", "LINE", options=("LINE", "JSON"))
# What ticks every second would drown what matters.
_TICKING = ("celery.beat", "celery.worker.strategy", "celery.app.trace")
LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"()": "config.logs.LineFormatter"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT.lower()}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {} if LOG_LEVEL == "DEBUG" else {name: {"level": "WARNING"} for name in _TICKING},
}
