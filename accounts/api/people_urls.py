"""What people are to each other, under /api/v1/."""

from __future__ import annotations

from django.urls import path, re_path

from accounts.api import people

_ONE = r"^players/(?P<player_id>[0-9]{1,18})/"

urlpatterns = [
    path("players/", people.OnePlayer.as_view(), name="api-player-by-name"),
    path("me/friends/", people.Friends.as_view(), name="api-friends"),
    path("me/ignored/", people.IgnoredPlayers.as_view(), name="api-ignored"),
    path("me/notices/", people.Notices.as_view(), name="api-notices"),
    path("me/notices/read/", people.ReadNotices.as_view(), name="api-notices-read"),
    path("me/notices/wishes/", people.NoticeWishes.as_view(), name="api-notice-wishes"),
    re_path(_ONE + r"friend/$", people.Friend.as_view(), name="api-friend"),
    re_path(_ONE + r"ignore/$", people.Ignore.as_view(), name="api-ignore"),
    re_path(_ONE + r"reputation/$", people.OneReputation.as_view(), name="api-reputation"),
]
