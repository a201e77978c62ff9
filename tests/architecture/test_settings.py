"""Every variable the platform reads is documented, and nothing else is."""

import ast
import re

import pytest
from django.core.management import call_command

from tests.architecture.sources import PRODUCT, ROOT, files, shown, tree

READERS = {
    "zone",
    "folder",
    "text",
    "flag",
    "integer",
    "seconds",
    "choice",
    "words",
    "public_keys",
    "url",
    "secret",
}
NOT_OURS = {"DATA_DIR"}  # read before there are settings, in config/embedded/places.py


def read_by_settings() -> set[str]:
    return {
        node.args[0].value
        for node in ast.walk(tree(ROOT / "config" / "settings.py"))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in READERS
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "env"
        and isinstance(node.args[0], ast.Constant)
        and isinstance(node.args[0].value, str)
    }


def test_the_settings_page_lists_exactly_the_variables_that_are_read() -> None:
    page = (ROOT / "docs" / "settings.md").read_text()
    listed = set(re.findall(r"^\| `([A-Z_]+)` \|", page, re.MULTILINE))
    assert listed == read_by_settings() | NOT_OURS


def test_the_environment_is_read_in_one_place() -> None:
    """Elsewhere it is only handed on to a child, or given a default for a library. `rummy`, which
    may be used alone, asks for itself whether compiled modules are wanted.
    """
    asking = [
        shown(path)
        for path in files(*PRODUCT)
        if re.search(r"environ\.get\(|environ\[(?!.*\] = )|getenv", path.read_text())
    ]
    assert asking == ["config/embedded/places.py", "config/env.py", "rummy/compiled.py"]


@pytest.mark.django_db(databases=["default", "owner"])
def test_every_model_change_has_its_migration() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
