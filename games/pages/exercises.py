"""A position to decide on the table page: what asks it, judges it, and says what would be best."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.api import problems
from games.pages.quick import visitor
from games.puzzles.trying import Tried, events_told, shown_table
from rummy import engine
from rummy.engine.as_json.stored import action_from_json, action_to_json
from rummy.engine.families.knock.actions import TakeUpcard
from rummy.engine.families.table_melding.actions import TakeDiscard
from rummy.engine.moves import DrawStock
from rummy.engine.records import Action
from rummy.puzzles.staging import Staged
from web import refusals
from web.api.json_input import read_json_object

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exercise:
    """`key` is its name in the session, `ask` what is to be decided.

    `try_out` makes moves in its position; `conclude` books the answer, None for giving up, and says
    what came of it.
    `proof` and `best` are shown then. `addresses` are the page's own.
    """

    key: str
    name: str
    ask: str
    best: Action
    proof: Json
    addresses: Json
    try_out: Callable[[Sequence[Json]], Tried]
    conclude: Callable[[bool | None], str]


def exercise_page(request: HttpRequest, exercise: Exercise, **more: Any) -> HttpResponse:
    """From its first move: what was begun before is forgotten."""
    request.session.pop(exercise.key, None)
    table = exercise.try_out([]).table
    context = {
        "name": exercise.name,
        "view": shown_table(table, exercise.name, visitor(request)),
        "events": events_told(table, 0),
        "coach": _coach(exercise.ask),
        "page": exercise.addresses,
        **more,
    }
    return render(request, "games/exercise.html", context)


def exercise_view(request: HttpRequest, exercise: Exercise) -> JsonResponse:
    table = exercise.try_out(_made(request, exercise)).table
    return JsonResponse(shown_table(table, exercise.name, visitor(request)))


def exercise_move(request: HttpRequest, exercise: Exercise) -> HttpResponse:
    """A move, or `{"show_me": true}` for the answer, which gives up.

    A wrong answer leaves the table as it was; either way nothing more can be done there.
    """
    made = _made(request, exercise)
    try:
        asked = read_json_object(request.body)
        if asked.get("show_me") is True:
            before = exercise.try_out(made).table
            return _ended(request, exercise, before, before, right=None)
        action = action_from_json(asked.get("action"))
        found = exercise.try_out([*made, action_to_json(action)])
        before, version = found.before, asked.get("expected_version")
        if version is not None and version != len(before.log):
            raise engine.IllegalAction("stale_version", version=len(before.log))
    except refusals.Refusal as refusal:
        return refused(refusal)
    if found.right is None:
        request.session[exercise.key] = [*made, action_to_json(action)]
        return _answer(request, exercise, before, found.table, _coach(exercise.ask))
    after = found.table if found.right else before
    return _ended(request, exercise, before, after, right=found.right, made=action_to_json(action))


def refused(refusal: refusals.Refusal) -> JsonResponse:
    """The refusal as the table page reads it from the API."""
    status, body, _headers = problems.problem_of(refusal)
    return JsonResponse(body, status=status, content_type=problems.KIND)


def _made(request: HttpRequest, exercise: Exercise) -> list[Json]:
    return list(request.session.get(exercise.key, []))


def _ended(
    request: HttpRequest,
    exercise: Exercise,
    before: Staged,
    after: Staged,
    *,
    right: bool | None,
    made: Json | None = None,
) -> HttpResponse:
    request.session.pop(exercise.key, None)
    coach = _coach(exercise.conclude(right), waits="over", proof=exercise.proof)
    coach["made"] = made
    if not right:
        coach["points_at"] = _points_at(exercise.best)
    return _answer(request, exercise, before, after, coach)


def _answer(
    request: HttpRequest, exercise: Exercise, before: Staged, after: Staged, coach: Json
) -> HttpResponse:
    view = shown_table(after, exercise.name, visitor(request))
    if coach["waits"] == "over":
        view |= {"legal": [], "turn": None}
    version = len(after.log)
    events = events_told(after, len(before.log))
    news = {"version": version, "events": events, "view": view, "coach": coach}
    return JsonResponse({"version": version, "news": [news]})


def _coach(says: str, *, waits: str = "move", proof: Json | None = None) -> Json:
    return {"says": says, "waits": waits, "points_at": [], "proof": proof}


def _points_at(best: Action) -> list[str]:
    if isinstance(best, DrawStock):
        return ["stock"]
    if isinstance(best, TakeUpcard | TakeDiscard):
        return ["discards"]
    card = action_to_json(best).get("card")
    return [card] if isinstance(card, str) else []
