"""The office's addresses, under /api/v1/office/."""

from __future__ import annotations

from django.urls import path

from accounts import converters  # noqa: F401 - importing registers
from backoffice.api import books

urlpatterns = [
    path("books/", books.OfficeBooks.as_view(), name="api-office-books"),
]
