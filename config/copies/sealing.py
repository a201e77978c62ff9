"""What is not for everybody's eyes: encrypted by age, so that programs of others open it too."""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

import pyrage

from config.copies import BackupFailed
from config.copies.programs import chunks

SEALED = ".age"  # what the name of an encrypted backup ends with


def sealed(content: IO[bytes], recipients: Sequence[str]) -> Iterator[bytes]:
    """It as nobody can read it but who has the private key of one of these public ones.

    The library writes where we are to be read from: a pipe and a thread lie between.
    """
    readers = [pyrage.x25519.Recipient.from_str(one) for one in recipients]
    outlet, inlet = os.pipe()

    def seal() -> None:
        with open(inlet, "wb") as sink:  # noqa: PTH123 - no path, a pipe
            pyrage.encrypt_io(content, sink, readers)

    with ThreadPoolExecutor(1) as pool, open(outlet, "rb") as stream:  # noqa: PTH123
        sealing = pool.submit(seal)
        yield from chunks(stream)
        sealing.result()


def unseal(source: Path, identity: Path | None, into: Path) -> None:
    """Write into `into` what was sealed, by the file with a private key. Raises BackupFailed."""
    if identity is None:
        raise BackupFailed(f"{source} is encrypted: name the file with the private key, --identity")
    try:
        lines = identity.read_text().splitlines()
        keys = [pyrage.x25519.Identity.from_str(one) for one in lines if one.startswith("AGE")]
        with source.open("rb") as content, into.open("wb") as file:
            pyrage.decrypt_io(content, file, keys)
    except (OSError, pyrage.IdentityError, pyrage.DecryptError) as error:
        raise BackupFailed(f"{source} cannot be opened with {identity}: {error}") from None


def new_key(path: Path) -> str:
    """Write a private key, which is not to lie on this machine for long; the public one."""
    identity = pyrage.x25519.Identity.generate()
    try:
        path.touch(mode=0o600, exist_ok=False)
        path.write_text(f"# public key: {identity.to_public()}\n{identity}\n")
    except OSError as error:
        raise BackupFailed(f"{path} cannot be written: {error.strerror}") from None
    return str(identity.to_public())
