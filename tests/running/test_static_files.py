"""Static files as browsers get them: packed where that helps, whole, and asked for anew."""

from __future__ import annotations

import asyncio
import gzip
import os
from pathlib import Path
from typing import Any

import pytest
from servestatic import ServeStaticASGI

from config.serving.static import pack, packed_copy

SCRIPT = b"export const words = 'Karo Dame';\n" * 100


@pytest.fixture
def files(tmp_path: Path) -> ServeStaticASGI:
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "main.js").write_bytes(SCRIPT)
    (tmp_path / "site" / "icon.png").write_bytes(bytes(2_000))
    return served(tmp_path)


def served(home: Path) -> ServeStaticASGI:
    made = ServeStaticASGI(None, max_age=0)
    made.add_files(str(home / "site"), prefix="/static/")
    pack(made.files, home / "packed")
    return made


def ask(files: ServeStaticASGI, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers, and the body as it travels."""
    told: list[dict[str, Any]] = []

    async def send(message: Any) -> None:
        told.append(message)

    scope: Any = {
        "type": "http",
        "method": "GET",
        "path": path,
        "query_string": b"",
        "headers": [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ],
    }
    asyncio.run(files(scope, None, send))
    answered = {name.decode(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], answered, b"".join(one.get("body", b"") for one in told[1:])


def test_a_text_travels_packed_and_as_it_is_to_who_cannot_unpack(files: ServeStaticASGI) -> None:
    status, headers, body = ask(files, "/static/main.js", accept_encoding="gzip, deflate, br")
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert "accept-encoding" in headers["vary"].lower()
    assert gzip.decompress(body) == SCRIPT
    assert int(headers["content-length"]) == len(body) < len(SCRIPT) / 4
    status, headers, body = ask(files, "/static/main.js")
    assert (status, body) == (200, SCRIPT)
    assert "content-encoding" not in headers


def test_a_picture_travels_as_it_is(files: ServeStaticASGI) -> None:
    _, headers, body = ask(files, "/static/icon.png", accept_encoding="gzip")
    assert "content-encoding" not in headers
    assert len(body) == 2_000


def test_what_has_not_changed_is_not_sent_again(files: ServeStaticASGI) -> None:
    _, first, _ = ask(files, "/static/main.js", accept_encoding="gzip")
    status, _, body = ask(
        files, "/static/main.js", accept_encoding="gzip", if_none_match=first["etag"]
    )
    assert (status, body) == (304, b"")


def test_another_version_is_sent_although_its_file_is_as_old_and_as_long(
    files: ServeStaticASGI, tmp_path: Path
) -> None:
    """So it is with every file that comes out of a wheel."""
    _, first, _ = ask(files, "/static/main.js")
    script = tmp_path / "site" / "main.js"
    before = script.stat()
    script.write_bytes(SCRIPT.replace(b"Karo", b"Herz"))
    os.utime(script, ns=(before.st_atime_ns, before.st_mtime_ns))
    answer = ask(served(tmp_path), "/static/main.js", if_none_match=first["etag"])
    assert (answer[0], answer[2]) == (200, script.read_bytes())


def test_a_file_replaced_while_it_is_served_is_still_sent_whole(
    files: ServeStaticASGI, tmp_path: Path
) -> None:
    (tmp_path / "site" / "main.js").write_bytes(b"// mended\n" * 900)
    _, headers, body = ask(files, "/static/main.js", accept_encoding="gzip")
    assert int(headers["content-length"]) == len(body)
    assert gzip.decompress(body) == SCRIPT
    _, _, body = ask(served(tmp_path), "/static/main.js", accept_encoding="gzip")
    assert gzip.decompress(body) == b"// mended\n" * 900


def test_where_nothing_may_be_kept_files_travel_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"")
    assert packed_copy(Path("main.js"), SCRIPT, tmp_path / "taken" / "packed") is None


def test_a_copy_that_was_cut_short_is_made_anew(tmp_path: Path) -> None:
    copy = packed_copy(Path("main.js"), SCRIPT, tmp_path)
    assert copy is not None
    for left in (b"", copy.read_bytes()[:-20]):
        copy.write_bytes(left)
        assert packed_copy(Path("main.js"), SCRIPT, tmp_path) == copy
        assert gzip.decompress(copy.read_bytes()) == SCRIPT
