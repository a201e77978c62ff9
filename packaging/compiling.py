"""Compile the hot modules of `rummy` with mypyc: `python packaging/compiling.py`.

Needs a C compiler, Python's headers, mypy and setuptools; about a minute of processor time. What
is built lies apart from the sources and is imported only when asked for: see `rummy/compiled.py`.
"""

import argparse
import os
import shutil
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path[0] = str(ROOT)
os.environ["RUMMY_COMPILED"] = "no"  # a build of other sources would be refused below

from mypyc.build import mypycify  # noqa: E402
from setuptools import setup  # noqa: E402

from rummy.compiled import BUILDS, fingerprint  # noqa: E402

# Where rounds, melds and bots spend their time. Frozen dataclasses with slots are beyond mypyc, and
# it forgets what is `Annotated`: whatever is read from JSON by its annotations stays a source.
HOT = (
    "rummy/engine/budget.py",
    "rummy/engine/cards.py",
    "rummy/engine/door.py",
    "rummy/engine/families/values.py",
    "rummy/engine/melding/*.py",
    "rummy/engine/simulation/*.py",
    "rummy/engine/families/knock/legal.py",
    "rummy/engine/families/knock/phases.py",
    "rummy/engine/families/knock/rules/laws.py",
    "rummy/engine/families/knock/deal.py",
    "rummy/engine/families/knock/decide.py",
    "rummy/engine/families/knock/evolve.py",
    "rummy/engine/families/knock/knocking.py",
    "rummy/engine/families/knock/answering.py",
    "rummy/engine/families/knock/showdown.py",
    "rummy/engine/families/knock/state.py",
    "rummy/engine/table_melding/*.py",
    "rummy/engine/table_melding/solving/*.py",
    "rummy/engine/families/table_melding/legal.py",
    "rummy/engine/families/table_melding/outlook.py",
    "rummy/bots/knock/draws.py",
    "rummy/bots/knock/estimate.py",
    "rummy/bots/knock/hands.py",
    "rummy/bots/knock/options.py",
    "rummy/bots/knock/outlook.py",
    "rummy/bots/knock/pondering/believing.py",
    "rummy/bots/knock/pondering/looking.py",
    "rummy/bots/knock/pondering/manners.py",
    "rummy/bots/knock/pondering/playing.py",
    "rummy/bots/knock/pondering/story.py",
    "rummy/bots/knock/pondering/weighing.py",
    "rummy/bots/knock/suspicion.py",
    "rummy/bots/table_melding/drawing.py",
    "rummy/bots/table_melding/keeping.py",
    "rummy/bots/table_melding/laying.py",
    "rummy/bots/table_melding/options.py",
    "rummy/bots/table_melding/seeing.py",
)


def main() -> None:
    """Build what there is no build of yet; builds of other sources are removed."""
    wanted = argparse.ArgumentParser(description=__doc__)
    wanted.add_argument("--into", type=Path, default=BUILDS, help="the folder of builds")
    given = wanted.parse_args()
    build = given.into.resolve() / fingerprint()
    if not build.is_dir():
        need_compiler()
        with TemporaryDirectory() as scratch:
            built = compiled(Path(scratch))
            shutil.rmtree(build.parent, ignore_errors=True)
            shutil.copytree(built, build)
    print(build)  # noqa: T201


def need_compiler() -> None:
    """SystemExit with what is missing."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    if shutil.which(compiler) is None:
        raise SystemExit(
            f"No C compiler ({compiler}); without one the library runs from its sources."
        )
    if not headers.exists():
        raise SystemExit(
            f"Python's headers are missing ({headers}; Debian: apt install python3-dev)."
        )


def compiled(scratch: Path) -> Path:
    """The folder of the extension modules, built in a copy of the library."""
    shutil.copytree(ROOT / "rummy", scratch / "rummy", ignore=shutil.ignore_patterns("__pycache__"))
    os.chdir(scratch)
    hot = [file for pattern in HOT for file in sorted(Path().glob(pattern))]
    modules = [str(file) for file in hot if file.name != "__init__.py"]
    version = "{}.{}".format(*sys.version_info)
    options = ["--config-file=", f"--python-version={version}", f"--cache-dir={scratch}/types"]
    extensions = mypycify(
        [*options, *modules],
        opt_level="3",
        debug_level="0",
        multi_file=True,  # one file would take a gigabyte to compile
        group_name="rummy",
    )
    setup(
        name="rummy",
        packages=[],
        ext_modules=extensions,
        script_args=["--quiet", "build_ext", "--build-lib=built", "--build-temp=objects"],
    )
    return scratch / "built"


if __name__ == "__main__":
    main()
