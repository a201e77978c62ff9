"""What tests of careers share with those of the pages: compiled words, English, quick passwords."""

from tests.pages.conftest import _compiled_catalogues, _english, _quick_passwords

__all__ = ["_compiled_catalogues", "_english", "_quick_passwords"]
