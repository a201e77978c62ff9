"""Addresses for whoever reads them elsewhere: in mails and calendars, on paper, as a program."""

from django.conf import settings


def absolute(path: str) -> str:
    """The whole address of a path of this house; of "", the house's own, without a slash."""
    return settings.PUBLIC_URL.rstrip("/") + path
