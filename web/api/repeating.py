"""The key under which a request may be sent again: what it may be, at either door."""

from web.refusals import Refused

KEY_CHARS_MAX = 255


def usable_key(key: str) -> str:
    """The key, as it came.

    Raises Refused(idempotency_key_too_long | idempotency_key_missing): the latter also of an empty
    one, or one that cannot be printed.
    """
    if len(key) > KEY_CHARS_MAX:
        raise Refused("idempotency_key_too_long", count=len(key), most=KEY_CHARS_MAX)
    if not key or not key.isascii() or not key.isprintable():
        raise Refused("idempotency_key_missing", most=KEY_CHARS_MAX)
    return key
