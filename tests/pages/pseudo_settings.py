"""The platform's settings, where a language that nobody speaks stands in German's place."""

import os
from pathlib import Path

from config.settings import *  # noqa: F403

LOCALE_PATHS = [Path(os.environ["PSEUDO_LOCALE"])]
