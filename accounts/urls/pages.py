"""Addresses of the pages about a person."""

from django.urls import path, re_path

from accounts import views
from accounts.career import views as career_views
from accounts.clubs import views as club_views
from accounts.notices.push import views as push_views
from accounts.people import views as people_views
from accounts.programs.oauth import views as oauth_views
from accounts.programs.tokens import views as token_views
from accounts.signing_in import views as device_views

_TOKEN = r"^settings/tokens/(?P<token_key>[a-z0-9_]{15,25})/"  # noqa: S105 - an address

urlpatterns = [
    path("wallet/", views.wallet, name="wallet"),
    path("wallet/statement.csv", views.statement_file, name="statement-csv"),
    path("wallet/refill/", views.refill, name="refill"),
    path("play-as-guest/", views.play_as_guest, name="play-as-guest"),
    path("profile/", career_views.own_profile, name="profile"),
    path("players/<player:player_id>/", career_views.player_profile, name="player"),
    path("league/", career_views.league_page, name="league"),
    path("certificates/<slug:code>/", career_views.certificate_page, name="certificate"),
    path(
        "certificates/<slug:code>/jeton.pdf", career_views.certificate_file, name="certificate-pdf"
    ),
    path("premium/", career_views.premium_page, name="premium"),
    path("premium/redeem/", career_views.redeem, name="redeem"),
    path("settings/", views.account_settings, name="settings"),
    path("settings/jeton-data.zip", views.own_data, name="own-data"),
    path("settings/sessions/", device_views.sessions_page, name="sessions"),
    path("settings/sessions/end/", device_views.end, name="end-session"),
    path("settings/devices/add/", push_views.add_device, name="add-device"),
    path("settings/devices/remove/", push_views.remove_device, name="remove-device"),
    path("settings/quiet-hours/", push_views.choose_quiet, name="quiet-hours"),
    path("settings/erase/", views.erase, name="erase"),
    path("settings/keep-account/", views.keep_account, name="keep-account"),
    path("settings/tokens/", token_views.tokens_page, name="tokens"),
    re_path(_TOKEN + "rotate/$", token_views.rotate_token, name="rotate-token"),
    re_path(_TOKEN + "revoke/$", token_views.revoke_token, name="revoke-token"),
    path("settings/apps/<player:grant_id>/take-back/", oauth_views.take_back, name="take-back"),
    path("oauth/authorize/", oauth_views.authorize, name="oauth-authorize"),
    path("oauth/token/", oauth_views.token, name="oauth-token"),
    path("oauth/revoke/", oauth_views.revoke, name="oauth-revoke"),
    path(".well-known/oauth-authorization-server", oauth_views.metadata, name="oauth-metadata"),
    path("settings/language/", views.set_language, name="set-language"),
    path("clubs/", club_views.clubs_page, name="clubs"),
    path("clubs/new/", club_views.found_page, name="found-club"),
    path("clubs/join/<slug:code>/", club_views.by_link, name="club-by-link"),
    path("clubs/<serial:club_id>/", club_views.club_page, name="club"),
    path("clubs/<serial:club_id>/act/", club_views.club_act, name="club-act"),
    path("clubs/<serial:club_id>/settings/", club_views.club_settings, name="club-settings"),
    path("friends/", people_views.friends, name="friends"),
    path("friends/change/", people_views.change_friendship, name="change-friendship"),
    path("notices/", people_views.notices, name="notices"),
    path("notices/wishes/", people_views.notice_wishes, name="notice-wishes"),
]
