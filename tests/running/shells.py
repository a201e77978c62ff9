"""Programs beside a running platform, as `manage.py shell` runs them.

Loading Django takes longer than most of them do: one process for each role runs them one after
another, for as long as its process of tests lives.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from config.embedded.roles import WEB
from tests.architecture.sources import ROOT
from tests.running.demo import Site

# Each has names of its own, and leaves no connection behind. What it logs is no answer.
_LOOP = """
import contextlib, io, json, sys, traceback
from django.db import connections
for line in sys.stdin:
    failed, said = "", io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            exec(json.loads(line), {})
        except Exception:
            failed = traceback.format_exc()
    connections.close_all()
    print(json.dumps([said.getvalue(), failed]), flush=True)
"""


class Shell:
    """It ends when whoever began it does: then nobody is left to write to it."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "shell", "-v", "0", "-c", _LOOP],
            cwd=ROOT,
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def run(self, program: str) -> str:
        """What it prints."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(program) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        assert answer, f"the shell has ended with {self._process.wait(20)}"
        said, failed = json.loads(answer)
        assert not failed, failed
        return str(said)


_SHELLS: dict[tuple[Path, str], Shell] = {}


def in_the_shell(site: Site, program: str, *, role: str = WEB) -> str:
    """What it prints, run at this platform's database as that role."""
    key = site.data_dir, role
    if key not in _SHELLS:
        _SHELLS[key] = Shell(site.environ(role))
    return _SHELLS[key].run(program)
