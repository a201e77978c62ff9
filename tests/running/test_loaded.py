"""What the fork server loads for all of them, and what it leaves to whoever calls it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config.supervisor.forking import SUPERVISOR_VARIABLE
from tests.architecture.sources import ROOT

pytestmark = pytest.mark.process

LEFT_OUT = {"requests", "pygments", "jinja2", "psutil", "watchfiles", "qrcode", "PIL"}
TELL = "Path(sys.argv[1]).write_text(' '.join(name for name, it in sys.modules.items() if it))"
LOAD = f"import sys; from pathlib import Path; import config.supervisor.loaded; {TELL}"


def loaded(tmp_path: Path, environ: dict[str, str]) -> set[str]:
    """The modules there are when all is loaded, in a process that becomes a fork server."""
    file = tmp_path / "modules"
    (tmp_path / "logs").mkdir()
    subprocess.run(
        [sys.executable, "-c", LOAD, str(file)],
        env=dict(os.environ)
        | {"DATA_DIR": str(tmp_path), SUPERVISOR_VARIABLE: str(os.getpid())}
        | environ,
        cwd=ROOT,
        check=True,
    )
    return set(file.read_text().split())


def test_what_nobody_calls_is_not_loaded(database_url: dict[str, str], tmp_path: Path) -> None:
    modules = loaded(tmp_path, database_url)
    assert "games.models" in modules
    assert modules & LEFT_OUT == set()


def test_telemetry_gets_the_library_that_others_do_without(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    endpoint = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    assert {"requests", "opentelemetry.sdk.trace"} <= loaded(tmp_path, database_url | endpoint)
