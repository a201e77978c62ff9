"""What the platform stands on: Python, disk, files, mail and the address people come by."""

import re
import shutil
import socket
import ssl
import stat
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from backoffice.running import board
from config import env
from config.doctor import Said, State, judged
from config.embedded.places import FREE_BYTES_LEAST
from config.version import VERSION

ROOM_BYTES = 2_000_000_000
CERTIFICATE_DAYS = 14
_ANSWERS_SECONDS = 5
_DAY = 86_400


def packages() -> Said:
    """The versions that were tested, no other."""
    lock = (Path(settings.BASE_DIR) / "requirements.txt").read_text(encoding="utf-8")
    wanted = re.findall(r"^([\w.-]+)==([\w.]+)(?: ;|\s*\\)", lock, re.MULTILINE)
    allowed: dict[str, set[str]] = {}
    for name, locked in wanted:
        allowed.setdefault(name, set()).add(locked)
    others = [
        f"{name} {found} for {' or '.join(sorted(locked))}"
        for name, locked in allowed.items()
        if (found := _installed(name)) and found not in locked
    ]
    python = ".".join(map(str, sys.version_info[:3]))
    if others:
        shown = ", ".join(others[:5])
        yield State.LOOK, f"not as locked: {shown}", "install the platform anew"
    else:
        yield State.WELL, f"Jeton {VERSION}, Python {python}, packages as locked"


def _installed(name: str) -> str:
    """Its version, "" for what this machine does not need."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def disk() -> Said:
    """Room where data lies."""
    there = next(
        path for path in (settings.PLACES.data_dir, *settings.PLACES.data_dir.parents)
        if path.exists()
    )  # fmt: skip
    free = shutil.disk_usage(there).free
    words = f"{free / 1e9:.1f} GB free at {there}"
    if free < FREE_BYTES_LEAST:
        yield State.BAD, words, "make room: a full disk stops play"
    else:
        yield judged(free >= ROOM_BYTES, words, "make room before it is full")


def secrets() -> Said:
    """Nobody else on this machine can read them."""
    named = [env.text(f"{name}_FILE", "") for name in ("SECRET_KEY", "SEED_KEY", "VAPID_KEY")]
    files = [Path(name) for name in named if name]
    if settings.EMBEDDED:
        files += sorted(settings.PLACES.secrets.glob("*"))
    open_ones = [path for path in files if path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH)]
    for path in open_ones:
        yield State.BAD, f"{path} can be read by others", f"chmod 600 {path}"
    if not open_ones:
        yield State.WELL, f"{len(files)} files, readable to one user alone"


def address() -> Said:
    """Whether the certificate of the house's address is good, and for how long."""
    parts = urlsplit(settings.PUBLIC_URL)
    if parts.scheme != "https":
        state = State.WELL if parts.hostname in env.LOOPBACK else State.LOOK
        yield state, f"{settings.PUBLIC_URL}: not by https"
        return
    host, port = parts.hostname or "", parts.port or 443
    try:
        with (
            socket.create_connection((host, port), timeout=_ANSWERS_SECONDS) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as sealed,
        ):
            until = str((sealed.getpeercert() or {}).get("notAfter", ""))
    except ssl.SSLCertVerificationError as error:
        yield State.BAD, f"{host}: {error.verify_message}", "renew the certificate (certbot renew)"
        return
    except OSError as error:
        yield (
            State.BAD,
            f"{host}:{port} does not answer: {error}",
            "look at name and proxy",
        )
        return
    days = (ssl.cert_time_to_seconds(until) - time.time()) / _DAY
    words = f"{host}: the certificate is good for {days:.0f} days"
    yield judged(days >= CERTIFICATE_DAYS, words, "renew the certificate (certbot renew)")


def mail(to: str = "") -> Said:
    """Whether the mail server takes us in; with `to` it is given a mail."""
    board.refresh_if_old()  # the owner may have named one in the office
    if settings.EMAIL_BACKEND.endswith(".console.EmailBackend"):
        unsent = f", {to} neither" * bool(to)
        yield State.LOOK, f"mails are written to the log, nobody gets one{unsent}", "set EMAIL_URL"
        return
    server = f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        with get_connection() as connection:
            if to:
                words = f"This is a mail of `doctor`, from {settings.PUBLIC_URL}."
                EmailMessage("Jeton", words, to=[to], connection=connection).send()
    except OSError as error:  # of which smtplib's are
        yield State.BAD, f"{server}: {error}", "look at EMAIL_URL"
        return
    yield State.WELL, f"{server} takes us in" + f"; sent one to {to}" * bool(to)
