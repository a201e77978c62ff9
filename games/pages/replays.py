"""A finished round looked at again, card by card, and played on from one of its steps."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import become_guest
from games import wording
from games.cardart.hands_picture import HandRow, hands_picture
from games.models.rounds import SEATS_MAX
from games.moves.errors import NotFound, Refused
from games.pages.quick import visitor
from games.replay import rounds as replays
from games.replay.playing_on import moment_of, play_on
from games.skill.reading import skill_of_match
from games.tables.lobby.lists import one_table
from games.templatetags.skill import accuracy_words
from rummy.skill import Parts
from web import refusals
from web.numbers import signed, whole
from web.routes import open_act, open_page
from web.security import limits
from web.security.guarding import not_there


@open_page("tables/<table:table_id>/replay/<round:number>/", "replay")
def replay_page(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """A finished round, card by card, with its proof."""
    try:
        played = replays.finished_round(table_id, number, visitor(request))
    except NotFound:
        return not_there(request)
    context = {
        "round": played,
        "number": number,
        "table_id": table_id,
        "json_url": reverse("api-round", args=(table_id, number)),
        "review_url": reverse("api-round-review", args=(table_id, number)),
        "match_skill": _match_skill(table_id, visitor(request)),
        "own_seat": _own_seat(played, visitor(request)),
        "has_next": _was_played(table_id, number + 1, visitor(request)),
        "dealt_to": _dealt_to(played),
        "step": whole(request.GET.get("step", ""), digits=5),
        "expert_url": reverse("api-round-expert", args=(table_id, number)),
    }
    return render(request, "games/replay.html", context)


def _dealt_to(played: dict[str, Any]) -> list[dict[str, Any]]:
    """The places that were in the round, by seat."""
    hands = len(played["steps"][0]["hands"])
    return [place for place in played["seats"] if place["seat"] < hands]


def _match_skill(table_id: int, player: Player | None) -> list[dict[str, Any]]:
    """How each person at the table played a finished match, and what their result was made of."""
    found = skill_of_match(one_table(table_id, player, or_of_an_open_deal=True), player)
    return [
        {
            "name": one.player.username,
            "accuracy": accuracy_words(one.accuracy) if one.accuracy else "–",
            "parts": [signed(points) for points in _in_whole_points(one.total)],
        }
        for one in found
    ]


def _in_whole_points(total: Parts | None) -> list[int]:
    """Result, luck, pile, decisions and the end, which takes what rounding leaves; or nothing."""
    if total is None:
        return []
    result, luck = round(total.result), round(total.luck)
    pile = round(total.own_open + total.other_open)
    play = round(total.own_play + total.other_play)
    return [result, luck, pile, play, result - luck - pile - play]


def _own_seat(played: dict[str, Any], player: Player | None) -> int | None:
    places = {place["player"]["id"]: place["seat"] for place in played["seats"]}
    return places.get(player.pk) if player else None


def _was_played(table_id: int, number: int, player: Player | None) -> bool:
    try:
        replays.ended_round(table_id, number, visible_to=player)
    except NotFound:
        return False
    return True


@open_page("tables/<table:table_id>/replay/<round:number>/picture.png", "replay-picture")
def replay_picture(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """The hands of a round at a step (`?step=`, else the deal) as a picture to be sent around."""
    played = replays.finished_round(table_id, number, visitor(request))
    steps = played["steps"]
    step = steps[min(whole(request.GET.get("step", ""), digits=5) or 0, len(steps) - 1)]
    points = (played["score"] or {}).get("points", ())
    rows = [
        HandRow(
            place["player"]["name"],
            signed(points[place["seat"]]) if points else "",
            _in_order(step["hands"][place["seat"]]),
        )
        for place in _dealt_to(played)
    ]
    game = wording.preset_name(played["terms"]["preset"])
    words = f"{game} · {_('Round %(number)s') % {'number': number}}"
    response = HttpResponse(hands_picture(played["name"], words, rows), content_type="image/png")
    response["Cache-Control"] = "private, max-age=3600"
    return response


def _in_order(hand: dict[str, Any]) -> tuple[str, ...]:
    """Melds first, as the replay lays them out."""
    arrangement = hand.get("arrangement")
    if not arrangement:
        return tuple(hand.get("hand") or ())
    melded = [card for meld in arrangement["melds"] for card in meld]
    return (*melded, *arrangement["deadwood"])


class PlayOnForm(forms.Form):
    step = forms.IntegerField(min_value=0, max_value=100_000)
    seat = forms.IntegerField(min_value=0, max_value=SEATS_MAX - 1, required=False)


@open_act("tables/<table:table_id>/replay/<round:number>/play-on/", "play-on")
@done_once
def play_on_page(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """To a table where the round goes on from here; guests are welcome."""
    form = PlayOnForm(request.POST)
    try:
        if not form.is_valid():
            raise Refused("invalid_input", names=sorted(form.errors))
        asked = {"table_id": table_id, "number": number, **form.cleaned_data}
        moment_of(player=visitor(request), **asked)  # nobody becomes a guest for nothing
        player = visitor(request) or become_guest(request)
        limits.spend(limits.TABLES, str(player.pk))
        return redirect("table", play_on(player=player, **asked).table_id)
    except NotFound:
        raise
    except refusals.Refusal as refusal:
        messages.error(request, refusals.words_of(refusal))
        return redirect("replay", table_id, number)
