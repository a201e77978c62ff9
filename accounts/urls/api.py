"""The accounts half of /api/v1/."""

from django.urls import path, re_path

from accounts.api import views
from accounts.career import api as careers
from accounts.clubs import api as clubs
from accounts.notices.push import api as push
from accounts.own_data import api as own_data
from accounts.people import api as people
from accounts.people import preferences
from accounts.programs.bots import api as bots
from accounts.programs.oauth import api as apps
from accounts.programs.tokens import api as tokens
from accounts.programs.webhooks import api as webhooks
from accounts.signing_in import api as signing_in

_PLAYER = r"^players/(?P<player_id>[0-9]{1,18})/"
_ONE = r"^tokens/(?P<token_key>[a-z0-9_]{15,25})/"
_CLUB = "clubs/<serial:club_id>/"
_HOOK = "webhooks/<player:endpoint_id>/"

urlpatterns = [
    path("guests/", views.Guests.as_view()),
    path("me/", views.Me.as_view()),
    path("me/statement/", views.Statement.as_view()),
    path("me/refill/", views.Refill.as_view()),
    path("me/career/", careers.MyCareer.as_view()),
    path("me/matches/", careers.MyMatches.as_view()),
    path("me/statistics/", careers.MyStatistics.as_view()),
    path("me/premium/", careers.MyPremium.as_view()),
    path("players/<player:player_id>/career/", careers.PlayerCareer.as_view()),
    path("players/<player:player_id>/head-to-head/", careers.HeadToHead.as_view()),
    path("league/", careers.League.as_view()),
    path("me/bots/", bots.MyBots.as_view()),
    path("me/bots/<player:bot_id>/", bots.OneBot.as_view()),
    path("me/bots/<player:bot_id>/token/", bots.BotToken.as_view()),
    path("me/apps/", apps.MyApps.as_view()),
    path("me/apps/<slug:client_id>/", apps.OneApp.as_view()),
    path("me/grants/", apps.MyGrants.as_view()),
    path("me/grants/<player:grant_id>/", apps.OneGrant.as_view()),
    path("webhooks/", webhooks.Webhooks.as_view()),
    path(_HOOK, webhooks.OneWebhook.as_view()),
    path(_HOOK + "rotate/", webhooks.RotateWebhook.as_view()),
    path(_HOOK + "ping/", webhooks.PingWebhook.as_view()),
    path(_HOOK + "deliveries/", webhooks.Deliveries.as_view()),
    path(_HOOK + "deliveries/<uuid:delivery_id>/again/", webhooks.DeliverAgain.as_view()),
    path("me/data/", own_data.MyData.as_view()),
    path("me/erase/", own_data.Erasing.as_view()),
    path("me/sessions/", signing_in.MySessions.as_view()),
    re_path(r"^me/sessions/(?P<session_id>[0-9a-f]{64})/$", signing_in.OneSession.as_view()),
    path("me/confirm/", tokens.Confirm.as_view()),
    path("tokens/", tokens.Tokens.as_view()),
    re_path(_ONE + "$", tokens.OneToken.as_view()),
    re_path(_ONE + "rotate/$", tokens.RotateToken.as_view()),
    path("clubs/", clubs.Clubs.as_view()),
    path("clubs/join/", clubs.JoinByCode.as_view()),
    path(_CLUB, clubs.OneClub.as_view()),
    path(_CLUB + "join/", clubs.JoinClub.as_view()),
    path(_CLUB + "leave/", clubs.LeaveClub.as_view()),
    path(_CLUB + "members/", clubs.ClubMembers.as_view()),
    path(_CLUB + "members/<player:player_id>/role/", clubs.ClubMemberRole.as_view()),
    path(_CLUB + "members/<player:player_id>/remove/", clubs.RemoveClubMember.as_view()),
    path(_CLUB + "door/", clubs.ClubDoorList.as_view()),
    path(_CLUB + "invitations/<player:player_id>/", clubs.ClubInvitation.as_view()),
    path(_CLUB + "requests/<player:player_id>/", clubs.ClubRequest.as_view()),
    path(_CLUB + "kept-out/<player:player_id>/", clubs.ClubKeptOut.as_view()),
    path(_CLUB + "link/", clubs.ClubLink.as_view()),
    path(_CLUB + "hand-over/", clubs.HandOverClub.as_view()),
    path(_CLUB + "close/", clubs.CloseClub.as_view()),
    path(_CLUB + "report/", clubs.ReportClub.as_view()),
    path("players/", people.OnePlayer.as_view()),
    path("me/preferences/", preferences.MyPreferences.as_view(), name="api-preferences"),
    path("me/friends/", people.Friends.as_view(), name="api-friends"),
    path("me/ignored/", people.IgnoredPlayers.as_view()),
    path("me/notices/", people.Notices.as_view()),
    path("me/notices/read/", people.ReadNotices.as_view()),
    path("me/notices/wishes/", people.NoticeWishes.as_view()),
    path("me/notices/devices/", push.PushDevices.as_view()),
    path("me/notices/devices/<player:device_id>/", push.OnePushDevice.as_view()),
    path("me/notices/quiet-hours/", push.MyQuietHours.as_view()),
    re_path(_PLAYER + r"friend/$", people.Friend.as_view(), name="api-friend"),
    re_path(_PLAYER + r"ignore/$", people.Ignore.as_view()),
    re_path(_PLAYER + r"reputation/$", people.OneReputation.as_view()),
]
