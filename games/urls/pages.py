"""Addresses of the players' pages."""

from django.urls import path, re_path
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from django.views.i18n import JavaScriptCatalog

from games.pages import admission as admission_views
from games.pages import app as app_views
from games.pages import daily as daily_views
from games.pages import lessons as lesson_views
from games.pages import my_games as my_games_views
from games.pages import puzzles as puzzle_views
from games.pages import quick as quick_views
from games.pages import replays
from games.pages import tables as views
from games.talk import pages as talk_views

# The longest text of every page: packed, and not sent again as long as it is the same.
words = gzip_page(conditional_page(JavaScriptCatalog.as_view(packages=["games"])))


urlpatterns = [
    path("", views.lobby_page, name="lobby"),
    path("quick-seat/", quick_views.quick_seat, name="quick-seat"),
    path("tables/new/", views.table_new, name="table-new"),
    path("tables/<table:table_id>/", views.table_page, name="table"),
    path("tables/<table:table_id>/join/", views.join, name="join"),
    path("tables/<table:table_id>/replay/<round:number>/", replays.replay_page, name="replay"),
    path("tables/<table:table_id>/again/", views.play_again, name="play-again"),
    path(
        "tables/<table:table_id>/replay/<round:number>/picture.png",
        replays.replay_picture,
        name="replay-picture",
    ),
    path(
        "tables/<table:table_id>/replay/<round:number>/play-on/",
        replays.play_on_page,
        name="play-on",
    ),
    path("players/<player:player_id>/report/", talk_views.report_player, name="report-player"),
    path("rules/gin/", views.rules_page, name="rules-gin"),
    path("rules/gin/<slug:key>/", views.rules_page, name="rules-special"),
    path("rules/<slug:key>/", views.rules_page, name="rules-game"),
    path("my-games/", my_games_views.my_games, name="my-games"),
    path("my-games.ics", my_games_views.my_games_calendar, name="my-games-calendar"),
    path("my-games/vacation/", my_games_views.vacation, name="vacation"),
    path("arena/", views.arena_page, name="arena"),
    path("daily/", daily_views.daily_page, name="daily"),
    path("daily/<slug:game>/play/", daily_views.play_daily, name="daily-play"),
    path("daily/<day:day>/<slug:game>/", daily_views.deal_page, name="daily-deal"),
    path("puzzles/", puzzle_views.puzzles_page, name="puzzles"),
    path("puzzles/lending/", puzzle_views.lend_rounds, name="lend-rounds"),
    path("puzzles/next/", puzzle_views.next_puzzle, name="puzzle-next"),
    path("puzzles/<serial:puzzle_id>/", puzzle_views.puzzle_page, name="puzzle"),
    path("puzzles/<serial:puzzle_id>/view/", puzzle_views.puzzle_view, name="puzzle-view"),
    path("puzzles/<serial:puzzle_id>/move/", puzzle_views.puzzle_move, name="puzzle-move"),
    path("mistakes/next/", puzzle_views.next_mistake, name="mistake-next"),
    path("mistakes/<serial:mistake_id>/", puzzle_views.mistake_page, name="mistake"),
    path("mistakes/<serial:mistake_id>/view/", puzzle_views.mistake_view, name="mistake-view"),
    path("mistakes/<serial:mistake_id>/move/", puzzle_views.mistake_move, name="mistake-move"),
    path("learn/", lesson_views.lessons_page, name="lessons"),
    path("learn/<slug:key>/", lesson_views.lesson_page, name="lesson"),
    path("learn/<slug:key>/view/", lesson_views.lesson_view, name="lesson-view"),
    path("learn/<slug:key>/move/", lesson_views.lesson_move, name="lesson-move"),
    path("manifest.webmanifest", app_views.manifest, name="manifest"),
    path("service-worker.js", app_views.service_worker, name="service-worker"),
    path("offline/", app_views.offline, name="offline"),
    path("words.js", words, name="js-words"),
    re_path(r"^tables/(?P<table_id>[0-9]{1,18})/enter/$", admission_views.enter, name="enter"),
    re_path(r"^tables/(?P<table_id>[0-9]{1,18})/line/$", admission_views.line, name="line"),
]
