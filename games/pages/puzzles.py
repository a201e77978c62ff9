"""Puzzles and one's own mistakes: how one stands, the next one, and deciding it."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.models import Player
from accounts.views import signed_in
from games import wording
from games.daily.playing import today
from games.models import Mistake, Puzzle
from games.moves.errors import NotFound
from games.pages.exercises import Exercise, exercise_move, exercise_page, exercise_view
from games.pages.quick import visitor
from games.puzzles import lending, mistakes, reading, solving
from games.puzzles.api import ProofShape
from rummy import engine, puzzles
from rummy.engine.as_json.stored import action_from_json
from rummy.puzzles.puzzle import DISCARD, DRAW, GO_OUT, KNOCK, MELD
from web import refusals
from web.api.payloads import With
from web.finding import or_raise
from web.numbers import signed
from web.routes import fresh_page, open_act, own_act, own_page

THEMES: dict[str, str | Promise] = {
    DRAW: gettext_lazy("Draw"),
    DISCARD: gettext_lazy("The discard"),
    KNOCK: gettext_lazy("Knock"),
    MELD: gettext_lazy("Meld or lay off"),
    GO_OUT: gettext_lazy("Go out"),
}
ASKS: dict[str, str | Promise] = {
    DRAW: gettext_lazy("It is your turn to draw. What do you take?"),
    DISCARD: gettext_lazy("Which card do you discard?"),
    KNOCK: gettext_lazy("Do you knock, or do you play on? Knock or discard."),
    MELD: gettext_lazy("Do you lay something, and what comes first? Lay it, or discard."),
    GO_OUT: gettext_lazy("You can go out in this turn. Find the way: lay everything."),
}


@fresh_page("puzzles/", "puzzles")
def puzzles_page(request: HttpRequest) -> HttpResponse:
    """Today's puzzle, the next ones by game, one's own mistakes, and how one stands."""
    found = reading.puzzles_reading(visitor(request))
    games: dict[str, list[With]] = {}
    for one in found.themes:
        games.setdefault(one.game, []).append(With(one, name=THEMES[one.theme]))
    context = {
        "found": found,
        "games": [_game(key, themes) for key, themes in games.items()],
        "is_visitor": visitor(request) is None,
        "lends": (player := visitor(request)) is not None and lending.lends(player),
    }
    return render(request, "games/puzzles.html", context)


@own_act("puzzles/lending/", "lend-rounds")
def lend_rounds(request: HttpRequest) -> HttpResponse:
    """Have one's own rounds become puzzles, or no more."""
    lends = request.POST.get("lends") == "true"
    lending.lend(player=signed_in(request), lends=lends)
    words = _("Puzzles may be made of your rounds.") if lends else _("Your rounds are not used.")
    messages.success(request, words)
    return redirect("puzzles")


def _game(key: str, themes: list[With]) -> dict[str, Any]:
    return {
        "key": key,
        "themes": themes,
        **{
            name: sum(getattr(one, name) for one in themes)
            for name in ("puzzles", "tried", "solved")
        },
    }


@fresh_page("puzzles/next/", "puzzle-next")
def next_puzzle(request: HttpRequest) -> HttpResponse:
    """To a puzzle that this reader has not tried; `?game=` and `?theme=` narrow it down."""
    wish = _wish(request)
    try:
        puzzle = solving.next_puzzle(visitor(request), **wish)
    except NotFound as refusal:
        messages.info(request, refusals.words_of(refusal))
        return redirect("puzzles")
    return redirect(f"{reverse('puzzle', args=(puzzle.pk,))}?{urlencode(wish)}")


def _wish(request: HttpRequest) -> dict[str, str]:
    """The kind of puzzle that the reader wishes, so that the next one is of the same."""
    known = {"game": engine.PRESETS, "theme": THEMES}
    return {
        name: asked
        for name, words in known.items()
        if (asked := request.GET.get(name, "")) in words
    }


@fresh_page("puzzles/<serial:puzzle_id>/", "puzzle")
@ensure_csrf_cookie
def puzzle_page(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    puzzle = solving.puzzle_by(puzzle_id)
    return exercise_page(
        request,
        _as_exercise(request, puzzle),
        next_url=f"{reverse('puzzle-next')}?{urlencode(_wish(request))}",
        next_words=_("Next puzzle"),
    )


@fresh_page("puzzles/<serial:puzzle_id>/view/", "puzzle-view")
def puzzle_view(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    return exercise_view(request, _as_exercise(request, solving.puzzle_by(puzzle_id)))


@open_act("puzzles/<serial:puzzle_id>/move/", "puzzle-move")
def puzzle_move(request: HttpRequest, puzzle_id: int) -> HttpResponse:
    return exercise_move(request, _as_exercise(request, solving.puzzle_by(puzzle_id)))


def _as_exercise(request: HttpRequest, puzzle: Puzzle) -> Exercise:
    player = visitor(request)
    content = puzzles.Puzzle.from_json(puzzle.content)
    daily = solving.puzzle_of(today())
    is_daily = daily is not None and daily.pk == puzzle.pk
    name = _("Puzzle of the day") if is_daily else _("Puzzle %(number)s") % {"number": puzzle.pk}

    counts = _what_counts(player, puzzle)

    def conclude(right: bool | None) -> str:
        verdict = solving.book(player=player, puzzle=puzzle, solved=right is True)
        return " ".join((_verdict_words(right), *_rating_words(verdict, player)))

    return Exercise(
        key=f"puzzle:{puzzle.pk}",
        name=name,
        ask=f"{wording.preset_name(puzzle.game)}: {ASKS[content.theme]} {counts}".strip(),
        best=content.best,
        proof=ProofShape.of(content),
        addresses=_addresses("puzzle", puzzle.pk, urlencode(_wish(request))),
        try_out=lambda moves: solving.try_out(content, moves),
        conclude=conclude,
    )


def _what_counts(player: Player | None, puzzle: Puzzle) -> str:
    """Whether the next answer counts, and how an earlier one did."""
    if player is None:
        return ""
    known = reading.tried_by(player, puzzle)
    if known is None:
        return _("The first answer counts; to be shown it counts as not solved.")
    if known:
        return _("You have solved it; it does not count again.")
    return _("You have tried it and not solved it; it does not count again.")


def _verdict_words(right: bool | None) -> str:
    if right is None:
        return _("This is the answer.")
    return _("Right!") if right else _("Not quite.")


def _rating_words(verdict: With, player: Player | None) -> list[str]:
    """What an answer that counts did to the rating."""
    words = [_("It does not count again.")] if player and not verdict.counted else []
    if verdict.rating is not None and verdict.rating_before is not None:
        change = signed(verdict.rating - verdict.rating_before)
        rated = _("Your puzzle rating: %(rating)s (%(change)s).")
        words.append(rated % {"rating": verdict.rating, "change": change})
    if verdict.run is not None and verdict.run > 1:
        run = ngettext("%(count)s in a row.", "%(count)s in a row.", verdict.run)
        words.append(run % {"count": verdict.run})
    return words


@own_page("mistakes/next/", "mistake-next")
def next_mistake(request: HttpRequest) -> HttpResponse:
    """To the mistake that has been due longest; with none due, to all puzzles."""
    player = visitor(request)
    found = mistakes.due(player).first() if player else None
    return redirect("puzzles") if found is None else redirect("mistake", found.pk)


@own_page("mistakes/<serial:mistake_id>/", "mistake")
@ensure_csrf_cookie
def mistake_page(request: HttpRequest, mistake_id: int) -> HttpResponse:
    mistake = _mistake(request, mistake_id)
    played = mistake.round
    others = mistakes.due(mistake.player).exclude(pk=mistake.pk).exists()
    round_url = reverse("replay", args=(played.table_id, played.number))
    return exercise_page(
        request,
        _mistake_exercise(mistake),
        next_url=reverse("mistake-next" if others else "puzzles"),
        next_words=_("Next one") if others else _("That is all for today"),
        round_url=f"{round_url}?step={mistake.place - 1}",
    )


@own_page("mistakes/<serial:mistake_id>/view/", "mistake-view")
def mistake_view(request: HttpRequest, mistake_id: int) -> HttpResponse:
    return exercise_view(request, _mistake_exercise(_mistake(request, mistake_id)))


@own_act("mistakes/<serial:mistake_id>/move/", "mistake-move")
def mistake_move(request: HttpRequest, mistake_id: int) -> HttpResponse:
    return exercise_move(request, _mistake_exercise(_mistake(request, mistake_id)))


def _mistake(request: HttpRequest, mistake_id: int) -> Mistake:
    player = or_raise(visitor(request), NotFound("mistake_not_found", mistake=mistake_id))
    return mistakes.mistake_by(mistake_id, player)


def _mistake_exercise(mistake: Mistake) -> Exercise:
    better = mistake.better
    best_value = better["value"]
    choices = [
        {
            "action": one["action"],
            "behind": round(best_value - one["value"], 1),
            "margin": 0.0,
            "playouts": 0,
        }
        for one in better["choices"]
    ]

    def conclude(right: bool | None) -> str:
        after = mistakes.book(mistake=mistake, right=right is True)
        return " ".join((_verdict_words(right), *_learnt_words(after)))

    return Exercise(
        key=f"mistake:{mistake.pk}",
        name=_("Your own round"),
        ask=_("%(game)s: here you gave points away. What do you do this time?")
        % {"game": wording.preset_name(mistake.round.table.preset)},
        best=action_from_json(better["action"]),
        proof={
            "choices": choices,
            "line": [],
            "reason": better["reason"],
            "facts": better["facts"],
        },
        addresses=_addresses("mistake", mistake.pk),
        try_out=lambda moves: mistakes.try_out(mistake, moves),
        conclude=conclude,
    )


def _learnt_words(mistake: Mistake) -> list[str]:
    lost = ngettext(
        "In the round it cost you about %(points)s point.",
        "In the round it cost you about %(points)s points.",
        round(mistake.cost),
    )
    words = [lost % {"points": round(mistake.cost)}]
    if mistake.learnt_at is not None:
        return [*words, _("You know it now; it will not be asked again.")]
    days = max(1, (timezone.localdate(mistake.due_at) - today()).days)
    again = ngettext(
        "It will be asked again in %(days)s day.", "It will be asked again in %(days)s days.", days
    )
    return [*words, again % {"days": days}]


def _addresses(kind: str, number: int, wish: str = "") -> dict[str, str]:
    page = reverse(kind, args=(number,))
    again = f"{page}?{wish}" if wish else page
    return {
        "actions_url": reverse(f"{kind}-move", args=(number,)),
        "view_url": reverse(f"{kind}-view", args=(number,)),
        "table_url": page,
        "replay_url": "/0/",
        "again_url": again,
    }
