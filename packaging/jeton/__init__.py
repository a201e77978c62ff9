"""The command `jeton`: what `manage.py` is in a checkout, of a platform that was installed.

The platform's packages lie below `house`, so that nothing but `jeton` is added to the names that
other programs of the same environment know.
"""

import os
import sys
from pathlib import Path

HOUSE = Path(__file__).with_name("house")


def main() -> None:
    """Hand over to the platform, which keeps its data where programs of this user keep theirs."""
    if sys.flags.ignore_environment:  # as pipx begins it; what it starts is told by its environment
        os.execv(sys.executable, [sys.executable, *sys.argv])  # noqa: S606
    sys.path.insert(0, str(HOUSE))
    kept = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    if not os.environ.get("DATA_DIR", "").strip():
        os.environ["DATA_DIR"] = str(Path(kept) / "jeton")
    if (HOUSE / ".compiled").is_dir():
        os.environ.setdefault("RUMMY_COMPILED", "yes")
    import manage

    manage.main()
