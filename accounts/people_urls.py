"""Addresses of the pages where people deal with each other."""

from __future__ import annotations

from django.urls import path

from accounts import people_views

urlpatterns = [
    path("friends/", people_views.friends, name="friends"),
    path("friends/change/", people_views.change_tie, name="change-tie"),
    path("notices/", people_views.notices, name="notices"),
    path("notices/wishes/", people_views.notice_wishes, name="notice-wishes"),
]
