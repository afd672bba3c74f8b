"""Settings, all from environment variables; none set = the embedded default.

docs/settings in README.md lists every variable. Production (``MJCLUB_ENV=production``)
refuses to start without its secrets; everything else has a working default.
"""

import datetime as dt
import os
from pathlib import Path
from typing import Any

import environ
from celery.schedules import crontab
from django.utils.translation import gettext_lazy as _
from kombu import Exchange, Queue
from kombu.transport import TRANSPORT_ALIASES

from mjclub import queues
from mjclub.safety import RefusedSettingsError, unreadable, unsafe
from mjclub.secrets import embedded_secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

PRODUCTION = env.str("MJCLUB_ENV", default="embedded") == "production"
DEBUG = env.bool("MJCLUB_DEBUG", default=False)
VAR_DIR = Path(env.str("MJCLUB_VAR", default=str(BASE_DIR / "var")))
VAR_DIR.mkdir(parents=True, exist_ok=True)

# --- secrets and hosts -------------------------------------------------------------------

PUBLIC_URL = env.str("MJCLUB_PUBLIC_URL", default="")
ALLOWED_HOSTS: list[str] = env.list("MJCLUB_ALLOWED_HOSTS", default=[])
CSRF_TRUSTED_ORIGINS: list[str] = env.list(
    "MJCLUB_TRUSTED_ORIGINS", default=[PUBLIC_URL] if PUBLIC_URL else []
)
problems = unreadable(os.environ)
if PRODUCTION:
    problems += unsafe(os.environ, debug=DEBUG)
if problems:
    raise RefusedSettingsError(" ".join(problems))
if PRODUCTION:
    SECRET_KEY = env.str("MJCLUB_SECRET_KEY")
else:
    SECRET_KEY = env.str("MJCLUB_SECRET_KEY", default="") or embedded_secret(VAR_DIR)
    ALLOWED_HOSTS = ALLOWED_HOSTS or ["localhost", "127.0.0.1", "[::1]"]

HTTPS = PUBLIC_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if PRODUCTION and HTTPS else None
SECURE_SSL_REDIRECT = PRODUCTION and HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION and HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
# Table links carry their token in the address: it must never leave the site as a referrer.
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"

# --- applications ------------------------------------------------------------------------

INSTALLED_APPS = [
    # First, so that its collectstatic goes before that of staticfiles.
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "knox",
    "django_htmx",
    "axes",
    "scoring.web",
]

MIDDLEWARE = [
    "mjclub.ops.logs.RequestIdMiddleware",
    "mjclub.ops.metrics.MetricsMiddleware",
    "mjclub.middleware.WatchedAddressesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "mjclub.middleware.ContentSecurityPolicyMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "mjclub.urls"
WSGI_APPLICATION = "mjclub.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

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
            ],
            "builtins": ["django.templatetags.i18n"],
        },
    }
]

# --- database ----------------------------------------------------------------------------

DATABASE_URL = env.str("DATABASE_URL", default="")
if DATABASE_URL:
    _db: dict[str, Any] = dict(env.db_url("DATABASE_URL"))
    if "postgresql" in _db["ENGINE"]:
        _db["CONN_HEALTH_CHECKS"] = True
        # One pool per process; Django asks for CONN_MAX_AGE = 0 beside it.
        _db["OPTIONS"] = {
            **_db.get("OPTIONS", {}),
            "pool": {
                "min_size": 2,
                "max_size": env.int("MJCLUB_DB_POOL", default=10),
                "timeout": 10,
            },
        }
else:
    _db = {"ENGINE": "django.db.backends.sqlite3", "NAME": VAR_DIR / "mjclub.sqlite3"}
if "sqlite3" in _db["ENGINE"]:
    # Concurrent writers: take the write lock at BEGIN and wait for it, never upgrade a read.
    _db["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: what a referee was told is saved survives a power cut.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
    # A file, not memory: tests with threads need several connections.
    _db["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
DATABASES = {"default": _db}

# --- jobs --------------------------------------------------------------------------------

CELERY_BROKER_URL = env.str("CELERY_BROKER_URL", default="filesystem://localhost/")
EMBEDDED_BROKER = CELERY_BROKER_URL.startswith("filesystem:")
TRANSPORT_ALIASES["filesystem"] = "mjclub.folder_queue:Transport"
if EMBEDDED_BROKER:
    _queue = VAR_DIR / "queue"
    for _folder in ("messages", "control", "processed"):
        (_queue / _folder).mkdir(parents=True, exist_ok=True)
    CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {
        "data_folder_in": str(_queue / "messages"),
        "data_folder_out": str(_queue / "messages"),
        "control_folder": str(_queue / "control"),
        "store_processed": True,
        "processed_folder": str(_queue / "processed"),
        "polling_interval": 0.2,
    }
elif CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "visibility_timeout": 600,
        "unacked_restore_interval": 10,
    }
else:
    CELERY_BROKER_TRANSPORT_OPTIONS = {"confirm_publish": True}
CELERY_TASK_QUEUES = [
    Queue(name, Exchange(name, type="direct"), routing_key=name)
    for name in map(queues.full_name, queues.QUEUES)
]
CELERY_TASK_DEFAULT_QUEUE = queues.full_name("maintenance")
CELERY_TASK_ROUTES = (queues.route,)
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# Jobs are asked after and stopped by their rows. A queue for orders to a worker would belong to its
# name alone: on RabbitMQ a second worker of one machine could not start.
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# A worker waits for its broker as long as that takes.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "resume-jobs": {"task": "tournaments.tasks.resume_jobs", "schedule": 30.0},
    # Asked every hour, done once a night: what was missed is made up for.
    "keep-backup": {"task": "tournaments.tasks.keep_backup", "schedule": crontab(minute=15)},
    "clean-up": {"task": "tournaments.tasks.clean_up", "schedule": crontab(hour="*/6", minute=45)},
    "forget-api-work": {"task": "tournaments.tasks.forget_api_work", "schedule": 3600.0},
}
# Days that nightly backups (0: none are made) and files made for taking away are kept.
BACKUP_DAYS = env.int("MJCLUB_BACKUP_DAYS", default=14)
BACKUP_HOUR = env.int("MJCLUB_BACKUP_HOUR", default=4)
EXPORT_DAYS = env.int("MJCLUB_EXPORT_DAYS", default=7)

# --- passwords and log-in ----------------------------------------------------------------

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "tournaments.services.link_logins.LinkBackend",
]
# Who fails so often under one name from one address waits; others of the hall go on.
LOGIN_RATE = env.str("MJCLUB_LOGIN_RATE", default="60/min")
AXES_FAILURE_LIMIT = env.int("MJCLUB_LOGIN_FAILURES", default=8)
AXES_COOLOFF_TIME = dt.timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False
AXES_CLIENT_IP_CALLABLE = "tournaments.views.account.address_of"
AXES_LOCKOUT_CALLABLE = "tournaments.views.account.locked_out"
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# --- mail --------------------------------------------------------------------------------

# Nothing needs mail; where a server is named, people reset their own passwords by it.
EMAIL_URL = env.str("EMAIL_URL", default="")
MAIL_SET_UP = bool(EMAIL_URL)
if MAIL_SET_UP:
    vars().update(env.email_url("EMAIL_URL"))
DEFAULT_FROM_EMAIL = env.str("MJCLUB_MAIL_FROM", default="mjclub@localhost")
PASSWORD_RESET_TIMEOUT = 7200

# --- languages and time ------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("zh-hans", _("Simplified Chinese")),
    ("zh-hant", _("Traditional Chinese")),
    ("en", _("English")),
]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["mjclub.formats"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
CLUB_TIME_ZONE = env.str("MJCLUB_TIME_ZONE", default="Asia/Shanghai")

# --- static files ------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "collected"
STATIC_ROOT.mkdir(exist_ok=True)
BUILT_STATIC = VAR_DIR / "static"
BUILT_STATIC.mkdir(exist_ok=True)
STATICFILES_DIRS = [BASE_DIR / "static", BUILT_STATIC]
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("map", "jpg", "png", "woff", "woff2", "gz", "zip")
# Files made for taking away lie in the site's folder, or where several machines reach them.
FILES_BACKEND = env.str(
    "MJCLUB_FILES_BACKEND", default="django.core.files.storage.FileSystemStorage"
)
STORAGES = {
    "default": {
        "BACKEND": FILES_BACKEND,
        "OPTIONS": env.json("MJCLUB_FILES_OPTIONS", default={}),
    },
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
MEDIA_ROOT = VAR_DIR / "media"
# Fonts are small projects' wheels: one name each, so that a swap is one line.
PDF_FONT_PACKAGE = "noto_cjk_sans_otc"
PDF_FONT_FILE = "NotoSansCJK-Regular.ttc"
# Which face of the collection draws a language's forms of the characters.
PDF_FONT_FACES = {"zh-hans": 2, "zh-hant": 3}
# Parts of the fonts, cut once; nothing else is kept there.
FONT_DIR = env.str("MJCLUB_FONT_DIR", default=str(VAR_DIR / "fonts"))
TILE_FONT_PACKAGE = "pymupdf_fonts"

# --- live boards ---------------------------------------------------------------------------

# How old what a visitor's board knows of an event may be: a hall full of people asks all the time.
BOARD_SECONDS = 0.5

# --- API ---------------------------------------------------------------------------------

REST_FRAMEWORK = {
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "tournaments.api.pages.Pages",
    "PAGE_SIZE": 100,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # How many proxies stand before the site: without them an address cannot be told by a header.
    "NUM_PROXIES": env.int("MJCLUB_PROXIES", default=1 if PRODUCTION else 0),
}
# Requests in a time; empty: no limit. Of one user, token or table link; of one address, where a
# hall full of players may share one; of one address that tries to log in.
API_RATE = env.str("MJCLUB_API_RATE", default="1200/min")
API_ADDRESS_RATE = env.str("MJCLUB_API_ADDRESS_RATE", default="6000/min")
API_LOGIN_RATE = env.str("MJCLUB_API_LOGIN_RATE", default="20/min")
# The calculators are open to everybody.
CALCULATOR_RATE = env.str("MJCLUB_CALCULATOR_RATE", default="600/min")
# Its own table would be made beside ours, never used, and hold on to the accounts when a database
# is emptied.
MIGRATION_MODULES = {"knox": None}
KNOX_TOKEN_MODEL = "tournaments.ApiToken"  # noqa: S105  (the name of a model)
REST_KNOX = {"TOKEN_PREFIX": "mjclub_", "AUTO_REFRESH": False}
# How long a token of the API lives at most, and when nothing else is said.
API_TOKEN_DAYS = (90, 366)
# Webhooks go to public addresses over https; a club's own network has to be allowed.
WEBHOOK_PRIVATE = env.bool("MJCLUB_WEBHOOK_PRIVATE", default=False)
WEBHOOK_TRIES = 8
SPECTACULAR_SETTINGS = {
    "TITLE": "mjclub",
    "DESCRIPTION": "Match records, standings and seating of mahjong clubs.",
    "VERSION": "1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": ["tournaments.api.schema_hooks.complete"],
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
FILE_UPLOAD_MAX_MEMORY_SIZE = 2_621_440

# --- what those who run the site look at --------------------------------------------------

METRICS_TOKEN = env.str("MJCLUB_METRICS_TOKEN", default="")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "log_id": {"()": "mjclub.ops.logs.IdFilter"},
        "no_keys": {"()": "mjclub.ops.logs.WithoutKeys"},
        "no_traceback": {"()": "mjclub.ops.logs.WithoutTraceback"},
    },
    "formatters": {
        "line": {"format": "{asctime} {levelname} {log_id} {name} {message}", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "{asctime} {levelname} {log_id} {name} {message}",
            "style": "{",
        },
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": env.str("MJCLUB_LOG_FORMAT", default="line"),
            "filters": ["log_id", "no_keys"],
        }
    },
    "loggers": {
        "fontTools": {"level": "WARNING"},
        # Each message taken and done is a line there; the jobs have their own.
        "celery": {"level": "WARNING"},
        "kombu": {"level": "WARNING"},
        "django.security.DisallowedHost": {"filters": ["no_traceback"]},
    },
    "root": {"handlers": ["stderr"], "level": env.str("MJCLUB_LOG_LEVEL", default="INFO")},
}
