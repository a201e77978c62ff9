"""Which version of the platform this is (SemVer), and how its command is called here."""

from pathlib import Path

VERSION = "0.1.0"  # CHANGELOG.md says what each brought
# Where it was installed as a package, its code lies below `jeton/house`.
PROGRAM = "jeton" if Path(__file__).parents[1].name == "house" else "manage.py"
