"""Addresses at the doors of tables."""

from __future__ import annotations

from django.urls import re_path

from games import door_views

urlpatterns = [
    re_path(r"^tables/(?P<table_id>[0-9]{1,18})/enter/$", door_views.enter, name="enter"),
    re_path(r"^tables/(?P<table_id>[0-9]{1,18})/line/$", door_views.line, name="line"),
]
