"""The house's key pair for push services (VAPID), and messages that one device alone can read.

The pair follows from the secret `VAPID_KEY`; without one nothing is pushed.
"""

import base64
import hashlib
import time
from email.utils import parseaddr
from functools import lru_cache

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from accounts.programs.webhooks.addresses import HTTPS_PORT, Target

CURVE = ec.SECP256R1()
# As many private keys as the curve has.
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SIGNED_FOR_SECONDS = 12 * 3_600
POINT_BYTES, AUTH_BYTES = 65, 16


def public_key() -> str:
    """Ours, as browsers want it; "" in a house that pushes nothing."""
    return _public_text(settings.VAPID_KEY) if settings.VAPID_KEY else ""


def authorization(service: Target) -> dict[str, str]:
    """The header that says to a push service who sends (RFC 8292)."""
    port = "" if service.port == HTTPS_PORT else f":{service.port}"
    claims = {
        "aud": f"https://{service.host}{port}",
        "exp": int(time.time()) + SIGNED_FOR_SECONDS,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
    }
    signer = Vapid02(_private_key(settings.VAPID_KEY), conf={"no-strict": True})
    signed: dict[str, str] = signer.sign(claims)
    return signed


def encrypted(text: bytes, *, p256dh: str, auth: str) -> bytes:
    """For the device with these keys (RFC 8291); a pair of keys is made for each message."""
    sealed: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(CURVE),
        dh=decoded(p256dh),
        auth_secret=decoded(auth),
        version="aes128gcm",
    )
    return sealed


def are_usable(*, p256dh: str, auth: str) -> bool:
    """Whether messages can be encrypted with a device's keys."""
    try:
        point, secret = decoded(p256dh), decoded(auth)
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
    except ValueError:
        return False
    return len(point) == POINT_BYTES and len(secret) == AUTH_BYTES


def decoded(text: str) -> bytes:
    """Base64 of addresses, with or without its padding. Raises ValueError."""
    padded = text.rstrip("=").encode() + b"=" * (-len(text.rstrip("=")) % 4)
    return base64.b64decode(padded, altchars=b"-_", validate=True)


@lru_cache(maxsize=2)
def _private_key(secret: str) -> ec.EllipticCurvePrivateKey:
    drawn = int.from_bytes(hashlib.sha512(b"web push\0" + secret.encode()).digest())
    return ec.derive_private_key(drawn % (_ORDER - 1) + 1, CURVE)


@lru_cache(maxsize=2)
def _public_text(secret: str) -> str:
    public = _private_key(secret).public_key()
    point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
