"""A process's signs of life to whoever started it: our supervisor, or systemd's watchdog.

Both listen at the socket that `NOTIFY_SOCKET` names. A number in the table of processes says
nothing about one that is stopped, waits for ever or has lost its main loop; a sign that fails to
come does, since it is given only while that loop has turned lately.
"""

import socket
import threading
import time
from contextlib import suppress

from django.conf import settings

EVERY_SECONDS = 1.0
# The first one says as well that the process is up, and systemd counts from it on.
SIGN = b"READY=1\nWATCHDOG=1"

_turned_at = 0.0


def begin(*, patience_seconds: float) -> None:
    """Give signs of life from now on, as long as nobody has to wait longer for the next `turn`."""
    turn()
    if settings.NOTIFY_SOCKET:
        arguments = (settings.NOTIFY_SOCKET, patience_seconds)
        threading.Thread(target=_give_signs, args=arguments, name="pulse", daemon=True).start()


def turn() -> None:
    """The main loop of this process has come round."""
    global _turned_at
    _turned_at = time.monotonic()


def _give_signs(address: str, patience_seconds: float) -> None:
    # An address that begins with @ lies in Linux's namespace of sockets without a file.
    where = f"\0{address[1:]}" if address.startswith("@") else address
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as mouth:
        mouth.setblocking(False)
        while True:
            if time.monotonic() - _turned_at < patience_seconds:
                with suppress(OSError):  # who does not listen just now will hear the next one
                    mouth.sendto(SIGN, where)
            time.sleep(EVERY_SECONDS)
