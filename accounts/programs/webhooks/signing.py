"""Signatures of webhooks, as Standard Webhooks writes them, and their secrets at rest.

Signed is `id.timestamp.body` with HMAC-SHA256; while a secret is being replaced, with both.
"""

import base64
import datetime as dt
import secrets
from collections.abc import Sequence

from standardwebhooks import Webhook

from web.security import sealing

PREFIX = "whsec_"
SECRET_BYTES = 32
PURPOSE = "webhook secrets"


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def headers(
    secrets_in_force: Sequence[str], *, delivery: str, timestamp: int, body: bytes
) -> dict[str, str]:
    """The three headers of a delivery; one signature for each secret in force."""
    moment = dt.datetime.fromtimestamp(timestamp, tz=dt.UTC)
    signatures = [
        Webhook(secret).sign(msg_id=delivery, timestamp=moment, data=body.decode())
        for secret in secrets_in_force
    ]
    return {
        "webhook-id": delivery,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": " ".join(signatures),
    }


def seal(secret: str) -> bytes:
    """For the database: a copy of it alone forges no webhook."""
    return sealing.seal(secret, purpose=PURPOSE)


def unseal(sealed: bytes | memoryview) -> str:
    """Raises `sealing.SealedElsewhere`."""
    return sealing.unseal(bytes(sealed), purpose=PURPOSE)
