"""Listening for the signs of life of one child (`games.running.pulse` gives them)."""

import socket
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

# In looks, not in seconds: where the machine is slow, whoever looks is slow as well.
FIRST_LOOKS_MAX = 300
LOOKS_MAX = 30


@dataclass(slots=True)
class Signs:
    """What was heard at `path` since the child was started."""

    path: Path
    heard: bool = False
    silent_looks: int = 0
    _ear: socket.socket | None = field(default=None, repr=False)

    def begin(self) -> None:
        """Forget what the predecessor said. Raises OSError where nobody can listen."""
        self.heard, self.silent_looks = False, 0
        if self._ear is None:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.unlink(missing_ok=True)
            self._ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._ear.setblocking(False)
            self._ear.bind(str(self.path))
        self._listen()

    def are_missing(self) -> bool:
        """Look once; whether there was nothing to hear for too many looks."""
        if self._listen():
            self.heard, self.silent_looks = True, 0
        else:
            self.silent_looks += 1
        return self.silent_looks > (LOOKS_MAX if self.heard else FIRST_LOOKS_MAX)

    def end(self) -> None:
        if self._ear is not None:
            self._ear.close()
            self._ear = None
            with suppress(OSError):
                self.path.unlink()

    def _listen(self) -> bool:
        found = False
        while self._ear is not None:
            try:
                found = bool(self._ear.recv(64)) or found
            except BlockingIOError:
                break
        return found
