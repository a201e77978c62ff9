"""Static files straight from where they lie: no collecting step that could be forgotten.

Browsers ask again each time and are told "not modified", so that a new version is seen at once.
What they have is known by its content: files that were installed may all have the same date.
Texts travel packed: a packed copy lies below `DATA_DIR`, named by what it holds, so that whoever
starts next finds it, and a file that is replaced while it is served is still sent whole.
"""

import gzip
import hashlib
import os
import zlib
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from servestatic import ServeStaticASGI
from servestatic.responders import StaticFile

TEXTS = (".js", ".css", ".svg", ".json", ".txt", ".py")
WORTH_PACKING_BYTES = 400
KEPT_HEADERS = ("Content-Type", "Cache-Control")


def packed_copy(path: Path, content: bytes, folder: Path) -> Path | None:
    """The text packed, in this folder; None for what does not gain, or where nothing is kept."""
    if path.suffix not in TEXTS or len(content) < WORTH_PACKING_BYTES:
        return None
    copy = folder / f"{hashlib.sha256(content).hexdigest()}.gz"
    try:
        if not _holds(copy, content):
            folder.mkdir(parents=True, exist_ok=True)
            half = copy.with_name(f"{copy.name}.{os.getpid()}")
            half.write_bytes(gzip.compress(content, mtime=0))
            half.replace(copy)
    except OSError:
        return None
    return copy


def _holds(copy: Path, content: bytes) -> bool:
    """A copy that was cut short, by a power failure for example, is none."""
    try:
        return copy.exists() and gzip.decompress(copy.read_bytes()) == content
    except (EOFError, gzip.BadGzipFile, zlib.error):
        return False


def _locations() -> list[str]:
    found: list[str] = []
    for finder in get_finders():
        storages = getattr(finder, "storages", {})
        found += [storage.location for storage in storages.values() if storage.location]
    return found


def with_static_files(application: Any) -> ServeStaticASGI:
    """`application` behind the static files of every app; the first app to name a file has it."""
    served = ServeStaticASGI(application, max_age=0, autorefresh=settings.DEBUG)
    for location in reversed(_locations()):
        served.add_files(location, prefix=settings.STATIC_URL)
    pack(served.files, settings.PLACES.data_dir / "static")
    return served


def pack(files: dict[str, Any], folder: Path) -> None:
    """Name every file by its content, and put a packed copy beside every text."""
    for url, plain in files.items():
        _, name, headers = plain.alternatives[0]
        path = Path(name)
        content = path.read_bytes()
        kept = [(header, value) for header, value in headers if header in KEPT_HEADERS]
        kept.append(("ETag", f'"{hashlib.sha256(content).hexdigest()[:32]}"'))
        copy = packed_copy(path, content, folder)
        files[url] = StaticFile(name, kept, encodings={"gzip": str(copy)} if copy else None)
