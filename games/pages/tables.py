"""The players' pages: lobby, arena, table, replay, rules. They ask and show; no rule lives here."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.clubs.reading import clubs_of
from accounts.models import Player
from accounts.sent_again import done_once
from accounts.views import become_guest, signed_in
from games import rulebook, wording
from games.arena.reading import arena_tables, leaderboard
from games.catalogue.offered import presets_offered
from games.daily.reading import played_today
from games.forms.format import FormatForm
from games.forms.options import initial_of, preset_options
from games.forms.table import DEFAULT_BOT, TableForm, club_company, preset_facts
from games.models import DailyDeal, Round, Table, TableStatus
from games.moves.errors import NotFound
from games.pages.admission import AdmissionForm
from games.pages.lessons import LEARNT, game_cards
from games.pages.lobby_rows import lobby_rows, row_of
from games.pages.quick import back_to_lobby, stake_choices
from games.pages.quick import visitor as visitor
from games.replay.log import recent_events
from games.replay.rounds import seats_then
from games.rulebook import showing
from games.rulebook.prose import page_url
from games.tables import again, opening
from games.tables import reading as tables
from games.tables.admission import Admission
from games.tables.lobby.lists import one_table, visible_tables
from games.tables.terms import TableOffer, terms_of
from rummy import engine
from web import refusals
from web.numbers import whole
from web.routes import at, fresh_page, open_act, open_page, own_act
from web.security import limits
from web.security.guarding import not_there

HERO_CARDS = ("7s", "7h", "7d", "Qh")
PARTS = {"tables": "games/lobby_tables.html", "own": "games/lobby_own.html"}
GAME_FILTERS = {
    "gin": tuple(key for key in engine.PRESETS if key.startswith("gin")),
    "german_romme": ("german_romme",),
    "romme_500": ("romme_500",),
}


@fresh_page("", "lobby")
def lobby_page(request: HttpRequest) -> HttpResponse:
    """Own tables, open tables, running tables; `?part=tables` or `own` is the lists alone.

    `?game=` shows the tables of one game; the lobby remembers it for the next visit.
    """
    game = _game_shown(request)
    rows = {**lobby_rows(visitor(request), presets=GAME_FILTERS.get(game, ())), "game": game}
    part = PARTS.get(request.GET.get("part", ""))
    if part is not None:
        return render(request, part, rows)
    offered = presets_offered()
    context = {
        **rows,
        "hero_cards": HERO_CARDS,
        "games": [
            one for one in game_cards(request.session.get(LEARNT, [])) if one["preset"] in offered
        ],
        "filters": [("", _("All games")), *_filters()],
        "stakes": stake_choices(request),
        "daily": played_today(visitor(request)),
    }
    return render(request, "games/lobby.html", context)


def _game_shown(request: HttpRequest) -> str:
    """The filter asked for, or the one of the last visit."""
    if "game" in request.GET and request.session.get("lobby_game", "") != request.GET["game"]:
        request.session["lobby_game"] = request.GET["game"][:40]
    wish: str = request.GET.get("game", request.session.get("lobby_game", ""))
    return wish if wish in GAME_FILTERS else ""


def _filters() -> list[tuple[str, wording.Words]]:
    names = {"gin": _("Gin"), "german_romme": "Deutsches Rommé", "romme_500": "Rommé 500"}
    return [(key, names[key]) for key in GAME_FILTERS]


@fresh_page("arena/", "arena")
def arena_page(request: HttpRequest) -> HttpResponse:
    """The bot arena: which programs play best, and where they are playing now."""
    leaders = [
        (row, row.name if row.owner else wording.bot_name(row.name)) for row in leaderboard()
    ]
    context = {"leaders": leaders, "tables": [row_of(table) for table in arena_tables()]}
    return render(request, "games/arena.html", context)


@at("tables/new/", "table-new")
@login_required
@done_once
def table_new(request: HttpRequest) -> HttpResponse:
    """Open a table and sit down at it (PLAY-1)."""
    clubs = clubs_of(signed_in(request))
    form = TableForm(request.POST or None, initial=_wishes(request), clubs=clubs)
    admission_form = AdmissionForm(request.POST or None)
    format_form = FormatForm(request.POST or None, initial=_format_wishes(request))
    parts = (form, admission_form, format_form)
    if request.method == "POST" and all(part.is_valid() for part in parts):
        player = signed_in(request)
        try:
            limits.spend(limits.TABLES, str(player.pk))
            offer = format_form.applied(form.offer)
            return redirect("table", _open_table(player, form, offer, admission_form.admission))
        except refusals.Refusal as refusal:
            form.refuse(refusal)
    return render(
        request,
        "games/table_new.html",
        {
            "form": form,
            "admission_form": admission_form,
            "format_form": format_form,
            "presets": preset_facts(),
        },
    )


def _wishes(request: HttpRequest) -> dict[str, Any]:
    """What the form starts from: the house's defaults, or a table one has seen."""
    wishes = TableForm.defaults() | {"rule_set": request.GET.get("rule_set", "")[:18]}
    table = _model(request)
    club = whole(request.GET.get("club", "")) if table is None else table.club_id
    if club is not None:
        wishes["company"] = club_company(club)
    if table is None:
        return wishes
    terms = terms_of(table)
    chosen = {key: value for key, value in terms["rules"].items() if value}  # of house rules
    known = chosen | {key: value for key, value in terms.items() if value is not None}
    rules = {**terms["rules"]["play"], **terms["rules"]}
    known |= {
        option.name: initial_of(rules[option.name])
        for preset, option in preset_options()
        if preset == terms["preset"]
    }
    return wishes | {key: known[key] for key in known.keys() & wishes}


def _format_wishes(request: HttpRequest) -> dict[str, Any]:
    table = _model(request)
    return FormatForm.defaults() if table is None else FormatForm.like(terms_of(table))


def _model(request: HttpRequest) -> Table | None:
    """The table that the new one shall be like (`?like=`), if it is known to who asks."""
    model = whole(request.GET.get("like", ""))
    return None if model is None else visible_tables(visitor(request)).filter(pk=model).first()


@transaction.atomic
def _open_table(player: Player, form: TableForm, offer: TableOffer, admission: Admission) -> int:
    data = form.cleaned_data
    is_private = data["company"] == "friends"
    table = opening.create_table(
        player=player,
        offer=offer,
        name=data["name"],
        is_private=is_private,
        admission=admission,
        club=form.club,
    )
    opening.join_table(table_id=table.pk, player=player, invite_code=table.invite_code)
    if data["company"] == "bot":
        for _seat in range(table.seats_max - 1):
            opening.add_bot(table_id=table.pk, player=player, bot=data["bot"] or DEFAULT_BOT)
    return table.pk


@open_act("tables/<table:table_id>/join/", "join")
@done_once
def join(request: HttpRequest, table_id: int) -> HttpResponse:
    """Take a seat from the lobby or by an invitation, as a guest if need be."""
    code = request.POST.get("invite", "")
    try:
        player = visitor(request) or become_guest(request)
        opening.join_table(table_id=table_id, player=player, invite_code=code)
    except refusals.Refusal as refusal:
        if refusal.code == "already_seated":
            return redirect("table", table_id)
        return back_to_lobby(request, refusal)
    return redirect("table", table_id)


@own_act("tables/<table:table_id>/again/", "play-again")
def play_again(request: HttpRequest, table_id: int) -> HttpResponse:
    """One tap from the end of a match with bots to the next; where it cannot be, to the form."""
    player = signed_in(request)
    try:
        following = again.play_again(table_id=table_id, player=player)
    except refusals.Refusal as refusal:
        messages.error(request, refusals.words_of(refusal))
        return redirect(_like_url(table_id))
    return redirect("table", following)


@fresh_page("tables/<table:table_id>/", "table")
@ensure_csrf_cookie
def table_page(request: HttpRequest, table_id: int) -> HttpResponse:
    """The table as the one who asks may see it; the page keeps itself fresh from there."""
    player = visitor(request)
    try:
        view = tables.table_view(table_id, player.pk if player else None)
    except NotFound:
        if "invite" in request.GET:
            return _invitation(request, table_id)
        return not_there(request)
    context = {
        "view": view,
        "events": recent_events(table_id, seat=view["seat"], version=view["version"]),
        "page": _addresses(table_id, view),
    }
    return render(request, "games/table.html", context)


def _addresses(table_id: int, view: dict[str, Any]) -> dict[str, Any]:
    api = f"/api/v1/tables/{table_id}/"
    return {
        "actions_url": f"{api}actions/",
        "view_url": f"{api}view/",
        "events_url": f"{api}events/",
        "join_url": f"{api}join/",
        "leave_url": f"{api}leave/",
        "rebuy_url": f"{api}rebuy/",
        "add_bot_url": f"{api}add-bot/",
        "hint_url": f"{api}hint/",
        "bot": DEFAULT_BOT,
        "table_url": _shared_url(table_id, view),
        "replay_url": reverse("replay", args=(table_id, 0)),
        "again_url": reverse("play-again", args=(table_id,)),
        "like_url": _like_url(table_id),
        "daily_url": _daily_url(view["terms"]["shared_deals"]),
        "before_url": _before_url(view["terms"]["played_on"]),
        "before": _before(view["terms"]["played_on"]),
        "skill_url": _skill_url(table_id, view["terms"]),
        "friends_url": reverse("api-friends"),
        "friend_url": reverse("api-friend", args=(0,)),
    }


def _like_url(table_id: int) -> str:
    return f"{reverse('table-new')}?like={table_id}"


def _skill_url(table_id: int, terms: dict[str, Any]) -> str:
    """Where one reads how a match was played; "" where it is not judged, or not before tomorrow."""
    if terms["shared_deals"] or terms["played_on"] is not None:
        return ""
    return reverse("api-match-skill", args=(table_id,))


def _daily_url(shared_deals: list[int]) -> str:
    """Where one reads how others fared with the same cards; "" where nobody else has them."""
    daily = DailyDeal.objects.filter(deal__in=shared_deals).first() if shared_deals else None
    return reverse("daily-deal", args=(daily.day, daily.game)) if daily else ""


def _before_url(played_on: dict[str, int] | None) -> str:
    """The step from which a round is played on; "" at all other tables."""
    if played_on is None:
        return ""
    round_url = reverse("replay", args=(played_on["table"], played_on["round"]))
    return f"{round_url}?step={played_on['step']}"


def _before(played_on: dict[str, int] | None) -> list[dict[str, Any]]:
    """Who sat where in the round that is played on, and with what points; empty without a score."""
    if played_on is None:
        return []
    found = Round.objects.select_related("table")
    played = found.get(table=played_on["table"], number=played_on["round"])
    places = seats_then(played, played.table.seats.select_related("player"))
    points = played.score["points"] if played.score else []
    return [
        {"name": place.player.name, "points": had}
        for (_at, place), had in zip(places, points, strict=False)
    ]


def _shared_url(table_id: int, view: dict[str, Any]) -> str:
    """The link to hand on; who sits at a private table may invite."""
    url = reverse("table", args=(table_id,))
    if view["seat"] is None or view["status"] != "open":
        return url
    code = Table.objects.values_list("invite_code", flat=True).get(pk=table_id)
    return f"{url}?invite={code}" if code else url


def _invitation(request: HttpRequest, table_id: int) -> HttpResponse:
    """A private table, shown to whoever has its code: the terms, and a seat."""
    code = request.GET["invite"]
    table = one_table(table_id, invite_code=code)
    if table.status != TableStatus.OPEN:
        raise Http404
    context = {"table": table, "terms": terms_of(table), "invite": code}
    return render(request, "games/invitation.html", context)


@at("rules/gin/", "rules-gin")
@at("rules/gin/<slug:key>/", "rules-special")
@open_page("rules/<slug:key>/", "rules-game")
def rules_page(request: HttpRequest, key: str = rulebook.GIN) -> HttpResponse:
    """A page of the book of rules, German or English: the game, or one of its special rules."""
    page = _book_page(key)
    context = {
        "key": key,
        "page": page,
        "blocks": showing.shown_page(page),
        "house_rules": wording.house_rules(list(engine.HOUSE_RULES)),
        "is_game": key in rulebook.GAMES,
        "is_romme": key in rulebook.ROMME,
        "games": [
            {"key": game, "title": _book_page(game).title, "url": page_url(game)}
            for game in rulebook.GAMES
        ],
    }
    return render(request, "games/rules.html", context)


def _book_page(key: str) -> rulebook.Page:
    """As it is written; of a house rule that nobody has written about, what it says itself."""
    is_special = key in engine.HOUSE_RULES
    if key not in rulebook.GAMES and not is_special:
        raise Http404
    page = rulebook.page_now(key)
    if page is None and is_special:
        title, summary = wording.house_rule_name(key), wording.house_rule_words(key)
        return rulebook.Page(key, str(title), (rulebook.Block(str(summary)),))
    if page is None:
        raise Http404
    return page
