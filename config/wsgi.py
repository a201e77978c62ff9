"""Django under WSGI alone: pages, admin and most of the API. `config.asgi` has it all."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

from backoffice.running import board  # noqa: E402

board.keep_fresh()
