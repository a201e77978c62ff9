"""`manage.py dev`: the demo for whoever changes it, with DEBUG and a web process that reloads."""

from config.management.commands.demo import Command as DemoCommand


class Command(DemoCommand):
    help = "Run the whole platform with DEBUG; the web process starts anew when a file changes."
    reload = True
