"""Moments of play as the real page shows them: views of real matches in a real table's page.

A match is played by the house's bots with known cards until the moment comes; what its seat sees
then takes the place of what the server sent: in the page of the first moment of a game, and in the
news for those that follow. Thus every phase of every game can be looked at within seconds, in each
size and language.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import count
from random import Random
from typing import Any

from playwright.sync_api import Page, Route

from games.tables.reading import TableReading
from games.tables.terms import TableOffer, agree_terms
from rummy import engine
from rummy.match import MatchState, Phase
from tests.match.table import Table
from tests.play.site import WebPlayer
from tests.running.demo import Site

Json = dict[str, Any]
STEPS_MAX = 400
SEEDS = 80
# As long as names may be, with letters that are wide; two of them with spaces to break at.
NAMES = (
    *("Wilhelmine Großmann", "MaximilianMoritzMumm", "Bartholomäus Wimmer"),
    *("Mummenschanz", "Wanda", "Ömer"),
)
VIEW = re.compile(r'(<script id="table-view" type="application/json">)(.*?)(</script>)', re.DOTALL)
FACTS = re.compile(r'(<script id="table-page" type="application/json">)(.*?)(</script>)', re.DOTALL)
EVENTS = re.compile(r'(<script id="table-events" type="application/json">)(.*?)(</script>)')
# A tap where nothing is measured: as if whatever lies above made way.
TAP = "selector => document.querySelector(selector)?.click()"
# As lessons tell their pages what happens.
TELL = """view => document.dispatchEvent(new CustomEvent("jeton:happened", {
  detail: { version: view.version, news: [{ version: view.version, events: [], view }] },
}))"""
CHOOSE_WHAT_FITS = """() => {
  for (const { dataset: { card } } of [...document.querySelectorAll('#hand [data-card]')]) {
    document.getElementById(`hand-${card}`).click();
    if (document.querySelector('.meld.inviting')) return;
    document.getElementById(`hand-${card}`).click();
  }
}"""


def nothing(page: Page, view: Json) -> None:
    """Nothing is chosen."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A table, when it is looked at from seat 0, and what that seat has chosen then."""

    name: str
    offer: TableOffer
    when: Callable[[Json], bool]
    then: Callable[[Page, Json], None] = nothing
    seed: int = 0  # where the search begins, for what is rare


@cache
def seen_at(moment: Moment) -> Json:
    """The view of seat 0 when the moment comes, with the first cards for which it does."""
    for seed in range(moment.seed, moment.seed + SEEDS):
        found = _played_until(moment, seed)
        if found is not None:
            return found
    raise AssertionError(f"{moment.name}: no such moment in {SEEDS} matches")


def _played_until(moment: Moment, seed: int) -> Json | None:
    terms = agree_terms(moment.offer)
    table = Table(terms, seed=seed, robots=(False,) * terms.seats)
    for _ in range(STEPS_MAX):
        if table.state.phase is Phase.FINISHED:
            return None
        if table.state.phase is Phase.BETWEEN:
            table.both_ready()
        view = view_of(table.state, version=len(table.log), now_ms=table.now_ms)
        if moment.when(view):
            return view
        table.bot_move("casual")
    return None


def view_of(state: MatchState, *, version: int, now_ms: int) -> Json:
    """What seat 0 sees; the others are bots with long names."""
    places = {
        seat: {
            "player": {"id": seat + 1, "name": name, "is_bot": seat > 0, "is_guest": False},
            "payout": None,
        }
        for seat, name in zip(range(state.terms.seats), NAMES, strict=False)
    }
    return TableReading(
        table_id=1,
        name="Sonntagabendrunde im Wintergarten",
        status="playing",
        version=version,
        state=state,
        is_private=False,
        host_id=None,
        now_ms=now_ms,
        places=places,
    ).view(0)


class Hall:
    """One open table for each game of a running platform, whose pages show what is wanted."""

    def __init__(self, site: Site) -> None:
        self.home = f"http://localhost:{site.port}"
        self.host = WebPlayer.arrive(site.port)
        self.tables: dict[str, int] = {}
        self.versions = count(STEPS_MAX)

    def show(self, page: Page, moment: Moment) -> None:
        """The page of a table of this game at this moment; it hears nothing more of the server."""
        view = seen_at(moment)
        url = f"{self.home}/tables/{self._table_of(moment.offer.preset)}/"
        if page.url == url:
            for news in (_another_moment(view), view):
                page.evaluate(TELL, later(news, next(self.versions)))
        else:
            page.route(url, lambda route: _with_view(route, view))
            page.goto(url)
            page.unroute(url)
        moment.then(page, view)

    def _table_of(self, preset: str) -> int:
        if preset not in self.tables:
            status, made = self.host.request(
                "POST", "/tables/", {"preset": preset, "format": "ring", "rounds": 1}
            )
            assert status == 201, made
            self.tables[preset] = made["id"]
        return self.tables[preset]


def _another_moment(view: Json) -> Json:
    """Another is on turn and the hand is empty: the page lets go of whatever was chosen."""
    gone: Json = {"hand": [], "freed": [], "discard_pile": [], "phase": ""}
    held = {key: value for key, value in gone.items() if key in view["round"]}
    return view | {"turn": None, "legal": [], "round": view["round"] | held}


def later(view: Json, version: int) -> Json:
    """The same at a later time: an older view would be ignored, and its clock be run down."""
    hours = 3_600_000 * version
    moved = {key: view[key] + hours for key in ("server_time", "deadline_at") if view[key]}
    return view | moved | {"version": version}


def _with_view(route: Route, view: Json) -> None:
    answer = route.fetch()
    text = answer.text()
    found = FACTS.search(text)
    assert found is not None
    facts = json.loads(found[2]) | {"events_url": ""}
    for pattern, content in ((VIEW, view), (FACTS, facts), (EVENTS, [])):
        words = json.dumps(content).replace("<", "\\u003c")
        text = pattern.sub(lambda found, words=words: f"{found[1]}{words}{found[3]}", text)  # type: ignore[misc]
    route.fulfill(response=answer, body=text)


# --- the moments: those with the most to show of each game ---


def mine(phase: str) -> Callable[[Json], bool]:
    """Seat 0 is on turn in this phase."""
    return lambda view: (
        view["phase"] == "playing" and view["turn"] == 0 and view["round"]["phase"] == phase
    )


def legal(view: Json, kind: str) -> list[Json]:
    return [action for action in view["legal"] if action["type"] == kind]


def may(*kinds: str, phase: str) -> Callable[[Json], bool]:
    """On turn in this phase, with all of these allowed."""
    on_turn = mine(phase)
    return lambda view: on_turn(view) and all(legal(view, kind) for kind in kinds)


def _choose(page: Page, cards: list[str]) -> None:
    for card in cards:
        page.evaluate(TAP, f"#hand-{card.partition('=')[0]}")


def choose_to_knock(page: Page, view: Json) -> None:
    _choose(page, [legal(view, "knock")[0]["card"]])


def choose_to_discard(page: Page, view: Json) -> None:
    _choose(page, [legal(view, "discard")[0]["card"]])


def choose_a_meld(page: Page, view: Json) -> None:
    _choose(page, max((one["cards"] for one in legal(view, "lay_meld")), key=len))


def lay_off_what_fits(page: Page, view: Json) -> None:
    """At a knock: one card of the hand goes to a meld, if any does."""
    page.evaluate(CHOOSE_WHAT_FITS)
    page.evaluate(TAP, ".meld.inviting")


def fit_something(page: Page, view: Json) -> None:
    """A card is chosen that may be laid off."""
    _choose(page, [legal(view, "lay_off")[0]["card"]])


def rearrange(page: Page, view: Json) -> None:
    """On the workbench, with a card of the table and one of the hand in wrong places."""
    page.evaluate(TAP, '[data-action="bench"]')
    page.evaluate(TAP, "#hand [data-card]")
    page.evaluate(TAP, '[data-action="bench-new"]')
    page.evaluate(TAP, ".bench-group:last-of-type .bench-card")
    page.evaluate(TAP, ".bench-card")


def deepest_of_the_pile(page: Page, view: Json) -> None:
    page.evaluate(TAP, ".fan-card.takable")


def _waiting(view: Json) -> bool:
    return view["phase"] == "playing" and view["turn"] not in (0, None)


def _ring(preset: str, seats: int, **options: Any) -> TableOffer:
    return TableOffer(preset=preset, format="ring", rounds=2, seats=seats, options=options)


_SPECIAL = tuple(key for key in engine.HOUSE_RULES)
_PALAST = TableOffer(preset="gin_palast")
_ALL_RULES = TableOffer(
    preset="gin_palast", house_rules=_SPECIAL, options={"min_rounds_won": 2}, training=True
)
_OFFERING = TableOffer(preset="gin_classic", training=True)
_TEAM = TableOffer(preset="gin_team", house_rules=("oklahoma",))

GIN = (
    Moment("gin, the upcard is offered", _OFFERING, may("pass_upcard", phase="upcard_offer")),
    Moment("gin, to draw", _PALAST, mine("draw")),
    Moment("gin, another's turn", _PALAST, _waiting),
    Moment("gin, may knock", _PALAST, may("knock", phase="discard"), choose_to_knock),
    Moment(
        "gin, all special rules, may knock",
        _ALL_RULES,
        lambda view: (
            may("knock", "announce_hirschn", phase="discard")(view)
            and bool(legal(view, "catch_set") or legal(view, "catch_run"))
        ),
        choose_to_knock,
    ),
    Moment("gin, answering", _PALAST, mine("answer"), lay_off_what_fits),
    Moment("gin, all special rules, answering", _ALL_RULES, mine("answer"), lay_off_what_fits),
)
TEAMS = (
    Moment("team gin, to draw", _TEAM, mine("draw")),
    Moment("team gin, may knock", _TEAM, may("knock", phase="discard"), choose_to_knock),
    Moment("team gin, answering", _TEAM, mine("answer"), lay_off_what_fits),
)
ROMME = (
    *(
        Moment(
            f"romme of {seats}, melds and a card chosen",
            _ring("german_romme", seats),
            lambda view: may("lay_off", phase="play")(view) and len(view["round"]["melds"]) > 3,
            fit_something,
        )
        for seats in (2, 3, 4, 5, 6)
    ),
    Moment(
        "romme of 6, a meld chosen",
        _ring("german_romme", 6),
        may("lay_meld", phase="play"),
        choose_a_meld,
    ),
    Moment(
        "romme of 4, a first meld begun",
        _ring("german_romme", 4),
        may("undo", "lay_meld", phase="play"),
        choose_a_meld,
    ),
    Moment("romme of 5, to draw", _ring("german_romme", 5), may("take_discard", phase="draw")),
    Moment(
        "romme of 6, knocking for the discard",
        _ring("german_romme", 6, knock_for_discard=True, jeton_per_round=True, joker_cut=True),
        lambda view: view["phase"] == "playing" and bool(legal(view, "claim_discard")),
    ),
    *(
        Moment(
            f"robber's romme of {seats}, rearranging",
            _ring("german_romme", seats, robber=True),
            lambda view: (
                mine("play")(view)
                and view["round"]["opened"][0]
                and len(view["round"]["melds"]) > 3
            ),
            rearrange,
        )
        for seats in (2, 4, 6)
    ),
)
FIVE_HUNDRED = tuple(
    moment
    for seats in (2, 3, 4)
    for moment in (
        Moment(
            f"romme 500 of {seats}, deep in the pile",
            _ring("romme_500", seats),
            lambda view: (
                mine("draw")(view)
                and len(view["round"]["discard_pile"]) > 7
                and len(legal(view, "take_discard")) > 1
            ),
            deepest_of_the_pile,
        ),
        Moment(
            f"romme 500 of {seats}, a meld chosen",
            _ring("romme_500", seats),
            lambda view: may("lay_meld", phase="play")(view) and len(view["round"]["melds"]) > 2,
            choose_a_meld,
            seed=15 if seats == 2 else 0,
        ),
    )
)
GAMES = (GIN, TEAMS, ROMME, FIVE_HUNDRED)
MOMENTS = tuple(moment for game in GAMES for moment in game)


def some_of_each_game(drawn: Random) -> list[Moment]:
    """A sixth of the moments, by these dice; one of each game at least."""
    return [moment for game in GAMES for moment in drawn.sample(game, -(-len(game) // 6))]
