"""The web app: what every face shares, its base tags and files."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    name = "web"

    def ready(self) -> None:
        from web import converters

        converters.register()
