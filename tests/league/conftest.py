"""What tests of careers share with those of the pages: compiled words and English."""

from tests.pages.conftest import _compiled_catalogues, _english

__all__ = ["_compiled_catalogues", "_english"]
