"""Typed readers of environment variables that fail loudly, naming the variable and what is wrong.

Every variable the platform reads goes through one of these functions, so that
`tests/architecture` can hold the list against the page that documents it.
"""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from django.core.exceptions import ImproperlyConfigured

from config.embedded.places import UnusablePlace, places_from_environment

SOCKET_VARIABLE = "JETON_LISTEN_FD"  # a socket that whoever starts the web process has opened
LOOPBACK = ("localhost", "127.0.0.1", "::1")
NAMES: set[str] = set()  # of all variables that somebody has asked for
_OF_HOSTS = frozenset({"http", "https", "smtp", "smtps", "s3"})
_TRUE = frozenset({"1", "true", "yes", "on"})
_FALSE = frozenset({"0", "false", "no", "off"})


def _given(name: str) -> str:
    NAMES.add(name)
    return os.environ.get(name, "").strip()


def read_house_file() -> None:
    """Settings that `setup` has written below `DATA_DIR`; what the environment says goes before."""
    path = places_from_environment().settings
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        name, equals, value = line.partition("=")
        if equals and not line.startswith("#") and not _given(name):
            os.environ[name] = value


def write_house_file(told: Mapping[str, str]) -> None:
    """Keep these settings too; mode 0600, since a password may be among them."""
    if not told:
        return
    path = places_from_environment().settings
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    before = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    kept = [line for line in before if line.partition("=")[0].strip() not in told]
    half = path.with_suffix(".part")
    half.touch(mode=0o600)
    half.write_text("\n".join([*kept, *(f"{name}={told[name]}" for name in told), ""]))
    half.replace(path)


def fault_of(told: Mapping[str, str]) -> str:
    """What speaks against these settings: the sentence of a process that has read them, or ""."""
    settings = [sys.executable, "-c", "from config import env; env.require_settings()"]
    root = Path(__file__).resolve().parents[1]
    environ = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings", **told}
    done = subprocess.run(
        settings, cwd=root, env=environ, capture_output=True, text=True, check=False
    )
    return done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


def fault_of_host(host: str) -> str:
    """What speaks against listening there, on this machine, or ""."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as tried:
        try:
            tried.bind((host, 0))
        except (OSError, UnicodeError):
            return (
                f"HOST {host} is no address of this machine; 127.0.0.1 listens to itself alone, "
                "0.0.0.0 to everybody"
            )
    return ""


def given(*names: str) -> frozenset[str]:
    """Which of these variables say anything."""
    return frozenset(name for name in names if _given(name))


def require_settings() -> None:
    """Read all settings now; a wrong one ends the process with the sentence that names it."""
    from django.conf import settings

    try:
        settings.INSTALLED_APPS  # noqa: B018 - the first look reads them
    except (ImproperlyConfigured, UnusablePlace) as error:
        sys.exit(str(error))


def text(name: str, default: str | None = None) -> str:
    """The variable's text; unset or empty means `default`, and no default means an error."""
    value = _given(name)
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"{name} is not set")
    return default


def flag(name: str, default: bool) -> bool:
    """A yes or no: 1/0, true/false, yes/no, on/off."""
    value = _given(name).lower()
    if not value:
        return default
    if value not in _TRUE | _FALSE:
        raise ImproperlyConfigured(f"{name} must be true or false, not {value!r}")
    return value in _TRUE


def integer(name: str, default: int, *, minimum: int = 0, maximum: int = 2**31 - 1) -> int:
    """A whole number between `minimum` and `maximum`."""
    value = _given(name)
    if not value:
        return default
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}") from None
    if not minimum <= number <= maximum:
        raise ImproperlyConfigured(f"{name} must lie between {minimum} and {maximum}, not {number}")
    return number


def seconds(name: str, default: int) -> int:
    """A duration in whole seconds, at least one and at most a day."""
    return integer(name, default, minimum=1, maximum=86_400)


def choice(name: str, default: str, *, options: tuple[str, ...]) -> str:
    """One of the `options`, in whatever case it was written."""
    value = text(name, default).upper()
    if value not in options:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(options)}, not {value!r}")
    return value


def words(name: str, default: tuple[str, ...], *, options: tuple[str, ...] = ()) -> list[str]:
    """Words separated by commas, of these `options` where there are any."""
    value = _given(name)
    found = [word.strip() for word in value.split(",") if word.strip()] or list(default)
    unknown = [word for word in found if options and word not in options]
    if unknown:
        raise ImproperlyConfigured(f"{name} may name {', '.join(options)}, not {unknown[0]!r}")
    return found


def public_keys(name: str) -> list[str]:
    """Public keys of age, separated by commas."""
    found = words(name, ())
    if found:  # few houses encrypt their backups, and every process would load the library
        from pyrage import RecipientError, x25519

        for key in found:
            try:
                x25519.Recipient.from_str(key)
            except RecipientError as error:
                raise ImproperlyConfigured(
                    f"{name}: {key[:20]!r} is no public key: {error}"
                ) from None
    return found


def url(name: str, default: str | None = None, *, schemes: tuple[str, ...]) -> str:
    """An address with one of the `schemes`; the message never repeats a password in it."""
    value = text(name, default)
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - read to be checked
    except ValueError:
        raise ImproperlyConfigured(f"{name} is no address: its host or port is wrong") from None
    if value and not parts.hostname and parts.scheme in _OF_HOSTS:
        raise ImproperlyConfigured(f"{name} is no address: it names no host")
    if value and parts.scheme not in schemes:
        raise ImproperlyConfigured(
            f"{name} must start with {' or '.join(s + '://' for s in schemes)}"
        )
    return value


def zone(name: str, default: str) -> str:
    """A time zone's name, as `Europe/Berlin`."""
    value = text(name, default)
    if value not in available_timezones():
        raise ImproperlyConfigured(f"{name} must be a time zone such as {default}, not {value!r}")
    return value


def folder(name: str) -> str:
    """A folder that is there and may be written to, or "" where none is named."""
    value = text(name, "")
    if value and not (Path(value).is_dir() and os.access(value, os.W_OK | os.X_OK)):
        raise ImproperlyConfigured(f"{name} must be a folder that may be written to, not {value!r}")
    return value


def secret(name: str, default: str | None = None, *, minimum_length: int = 32) -> str:
    """A secret from `NAME`, or from the file `NAME_FILE` names (a mounted secret)."""
    path = _given(f"{name}_FILE")
    value = _given(name)
    if path and value:
        raise ImproperlyConfigured(f"set {name} or {name}_FILE, not both")
    if path:
        try:
            value = Path(path).read_text(encoding="utf-8").strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE cannot be read: {error}") from None
    if not value:
        if default is None:
            raise ImproperlyConfigured(f"{name} (or {name}_FILE) is not set")
        return default
    if len(value) < minimum_length:
        raise ImproperlyConfigured(f"{name} must have at least {minimum_length} characters")
    return value
