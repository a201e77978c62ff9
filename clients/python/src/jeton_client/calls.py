"""Every operation as a value: method, path, query, body, key. Both clients send these."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Unpack
from urllib.parse import quote

from jeton_client import shapes

T_co = TypeVar("T_co", covariant=True)
KEY_HEADER = "Idempotency-Key"
TOKEN_NAME = "guest"  # noqa: S105 - a name, no secret


@dataclass(frozen=True, slots=True)
class Call(Generic[T_co]):
    """One request; `T_co` is the shape of its answer."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str | int] | None = None
    key: str | None = None

    @property
    def repeatable(self) -> bool:
        """Whether sending it twice does no more than sending it once."""
        return self.method == "GET" or self.key is not None


def new_key() -> str:
    """An Idempotency-Key that nobody has used."""
    return uuid.uuid4().hex


def given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def get(path: str, **query: Any) -> Call[Any]:
    return Call("GET", path, query=given(**query))


def post(path: str, body: Mapping[str, Any] | None = None, *, key: str | None = None) -> Call[Any]:
    """Something that changes something: once per key, which is a new one unless it is given."""
    return Call("POST", path, body, key=key or new_key())


def guest(*, language: str | None = None, token_name: str = TOKEN_NAME) -> Call[shapes.Guest]:
    return Call("POST", "guests/", given(language=language, token_name=token_name))


def me() -> Call[shapes.Me]:
    return get("me/")


def my_data() -> Call[shapes.OwnData]:
    """Everything that is kept about you, by chapter."""
    return get("me/data/")


def my_sessions() -> Call[shapes.Sessions]:
    """The browsers in which you are signed in."""
    return get("me/sessions/")


def end_session(session_id: str) -> Call[None]:
    return Call("DELETE", f"me/sessions/{session_id}/")


def end_all_sessions() -> Call[shapes.Ended]:
    return Call("DELETE", "me/sessions/")


def statement(*, before: int | None = None, limit: int = 50) -> Call[shapes.Statement]:
    return get("me/statement/", before=before, limit=limit)


def export(what: shapes.Exported, cursor: int | None) -> Call[shapes.Export]:
    return get(f"me/export/{what}/", cursor=cursor)


def refill() -> Call[shapes.Refill]:
    return post("me/refill/")


def my_tables(*, status: shapes.TableStatus | None = None) -> Call[shapes.MyTables]:
    return get("me/tables/", status=status)


def league(
    *, season: int | None = None, division: int | None = None, limit: int = 50
) -> Call[shapes.League]:
    return get("league/", season=season, division=division, limit=limit)


def tokens() -> Call[shapes.Tokens]:
    return get("tokens/")


def create_token(**wanted: Unpack[shapes.TokenForm]) -> Call[shapes.NewToken]:
    """Its text is in `token`, now and never again."""
    return post("tokens/", dict(wanted))


def rotate_token(token_id: str) -> Call[shapes.NewToken]:
    """A new text for the same token; the old one is refused from now on."""
    return Call("POST", f"tokens/{quote(token_id, safe='')}/rotate/")


def revoke_token(token_id: str) -> Call[None]:
    return Call("DELETE", f"tokens/{quote(token_id, safe='')}/")


def presets() -> Call[shapes.Catalogue]:
    return get("presets/")


def head_to_head(player_id: int) -> Call[shapes.HeadToHead]:
    """Your matches against another player, by game."""
    return get(f"players/{player_id}/head-to-head/")


def accuracy(
    player_id: int, *, since: str | None = None, until: str | None = None
) -> Call[shapes.Skills]:
    """How accurately a player plays each game, whatever the cards were."""
    return get(f"players/{player_id}/accuracy/", since=since, until=until)


def match_skill(table_id: int) -> Call[shapes.MatchSkill]:
    """How accurately people played a match, and what its results were made of."""
    return get(f"tables/{table_id}/skill/")


def daily_deals() -> Call[shapes.DailyDeals]:
    """Today's deals, one of each game, and how you did."""
    return get("daily/")


def daily_deal(day: str, game: str) -> Call[shapes.PlayedDeal]:
    """How a day's deal was played, as far as you may know it; `day` as `2026-11-26`."""
    return get(f"daily/{day}/{game}/")


def play_daily_deal(game: str, *, key: str | None = None) -> Call[shapes.Seated]:
    """Your one try at today's deal of a game; the same seat again if you have begun."""
    return post(f"daily/{game}/", key=key)


def puzzles() -> Call[shapes.Puzzles]:
    """How you stand at puzzles, and which is today's."""
    return get("puzzles/")


def next_puzzle(
    *, game: str | None = None, theme: shapes.PuzzleTheme | None = None
) -> Call[shapes.Puzzle]:
    """One that you have not tried yet and that suits your strength."""
    return get("puzzles/next/", game=game, theme=theme)


def puzzle(puzzle_id: int) -> Call[shapes.Puzzle]:
    return get(f"puzzles/{puzzle_id}/")


def answer_puzzle(
    puzzle_id: int,
    moves: Sequence[shapes.Action],
    *,
    give_up: bool = False,
    key: str | None = None,
) -> Call[shapes.Verdict]:
    """Your moves, one but for going out; the first answer counts. It comes with the proof."""
    body = {"moves": list(moves), "give_up": give_up}
    return post(f"puzzles/{puzzle_id}/answer/", body, key=key)


def preferences() -> Call[shapes.Preferences]:
    """How you like cards and tables, as far as you have chosen."""
    return get("me/preferences/")


def prefer(
    *, key: str | None = None, **chosen: Unpack[shapes.PreferencesForm]
) -> Call[shapes.Preferences]:
    """Choose these; all else stays as it is."""
    return post("me/preferences/", dict(chosen), key=key)


def lending() -> Call[shapes.Lending]:
    """Whether your finished rounds may become puzzles for others."""
    return get("me/lending/")


def lend(*, lends: bool, key: str | None = None) -> Call[shapes.Lending]:
    return post("me/lending/", {"lends": lends}, key=key)


def mistakes() -> Call[shapes.Mistakes]:
    """Costly decisions of your own rounds, those due longest first."""
    return get("me/mistakes/")


def mistake(mistake_id: int) -> Call[shapes.OneMistake]:
    """The moment before it."""
    return get(f"me/mistakes/{mistake_id}/")


def answer_mistake(
    mistake_id: int,
    moves: Sequence[shapes.Action],
    *,
    give_up: bool = False,
    key: str | None = None,
) -> Call[shapes.Learnt]:
    """Decide again; right answers make the pause until it is asked again longer."""
    body = {"moves": list(moves), "give_up": give_up}
    return post(f"me/mistakes/{mistake_id}/answer/", body, key=key)


def tables(
    *,
    status: shapes.TableStatus | None = None,
    preset: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> Call[shapes.Tables]:
    return get("tables/", status=status, preset=preset, before=before, limit=limit)


def table(table_id: int, *, invite_code: str | None = None) -> Call[shapes.Table]:
    return get(f"tables/{table_id}/", invite_code=invite_code)


def create_table(*, key: str | None = None, **terms: Unpack[shapes.NewTable]) -> Call[shapes.Table]:
    """Open a table; nobody sits at it yet, not even you."""
    return post("tables/", dict(terms), key=key)


def join(
    table_id: int, *, key: str | None = None, **wishes: Unpack[shapes.JoinForm]
) -> Call[shapes.Seated]:
    return post(f"tables/{table_id}/join/", dict(wishes), key=key)


def leave(table_id: int, *, key: str | None = None) -> Call[shapes.Left]:
    return post(f"tables/{table_id}/leave/", key=key)


def add_bot(
    table_id: int, bot: str | None = None, *, key: str | None = None
) -> Call[shapes.Seated]:
    return post(f"tables/{table_id}/add-bot/", given(bot=bot), key=key)


def view(table_id: int) -> Call[shapes.TableView]:
    return get(f"tables/{table_id}/view/")


def act(
    table_id: int,
    action: shapes.Action,
    *,
    expected_version: int | None = None,
    key: str | None = None,
) -> Call[shapes.Moved]:
    """Make a move. On cards, name the version of the view it was chosen on."""
    body = given(action=action, expected_version=expected_version)
    return post(f"tables/{table_id}/actions/", body, key=key)


def log(table_id: int, *, after: int = 0) -> Call[shapes.Log]:
    return Call("GET", f"tables/{table_id}/log/", query={"after": after})


def hint(table_id: int) -> Call[shapes.Hint]:
    return get(f"tables/{table_id}/hint/")


def finished_round(table_id: int, number: int) -> Call[shapes.Round]:
    return get(f"tables/{table_id}/rounds/{number}/")


def review(table_id: int, number: int) -> Call[shapes.Review]:
    """Every decision of a finished round beside the best one, and what each result was made of."""
    return get(f"tables/{table_id}/rounds/{number}/review/")


def expert_line(table_id: int, number: int, *, seat: int) -> Call[shapes.ExpertLine]:
    """A finished round as the strong bot would have played it from a seat."""
    return Call("GET", f"tables/{table_id}/rounds/{number}/expert/", query={"seat": seat})


def play_on(
    table_id: int, number: int, *, step: int, seat: int | None = None, key: str | None = None
) -> Call[shapes.Seated]:
    """Play a finished round on from one of its steps, with the same cards against bots."""
    body = given(step=step, seat=seat)
    return post(f"tables/{table_id}/rounds/{number}/play-on/", body, key=key)


def events(table_id: int, with_view: bool) -> Call[Any]:
    query = {"include": "view"} if with_view else None
    return Call("GET", f"tables/{table_id}/events/", query=query)


# -- everything that concerns you


def inbox(with_view: bool) -> Call[Any]:
    return Call("GET", "me/events/", query={"include": "view"} if with_view else None)
