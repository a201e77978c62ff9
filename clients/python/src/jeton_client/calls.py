"""Every operation as a value: method, path, query, body, key. Both clients send these."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from jeton_client import shapes

T_co = TypeVar("T_co", covariant=True)
KEY_HEADER = "Idempotency-Key"
# Answers with many fields, as the OpenAPI document describes them.
Json = dict[str, Any]


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


def guest(language: str | None, token_name: str) -> Call[shapes.Guest]:
    return Call("POST", "guests/", given(language=language, token_name=token_name))


def me() -> Call[shapes.Me]:
    return Call("GET", "me/")


def statement(before: int | None, limit: int) -> Call[shapes.Statement]:
    return Call("GET", "me/statement/", query=given(before=before, limit=limit))


def export(what: shapes.Exported, cursor: int | None) -> Call[shapes.Export]:
    return Call("GET", f"me/export/{what}/", query=given(cursor=cursor))


def refill() -> Call[shapes.Refill]:
    return Call("POST", "me/refill/", key=new_key())


def my_tables(status: str | None) -> Call[shapes.MyTables]:
    return Call("GET", "me/tables/", query=given(status=status))


def league(season: int | None, division: int | None, limit: int) -> Call[shapes.League]:
    return Call("GET", "league/", query=given(season=season, division=division, limit=limit))


def tokens() -> Call[shapes.Tokens]:
    return Call("GET", "tokens/")


def create_token(
    name: str, scopes: Sequence[str] | None, days: int | None
) -> Call[shapes.NewToken]:
    wanted = None if scopes is None else list(scopes)
    body = given(name=name, scopes=wanted, days=days)
    return Call("POST", "tokens/", body, key=new_key())


def rotate_token(token_id: str) -> Call[shapes.NewToken]:
    return Call("POST", f"tokens/{quote(token_id, safe='')}/rotate/")


def revoke_token(token_id: str) -> Call[None]:
    return Call("DELETE", f"tokens/{quote(token_id, safe='')}/")


def presets() -> Call[shapes.Catalogue]:
    return Call("GET", "presets/")


def tables(
    status: str | None, preset: str | None, before: int | None, limit: int
) -> Call[shapes.Tables]:
    query = given(status=status, preset=preset, before=before, limit=limit)
    return Call("GET", "tables/", query=query)


def table(table_id: int, invite_code: str | None) -> Call[shapes.Table]:
    return Call("GET", f"tables/{table_id}/", query=given(invite_code=invite_code))


def create_table(terms: shapes.NewTable, key: str | None) -> Call[shapes.Table]:
    return Call("POST", "tables/", dict(terms), key=key or new_key())


def join(
    table_id: int, seat: int | None, invite_code: str | None, password: str | None, key: str | None
) -> Call[shapes.Seated]:
    body = given(seat=seat, invite_code=invite_code, password=password)
    return Call("POST", f"tables/{table_id}/join/", body, key=key or new_key())


def leave(table_id: int, key: str | None) -> Call[shapes.Left]:
    return Call("POST", f"tables/{table_id}/leave/", key=key or new_key())


def add_bot(table_id: int, bot: str | None, key: str | None) -> Call[shapes.Seated]:
    return Call("POST", f"tables/{table_id}/add-bot/", given(bot=bot), key=key or new_key())


def view(table_id: int) -> Call[shapes.TableView]:
    return Call("GET", f"tables/{table_id}/view/")


def act(
    table_id: int, action: shapes.Action, expected_version: int | None, key: str | None
) -> Call[shapes.Moved]:
    body = given(action=action, expected_version=expected_version)
    return Call("POST", f"tables/{table_id}/actions/", body, key=key or new_key())


def log(table_id: int, after: int) -> Call[shapes.Log]:
    return Call("GET", f"tables/{table_id}/log/", query={"after": after})


def hint(table_id: int) -> Call[shapes.Hint]:
    return Call("GET", f"tables/{table_id}/hint/")


def finished_round(table_id: int, number: int) -> Call[shapes.Round]:
    return Call("GET", f"tables/{table_id}/rounds/{number}/")


def review(table_id: int, number: int) -> Call[shapes.Review]:
    return Call("GET", f"tables/{table_id}/rounds/{number}/review/")


def events(table_id: int, with_view: bool) -> Call[Any]:
    query = {"include": "view"} if with_view else None
    return Call("GET", f"tables/{table_id}/events/", query=query)


# -- everything that concerns you, and tournaments


def inbox(with_view: bool) -> Call[Any]:
    return Call("GET", "me/events/", query={"include": "view"} if with_view else None)


def tournament_events(tournament_id: int) -> Call[Any]:
    return Call("GET", f"tournaments/{tournament_id}/events/")


def tournaments(
    *,
    state: str = "upcoming",
    game: str | None = None,
    format: str | None = None,  # noqa: A002 - the field's name
    before: int | None = None,
) -> Call[Json]:
    """`state`: upcoming, running, finished or mine."""
    query = given(state=state, game=game, format=format, before=before)
    return Call("GET", "tournaments/", query=query)


def tournament(tournament_id: int) -> Call[Json]:
    """Structure, prizes, what happens now, and in `offers` what you may do."""
    return Call("GET", f"tournaments/{tournament_id}/")


def standings(
    tournament_id: int, *, page: int = 1, size: int = 50, search: str | None = None
) -> Call[Json]:
    query = given(page=page, size=size, search=search)
    return Call("GET", f"tournaments/{tournament_id}/standings/", query=query)


def decisions(
    tournament_id: int, *, before: int | None = None, entry: int | None = None
) -> Call[Json]:
    query = given(before=before, entry=entry)
    return Call("GET", f"tournaments/{tournament_id}/decisions/", query=query)


def tournament_tables(tournament_id: int) -> Call[Json]:
    return Call("GET", f"tournaments/{tournament_id}/tables/")


def my_place(tournament_id: int) -> Call[Json]:
    return Call("GET", f"tournaments/{tournament_id}/me/")


def enter_tournament(
    tournament_id: int,
    *,
    team: str | None = None,
    ticket: int | None = None,
    key: str | None = None,
) -> Call[Json]:
    """Buy-in and fee leave your wallet, or one of `my_tickets` is used."""
    path = f"tournaments/{tournament_id}/enter/"
    return Call("POST", path, given(team=team, ticket=ticket), key=key or new_key())


def my_tickets() -> Call[Json]:
    """Seats you have won elsewhere."""
    return Call("GET", "me/tickets/")


def my_certificate(tournament_id: int) -> Call[Json]:
    return Call("GET", f"tournaments/{tournament_id}/certificate/")


def certificate(code: str) -> Call[Json]:
    """Whether it is genuine."""
    return Call("GET", f"certificates/{quote(code, safe='')}/")


def withdraw(tournament_id: int, *, key: str | None = None) -> Call[Json]:
    """Everything back, before the start."""
    return _order(tournament_id, "withdraw", key)


def come_back(tournament_id: int, *, key: str | None = None) -> Call[Json]:
    return _order(tournament_id, "come-back", key)


def rebuy(tournament_id: int, *, key: str | None = None) -> Call[Json]:
    return _order(tournament_id, "rebuy", key)


def add_on(tournament_id: int, *, key: str | None = None) -> Call[Json]:
    return _order(tournament_id, "add-on", key)


def publish_tournament(
    name: str,
    starts_at: str,
    *,
    plan: Mapping[str, Any],
    table: Mapping[str, Any] | None = None,
    key: str | None = None,
) -> Call[Json]:
    """`starts_at` in ISO 8601; `table` says what is played, None at real tables."""
    body = {"name": name, "starts_at": starts_at, "plan": plan, "table": table}
    return Call("POST", "tournaments/publish/", body, key=key or new_key())


def orders(tournament_id: int) -> Call[Json]:
    """What directors have ordered, newest first."""
    return Call("GET", f"tournaments/{tournament_id}/orders/")


def give_order(
    tournament_id: int, kind: str, remark: str, *, key: str | None = None, **about: Any
) -> Call[Json]:
    """`about`: entry, other, table, number, player, insists, as the kind needs them."""
    body = {"kind": kind, "remark": remark, **about}
    return Call("POST", f"tournaments/{tournament_id}/orders/", body, key=key or new_key())


def undo_order(
    tournament_id: int, order: int, remark: str, *, key: str | None = None
) -> Call[Json]:
    path = f"tournaments/{tournament_id}/orders/{order}/undo/"
    return Call("POST", path, {"remark": remark}, key=key or new_key())


def drafts(*, before: int | None = None) -> Call[Json]:
    """Drafts, templates, and what is ready made."""
    return Call("GET", "drafts/", query=given(before=before))


def draft(draft_id: int) -> Call[Json]:
    return Call("GET", f"drafts/{draft_id}/")


def create_draft(
    name: str,
    *,
    plan: Mapping[str, Any],
    table: Mapping[str, Any],
    starts_at: str | None = None,
    players_expected: int = 32,
    is_template: bool = False,
    key: str | None = None,
) -> Call[Json]:
    """A forecast of it is begun at once."""
    body = _draft(name, plan, table, starts_at, players_expected, is_template)
    return Call("POST", "drafts/", body, key=key or new_key())


def change_draft(
    draft_id: int,
    name: str,
    *,
    plan: Mapping[str, Any],
    table: Mapping[str, Any],
    starts_at: str | None = None,
    players_expected: int = 32,
    is_template: bool = False,
    key: str | None = None,
) -> Call[Json]:
    """Write it anew, all of it."""
    body = _draft(name, plan, table, starts_at, players_expected, is_template)
    return Call("PUT", f"drafts/{draft_id}/", body, key=key or new_key())


def copy_draft(
    *,
    ready_made: str | None = None,
    draft: int | None = None,
    tournament: int | None = None,
    key: str | None = None,
) -> Call[Json]:
    """A draft like one of these; give exactly one."""
    body = given(ready_made=ready_made, draft=draft, tournament=tournament)
    return Call("POST", "drafts/copy/", body, key=key or new_key())


def discard_draft(draft_id: int) -> Call[None]:
    return Call("DELETE", f"drafts/{draft_id}/")


def forecast(draft_id: int) -> Call[Json]:
    """`state` is `current` when `result` is there."""
    return Call("GET", f"drafts/{draft_id}/forecast/")


def ask_for_forecast(draft_id: int, *, key: str | None = None) -> Call[Json]:
    return Call("POST", f"drafts/{draft_id}/forecast/", key=key or new_key())


def publish_draft(draft_id: int, *, key: str | None = None) -> Call[Json]:
    """It needs a start, and a current forecast that ends."""
    return Call("POST", f"drafts/{draft_id}/publish/", key=key or new_key())


def _draft(
    name: str,
    plan: Mapping[str, Any],
    table: Mapping[str, Any],
    starts_at: str | None,
    players_expected: int,
    is_template: bool,
) -> dict[str, Any]:
    return {
        "name": name,
        "plan": plan,
        "table": table,
        "starts_at": starts_at,
        "players_expected": players_expected,
        "is_template": is_template,
    }


def import_players(csv: str, *, confirm: str = "", key: str | None = None) -> Call[Json]:
    """A trial; with the trial's `digest` as `confirm` it is done."""
    body = {"csv": csv, "confirm": confirm}
    return Call("POST", "players/import/", body, key=key or new_key())


def import_entries(
    tournament_id: int, csv: str, *, confirm: str = "", key: str | None = None
) -> Call[Json]:
    """The same for a tournament's entries."""
    body = {"csv": csv, "confirm": confirm}
    path = f"tournaments/{tournament_id}/entries/import/"
    return Call("POST", path, body, key=key or new_key())


def aim_tickets(
    tournament_id: int,
    *,
    tournament: int | None = None,
    series: int | None = None,
    key: str | None = None,
) -> Call[Json]:
    """Where a satellite's tickets admit to; with neither, to whatever costs no more."""
    body = given(tournament=tournament, series=series)
    return Call("POST", f"tournaments/{tournament_id}/aim/", body, key=key or new_key())


def _order(tournament_id: int, what: str, key: str | None) -> Call[Json]:
    return Call("POST", f"tournaments/{tournament_id}/{what}/", key=key or new_key())


# -- programs


def arena() -> Call[Json]:
    """The bot arena's leaderboard and tables."""
    return Call("GET", "arena/")


def enter_arena(preset: str | None = None, *, key: str | None = None) -> Call[shapes.Seated]:
    """A seat in the arena, for bot accounts."""
    return Call("POST", "arena/", given(preset=preset), key=key or new_key())


def my_bots() -> Call[Json]:
    return Call("GET", "me/bots/")


def create_bot(name: str, *, key: str | None = None) -> Call[Json]:
    """A bot account; its `token` is shown now and never again."""
    return Call("POST", "me/bots/", {"name": name}, key=key or new_key())


def webhooks() -> Call[Json]:
    return Call("GET", "webhooks/")


def add_webhook(url: str, name: str, kinds: Sequence[str], *, key: str | None = None) -> Call[Json]:
    """Its `secret` is shown now and never again."""
    body = {"url": url, "name": name, "kinds": list(kinds)}
    return Call("POST", "webhooks/", body, key=key or new_key())


def change_webhook(
    endpoint_id: int,
    *,
    url: str | None = None,
    name: str | None = None,
    kinds: Sequence[str] | None = None,
    is_on: bool | None = None,
    key: str | None = None,
) -> Call[Json]:
    wanted = None if kinds is None else list(kinds)
    body = given(url=url, name=name, kinds=wanted, is_on=is_on)
    return Call("PATCH", f"webhooks/{endpoint_id}/", body, key=key or new_key())


def rotate_webhook(endpoint_id: int, *, key: str | None = None) -> Call[Json]:
    return Call("POST", f"webhooks/{endpoint_id}/rotate/", key=key or new_key())


def ping_webhook(endpoint_id: int, *, key: str | None = None) -> Call[Json]:
    return Call("POST", f"webhooks/{endpoint_id}/ping/", key=key or new_key())


def remove_webhook(endpoint_id: int) -> Call[None]:
    return Call("DELETE", f"webhooks/{endpoint_id}/")


def deliveries(endpoint_id: int, *, state: str | None = None) -> Call[Json]:
    return Call("GET", f"webhooks/{endpoint_id}/deliveries/", query=given(state=state))
