"""The lessons' pages: the table page itself, played on `rummy.lessons` instead of the database.

How far somebody has come is a number in their session; everything else follows from it.
"""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from games.pages import lesson_words
from games.pages.exercises import refused
from games.pages.quick import visitor
from games.puzzles.trying import events_told, shown_table
from games.rulebook.prose import page_url
from rummy import engine, lessons
from rummy.engine.as_json.stored import action_from_json
from rummy.puzzles.staging import Staged
from web import refusals
from web.api.json_input import read_json_object
from web.routes import fresh_page, open_act

LEARNT = "lessons_learnt"

# What one collects in each game: a set, a run, and the four that count most.
PICTURES = {
    "gin": ("7s", "7h", "7d"),
    "german_romme": ("Jh", "Qh", "Kh"),
    "romme_500": ("As", "Ah", "Ad", "Ac"),
}


@fresh_page("learn/", "lessons")
def lessons_page(request: HttpRequest) -> HttpResponse:
    """One lesson per game, and which have been finished."""
    learnt = request.session.get(LEARNT, [])
    return render(request, "games/lessons.html", {"games": game_cards(learnt)})


def game_cards(learnt: list[str]) -> list[dict[str, Any]]:
    """The games with their lessons, as the lobby and the list of lessons show them."""
    return [
        {
            "key": key,
            "preset": lessons.LESSONS[key].preset,
            "about": about,
            "length": length,
            "cards": PICTURES[key],
            "rules": page_url(key),
            "is_learnt": key in learnt,
        }
        for key, (about, length) in lesson_words.GAMES.items()
    ]


@fresh_page("learn/<slug:key>/", "lesson")
@ensure_csrf_cookie
def lesson_page(request: HttpRequest, key: str) -> HttpResponse:
    """The lesson where the learner left it; `?again` from its first card."""
    lesson = _lesson(key)
    if "again" in request.GET:
        request.session.pop(_place(key), None)
        return redirect("lesson", key)
    now = lessons.stage(lesson, request.session.get(_place(key), 0))
    context = {
        "lesson": lesson,
        "view": _view(request, now),
        "events": events_told(_table(now), 0),
        "coach": _coach(now),
        "page": {
            "actions_url": reverse("lesson-move", args=(key,)),
            "view_url": reverse("lesson-view", args=(key,)),
            "table_url": reverse("lesson", args=(key,)),
            "replay_url": "/0/",
            "again_url": reverse("lesson", args=(key,)),
        },
        "games": game_cards(request.session.get(LEARNT, [])),
    }
    return render(request, "games/lesson.html", context)


@fresh_page("learn/<slug:key>/view/", "lesson-view")
def lesson_view(request: HttpRequest, key: str) -> HttpResponse:
    now = lessons.stage(_lesson(key), request.session.get(_place(key), 0))
    return JsonResponse(_view(request, now))


@open_act("learn/<slug:key>/move/", "lesson-move")
def lesson_move(request: HttpRequest, key: str) -> HttpResponse:
    """A move of the learner's, `{"go_on": true}`, or `{"show_me": true}` for the right move.

    The answer is what happened, beat by beat: the learner's own move and those of the other seat.
    A move that the lesson does not ask for is answered by the coach; one that breaks a rule, as at
    any table.
    """
    before = lessons.stage(_lesson(key), request.session.get(_place(key), 0))
    try:
        after = _moved(before, read_json_object(request.body))
    except lessons.WrongMove:
        return JsonResponse(_from_the_start(request, before))
    except refusals.Refusal as refusal:
        return refused(refusal)
    request.session[_place(key)] = after.done
    if _is_over(after):
        request.session[LEARNT] = sorted({*request.session.get(LEARNT, []), key})
    return JsonResponse({"version": len(after.log), "news": _news(request, before, after)})


def _moved(now: lessons.Stage, asked: dict[str, Any]) -> lessons.Stage:
    if asked.get("go_on") is True:
        return lessons.go_on(now)
    if asked.get("show_me") is True:
        if now.beat is None or now.beat.action is None:
            raise lessons.WrongMove
        return lessons.act(now, action_from_json(now.beat.action))
    version = asked.get("expected_version")
    if version is not None and version != len(now.log):
        raise engine.IllegalAction("stale_version", version=len(now.log))
    return lessons.act(now, action_from_json(asked.get("action")))


def _lesson(key: str) -> lessons.Lesson:
    if key not in lessons.LESSONS:
        raise Http404
    return lessons.LESSONS[key]


def _place(key: str) -> str:
    return f"lesson:{key}"


def _view(request: HttpRequest, now: lessons.Stage) -> dict[str, Any]:
    return shown_table(_table(now), _("Lesson"), visitor(request), others="Ada")


def _table(now: lessons.Stage) -> Staged:
    return Staged(lessons.LEARNER, now.state, now.log)


def _news(
    request: HttpRequest, before: lessons.Stage, after: lessons.Stage
) -> list[dict[str, Any]]:
    news: list[dict[str, Any]] = []
    known = len(before.log)
    for step in after.news or (after,):
        view = _view(request, step)
        news.append(
            {"version": len(step.log), "events": events_told(_table(step), known), "view": view}
        )
        known = len(step.log)
    news[-1]["coach"] = _coach(after)
    return news


def _coach(now: lessons.Stage) -> dict[str, Any]:
    """What the coach says before the next beat, and what it points at."""
    own = [beat for beat in now.lesson.beats if beat.seat == lessons.LEARNER]
    done = [beat for beat in now.lesson.beats[: now.done] if beat.seat == lessons.LEARNER]
    beat = now.beat or now.lesson.beats[-1]
    waits = "over" if _is_over(now) else "reading" if beat.action is None else "move"
    return {
        "says": str(lesson_words.SAYS[now.lesson.key][beat.says]),
        "waits": waits,
        "at": min(len(done) + 1, len(own)),
        "of": len(own),
        "points_at": beat.points_at,
    }


def _is_over(now: lessons.Stage) -> bool:
    """The last beat is what there is to say at the end."""
    return now.done >= len(now.lesson.beats) - 1


def _from_the_start(request: HttpRequest, now: lessons.Stage) -> dict[str, Any]:
    """Nothing has happened; the coach says what to do instead."""
    version = len(now.log)
    answer = {"version": version, "events": [], "view": _view(request, now)}
    coach = {**_coach(now), "says": _not_this(now)}
    return {
        "version": version,
        "refused": "lesson_asks_otherwise",
        "news": [{**answer, "coach": coach}],
    }


def _not_this(now: lessons.Stage) -> str:
    coach = _coach(now)
    if coach["waits"] != "move":
        return str(lesson_words.READ_ON)
    return str(lesson_words.NOT_THIS) % {"words": coach["says"]}
