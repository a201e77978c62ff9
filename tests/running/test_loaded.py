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


@pytest.mark.soak
def test_telemetry_gets_the_library_that_others_do_without(
    database_url: dict[str, str], tmp_path: Path
) -> None:
    endpoint = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    assert {"requests", "opentelemetry.sdk.trace"} <= loaded(tmp_path, database_url | endpoint)


def test_whoever_serves_is_never_held_up_by_a_look_at_a_hundred_thousand_objects() -> None:
    program = (
        "import gc, config; from config.serving.collector import spare_what_is_loaded; "
        "loading = gc.get_threshold()[0]; spare_what_is_loaded(); "
        "print(loading, gc.get_threshold()[0], gc.get_freeze_count())"
    )
    said = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loading, serving, left_alone = map(int, said.stdout.split())
    assert serving <= 5_000 < loading
    assert left_alone > 0
