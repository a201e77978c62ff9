"""The commands of docs/api.md do what the page says, on a running platform."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.running.demo import Site

pytestmark = [pytest.mark.process]
PAGE = Path("docs/api.md")


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("jq")), reason="needs curl and jq")
def test_the_quick_start_plays_a_match_and_verifies_its_cards(site: Site, tmp_path: Path) -> None:
    commands = "\n".join(re.findall(r"^```bash\n(.*?)^```$", PAGE.read_text("utf-8"), re.M | re.S))
    commands = commands.replace("--max-time 3", "--max-time 1")  # it is people who look at streams
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        env={"JETON": f"http://127.0.0.1:{site.port}", "PATH": "/usr/bin:/bin"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert '"status":"finished"' in ran.stdout
    assert '"kind":"settle"' in ran.stdout or '"amount":-50' in ran.stdout
    assert "verified: commitment and deck" in ran.stdout
    assert "table,round,preset,seat,player_name,won,reason,points,total" in ran.stdout
    assert '"round":1,"seat":0,"events":' in ran.stdout
