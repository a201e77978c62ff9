"""Calls about tournaments: for who plays in them, and for who directs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack
from urllib.parse import quote

from jeton_client import shapes
from jeton_client.calls import Call, get, new_key, post


def tournament_events(tournament_id: int) -> Call[Any]:
    return get(f"tournaments/{tournament_id}/events/")


def tournaments(
    *,
    state: str = "upcoming",
    game: str | None = None,
    format: str | None = None,  # noqa: A002 - the field's name
    before: int | None = None,
) -> Call[shapes.Tournaments]:
    """`state`: upcoming, running, finished or mine."""
    return get("tournaments/", state=state, game=game, format=format, before=before)


def tournament(tournament_id: int) -> Call[shapes.OneTournament]:
    """Structure, prizes, what happens now, and in `offers` what you may do."""
    return get(f"tournaments/{tournament_id}/")


def standings(
    tournament_id: int, *, page: int = 1, size: int = 50, search: str | None = None
) -> Call[shapes.Standings]:
    return get(f"tournaments/{tournament_id}/standings/", page=page, size=size, search=search)


def decisions(
    tournament_id: int, *, before: int | None = None, entry: int | None = None
) -> Call[shapes.Decisions]:
    return get(f"tournaments/{tournament_id}/decisions/", before=before, entry=entry)


def tournament_proof(tournament_id: int) -> Call[shapes.TournamentProof]:
    """Once it is over: every lot, and what became of every seat; `docs/fairness.md` explains it."""
    return get(f"tournaments/{tournament_id}/proof/")


def boards(tournament_id: int) -> Call[shapes.Boards]:
    """Deals that all tables of a stage shared, and what each gave you."""
    return get(f"tournaments/{tournament_id}/boards/")


def board(tournament_id: int, number: int) -> Call[shapes.Board]:
    """What everybody made of the same cards, once the board's stage is over."""
    return get(f"tournaments/{tournament_id}/boards/{number}/")


def tournament_tables(tournament_id: int) -> Call[shapes.WatchedTables]:
    return get(f"tournaments/{tournament_id}/tables/")


def my_place(tournament_id: int) -> Call[shapes.TournamentPlace]:
    return get(f"tournaments/{tournament_id}/me/")


def enter_tournament(
    tournament_id: int, *, key: str | None = None, **wishes: Unpack[shapes.EnterForm]
) -> Call[shapes.Entered]:
    """Buy-in and fee leave your wallet, or one of `my_tickets` is used.

    `seed` is your part of the chance that decides the lots.
    """
    return post(f"tournaments/{tournament_id}/enter/", dict(wishes), key=key)


def my_tickets() -> Call[shapes.Tickets]:
    """Seats you have won elsewhere."""
    return get("me/tickets/")


def my_certificate(tournament_id: int) -> Call[shapes.TournamentCertificate]:
    return get(f"tournaments/{tournament_id}/certificate/")


def certificate(code: str) -> Call[shapes.TournamentCertificate]:
    """Whether it is genuine."""
    return get(f"certificates/{quote(code, safe='')}/")


def check_in(tournament_id: int, *, key: str | None = None) -> Call[shapes.Entered]:
    """Say that you are here, where that is asked for before the start."""
    return _order(tournament_id, "check-in", key)


def withdraw(tournament_id: int, *, key: str | None = None) -> Call[shapes.Entered]:
    """Everything back, before the start."""
    return _order(tournament_id, "withdraw", key)


def leave_tournament(tournament_id: int, *, key: str | None = None) -> Call[shapes.Entered]:
    """Go for good while it is running; your chips in it are forfeited."""
    return _order(tournament_id, "leave", key)


def come_back(tournament_id: int, *, key: str | None = None) -> Call[shapes.Entered]:
    return _order(tournament_id, "come-back", key)


def rebuy(tournament_id: int, *, key: str | None = None) -> Call[shapes.Entered]:
    return _order(tournament_id, "rebuy", key)


def add_on(tournament_id: int, *, key: str | None = None) -> Call[shapes.Entered]:
    return _order(tournament_id, "add-on", key)


def my_sheet(tournament_id: int) -> Call[shapes.Sheet]:
    """The score sheet of your table, at real tables."""
    return get(f"tournaments/{tournament_id}/me/sheet/")


def sheet(tournament_id: int, sheet: int) -> Call[shapes.Sheet]:
    return get(f"tournaments/{tournament_id}/sheets/{sheet}/")


def enter_points(
    tournament_id: int, sheet: int, points: Sequence[int], version: int, *, key: str | None = None
) -> Call[shapes.Sheet]:
    """The points of every seat, in seat order; another player of the table confirms them."""
    body = {"points": list(points), "version": version}
    return post(f"tournaments/{tournament_id}/sheets/{sheet}/enter/", body, key=key)


def confirm_points(
    tournament_id: int, sheet: int, version: int, *, key: str | None = None
) -> Call[shapes.Sheet]:
    path = f"tournaments/{tournament_id}/sheets/{sheet}/confirm/"
    return post(path, {"version": version}, key=key)


def object_to_points(
    tournament_id: int, sheet: int, version: int, *, key: str | None = None
) -> Call[shapes.Sheet]:
    path = f"tournaments/{tournament_id}/sheets/{sheet}/object/"
    return post(path, {"version": version}, key=key)


def sheets(tournament_id: int, *, before: int | None = None) -> Call[shapes.Sheets]:
    """For directors: all score sheets, the latest first."""
    return get(f"tournaments/{tournament_id}/sheets/", before=before)


def publish_tournament(
    *, key: str | None = None, **planned: Unpack[shapes.PublishForm]
) -> Call[shapes.Directed]:
    """`starts_at` in ISO 8601; `table` says what is played, at real tables too."""
    return post("tournaments/publish/", dict(planned), key=key)


def orders(tournament_id: int) -> Call[shapes.Orders]:
    """What directors have ordered, newest first."""
    return get(f"tournaments/{tournament_id}/orders/")


def give_order(
    tournament_id: int, kind: str, remark: str, *, key: str | None = None, **about: Any
) -> Call[shapes.Order]:
    """`about`: entry, other, entries, table, number, player, insists, points, as the kind needs."""
    body = {"kind": kind, "remark": remark, **about}
    return post(f"tournaments/{tournament_id}/orders/", body, key=key)


def undo_order(
    tournament_id: int, order: int, remark: str, *, key: str | None = None
) -> Call[shapes.Order]:
    return post(f"tournaments/{tournament_id}/orders/{order}/undo/", {"remark": remark}, key=key)


def all_series(*, before: int | None = None) -> Call[shapes.SeriesList]:
    """Standings over several tournaments, newest first."""
    return get("series/", before=before)


def series(series_id: int) -> Call[shapes.TournamentSeries]:
    """Its rules and its tournaments, also what was taken out."""
    return get(f"series/{series_id}/")


def series_standing(
    series_id: int, *, page: int = 1, size: int = 50
) -> Call[shapes.SeriesStanding]:
    """Everybody's results, and which of them count."""
    return get(f"series/{series_id}/standing/", page=page, size=size)


def series_certificate(series_id: int) -> Call[shapes.SeriesCertificate]:
    """Yours, of a closed series: for the first three."""
    return get(f"series/{series_id}/certificate/")


def verify_series_certificate(code: str) -> Call[shapes.SeriesCertificate]:
    return get(f"series/certificates/{quote(code, safe='')}/")


def open_series(
    *, key: str | None = None, **wishes: Unpack[shapes.SeriesForm]
) -> Call[shapes.TournamentSeries]:
    """Left out, the rules are those most have."""
    return post("series/", dict(wishes), key=key)


def change_series(
    series_id: int, *, key: str | None = None, **wishes: Unpack[shapes.SeriesForm]
) -> Call[shapes.TournamentSeries]:
    """Write it anew, all of it. Its rules are fixed once a tournament of it is over."""
    return Call("PUT", f"series/{series_id}/", dict(wishes), key=key or new_key())


def add_to_series(
    series_id: int, tournament_id: int, *, weight: int = 1, key: str | None = None
) -> Call[shapes.TournamentSeries]:
    """Have a tournament count, its points times `weight`."""
    body = {"tournament": tournament_id, "weight": weight}
    return post(f"series/{series_id}/tournaments/", body, key=key)


def take_out_of_series(series_id: int, tournament_id: int) -> Call[None]:
    """It counts no more; that it did stays in the record."""
    return Call("DELETE", f"series/{series_id}/tournaments/{tournament_id}/")


def close_series(series_id: int, *, key: str | None = None) -> Call[shapes.TournamentSeries]:
    """The standing is final, and everybody with a place is told theirs."""
    return post(f"series/{series_id}/close/", key=key)


def drafts(*, before: int | None = None) -> Call[shapes.Drafts]:
    """Drafts, templates, and what is ready made."""
    return get("drafts/", before=before)


def draft(draft_id: int) -> Call[shapes.Draft]:
    return get(f"drafts/{draft_id}/")


def create_draft(
    *, key: str | None = None, **planned: Unpack[shapes.DraftForm]
) -> Call[shapes.Draft]:
    """A forecast of it is begun at once."""
    return post("drafts/", dict(planned), key=key)


def change_draft(
    draft_id: int, *, key: str | None = None, **planned: Unpack[shapes.DraftForm]
) -> Call[shapes.Draft]:
    """Write it anew, all of it."""
    return Call("PUT", f"drafts/{draft_id}/", dict(planned), key=key or new_key())


def copy_draft(
    *, key: str | None = None, **model: Unpack[shapes.DraftCopyForm]
) -> Call[shapes.Draft]:
    """A draft like one of these; give exactly one."""
    return post("drafts/copy/", dict(model), key=key)


def discard_draft(draft_id: int) -> Call[None]:
    return Call("DELETE", f"drafts/{draft_id}/")


def forecast(draft_id: int) -> Call[shapes.DraftForecast]:
    """`state` is `current` when `result` is there."""
    return get(f"drafts/{draft_id}/forecast/")


def ask_for_forecast(draft_id: int, *, key: str | None = None) -> Call[shapes.DraftForecast]:
    return post(f"drafts/{draft_id}/forecast/", key=key)


def publish_draft(draft_id: int, *, key: str | None = None) -> Call[shapes.Directed]:
    """It needs a start, and a current forecast that ends."""
    return post(f"drafts/{draft_id}/publish/", key=key)


def import_players(csv: str, *, confirm: str = "", key: str | None = None) -> Call[shapes.Import]:
    """A trial; with the trial's `digest` as `confirm` it is done."""
    body = {"csv": csv, "confirm": confirm}
    return post("players/import/", body, key=key)


def import_entries(
    tournament_id: int, csv: str, *, confirm: str = "", key: str | None = None
) -> Call[shapes.Import]:
    """The same for a tournament's entries."""
    body = {"csv": csv, "confirm": confirm}
    return post(f"tournaments/{tournament_id}/entries/import/", body, key=key)


def aim_tickets(
    tournament_id: int, *, key: str | None = None, **aim: Unpack[shapes.AimForm]
) -> Call[shapes.Aim]:
    """Where a satellite's tickets admit to; with neither, to whatever costs no more."""
    return post(f"tournaments/{tournament_id}/aim/", dict(aim), key=key)


def _order(tournament_id: int, what: str, key: str | None) -> Call[shapes.Entered]:
    return post(f"tournaments/{tournament_id}/{what}/", key=key)
