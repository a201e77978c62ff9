"""The house's mail server, as its owner sets it: sealed in the database, and shown to nobody."""

import json
import logging
from smtplib import SMTPException
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.utils.translation import gettext as _

from web.addresses import absolute
from web.mail import mail_settings
from web.refusals import Refused
from web.security import sealing

NAME = "MAIL_SERVER"  # of the row
PURPOSE = "mail server"
OPTIONS = ("host", "port", "username", "password", "use_tls", "use_ssl", "timeout")

log = logging.getLogger(__name__)


def sealed(*, url: str, sender: str) -> str:
    """What the row holds."""
    return sealing.seal(json.dumps([url, sender]), purpose=PURPOSE).decode()


def resealed(value: str) -> str:
    """The same under the first of the keys. Raises `sealing.SealedElsewhere`."""
    text = sealing.unseal(value.encode(), purpose=PURPOSE)
    return sealing.seal(text, purpose=PURPOSE).decode()


def settings_of(value: str | None) -> dict[str, Any]:
    """Django's settings from such a row; nothing where there is none or the environment says."""
    if not value or "EMAIL_URL" in settings.GIVEN:
        return {}
    try:
        url, sender = json.loads(sealing.unseal(value.encode(), purpose=PURPOSE))
    except sealing.SealedElsewhere:
        log.error("the mail server was sealed under a key that SEED_KEY does not name")
        return {}
    return mail_settings(url) | ({"DEFAULT_FROM_EMAIL": sender} if sender else {})


def address_of(
    *, host: str, port: int, username: str = "", password: str = "", is_sealed: bool = False
) -> str:
    """The address that `EMAIL_URL` would be; `is_sealed` speaks TLS from the first byte."""
    user = f"{quote(username, safe='')}:{quote(password, safe='')}@" if username else ""
    named = f"[{host}]" if ":" in host else host
    return f"{'smtps' if is_sealed else 'smtp'}://{user}{named}:{port}"


def send_test(*, to: str, url: str, sender: str) -> None:
    """Send a mail by this server now; "" as `url` is the server that holds.

    Raises:
        Refused(mail_without_address | mail_without_server): nobody to send it to, nothing to by.
        Refused(mail_not_sent): with what the server, or the way to it, has said.
    """
    if not to:
        raise Refused("mail_without_address")
    if not url and settings.EMAIL_BACKEND.endswith(".console.EmailBackend"):
        raise Refused("mail_without_server")
    given: dict[str, Any] = {}
    if url:
        found = mail_settings(url)
        given = {name: found[f"EMAIL_{_SETTING.get(name, name).upper()}"] for name in OPTIONS}
        given["backend"] = found["EMAIL_BACKEND"]
    subject = _("Test mail")
    words = _("This is a test mail from %(address)s. It has arrived: mails leave the house.")
    try:
        EmailMessage(
            f"{settings.HOUSE_NAME}: {subject}",
            words % {"address": absolute("")},
            sender or None,
            [to],
            connection=get_connection(**given),
        ).send()
    except (OSError, SMTPException, ValueError) as error:
        raise Refused("mail_not_sent", words=str(error)[:200]) from None


_SETTING = {"username": "host_user", "password": "host_password"}
