"""Calls about the house: how it runs, its figures, its tables and rules."""

from __future__ import annotations

from typing import TypedDict, Unpack
from urllib.parse import quote

from jeton_client import shapes
from jeton_client.calls import Call, get, new_key, post


def home() -> Call[shapes.Home]:
    """What goes on now, and what waits for somebody."""
    return get("office/home/")


def figures() -> Call[shapes.OfficeReports]:
    """The reports there are."""
    return get("office/figures/")


class Cuts(TypedDict, total=False):
    """Days (`2026-11-22`), and what a report's `cuts` name."""

    since: str | None
    until: str | None
    reason: str | None
    account: str | None
    chips: str | None
    phase: str | None
    game: str | None


def figure(key: str, **cuts: Unpack[Cuts]) -> Call[shapes.OfficeFilledReport]:
    """A report over some days, cut to what its `cuts` name."""
    return get(_figure(key), **cuts)


def figure_csv(key: str, **cuts: Unpack[Cuts]) -> Call[str]:
    """All of it as CSV; the staff's log remembers that it was taken."""
    return get(f"{_figure(key)}csv/", **cuts)


def _figure(key: str) -> str:
    return f"office/figures/{quote(key, safe='')}/"


def settings() -> Call[shapes.Settings]:
    """What may change at run time, with its value now and its bounds."""
    return get("office/settings/")


def change_setting(
    name: str, value: bool | int | list[str] | None, reason: str, *, key: str | None = None
) -> Call[shapes.Setting]:
    """None: back to what the environment says."""
    path = f"office/settings/{quote(name, safe='')}/"
    return Call("PUT", path, {"value": value, "reason": reason}, key=key or new_key())


def maintenance() -> Call[shapes.Maintenance]:
    return get("office/maintenance/")


def set_maintenance(
    reason: str, *, closed: bool, key: str | None = None
) -> Call[shapes.Maintenance]:
    """Close the house for new tables and seats, or open it again."""
    body = {"closed": closed, "reason": reason}
    return post("office/maintenance/", body, key=key)


def announcements(*, before: int | None = None, limit: int = 50) -> Call[shapes.Announcements]:
    return get("office/announcements/", before=before, limit=limit)


def announce(
    *, key: str | None = None, **sentence: Unpack[shapes.AnnouncementForm]
) -> Call[shapes.Announcement]:
    """A sentence on top of every page, for so many hours."""
    return post("office/announcements/", dict(sentence), key=key)


def withdraw_announcement(
    announcement_id: int, *, key: str | None = None
) -> Call[shapes.Announcement]:
    return post(f"office/announcements/{announcement_id}/withdraw/", key=key)


def speed() -> Call[shapes.Speed]:
    """Where time goes: the last minutes, doors, tasks, and who waits in the database."""
    return get("office/speed/")


def stuck_tables() -> Call[shapes.StuckTables]:
    """Tables whose hour has passed, or that nobody has filled for long."""
    return get("office/stuck/")


def wake_table(table_id: int, *, key: str | None = None) -> Call[shapes.Woken]:
    """Have done what is due."""
    return post(f"office/stuck/{table_id}/wake/", key=key)


def cancel_table(
    table_id: int, version: int, reason: str, *, key: str | None = None
) -> Call[shapes.CalledOff]:
    """As you have seen it: every stake goes back, and all who sat there are told why."""
    body = {"version": version, "reason": reason}
    return post(f"office/stuck/{table_id}/cancel/", body, key=key)


def send_bots(tournament_id: int, bots: int, *, key: str | None = None) -> Call[shapes.BotsSent]:
    """Bots of the house enter, all of them or none."""
    return post(f"office/tournaments/{tournament_id}/bots/", {"bots": bots}, key=key)


def rule_sets(
    *, state: shapes.RuleSetState | None = None, before: int | None = None, limit: int = 50
) -> Call[shapes.RuleSets]:
    return get("office/rule-sets/", state=state, before=before, limit=limit)


def rule_set(rule_set_id: int) -> Call[shapes.RuleSet]:
    return get(f"office/rule-sets/{rule_set_id}/")


def store_rule_set(
    *, key: str | None = None, **rules: Unpack[shapes.RuleSetForm]
) -> Call[shapes.RuleSet]:
    """The next version of a name; what is stored already stays."""
    return post("office/rule-sets/", dict(rules), key=key)


def retire_rule_set(rule_set_id: int, *, key: str | None = None) -> Call[shapes.RuleSet]:
    """Offered no more; tables that play by it go on."""
    return post(f"office/rule-sets/{rule_set_id}/retire/", key=key)


def open_house_table(
    *, key: str | None = None, **terms: Unpack[shapes.HouseTableForm]
) -> Call[shapes.Table]:
    """A ring table that opens anew when it fills."""
    return post("office/house-tables/", dict(terms), key=key)


def what_if(*, key: str | None = None, **cards: Unpack[shapes.WhatIfForm]) -> Call[shapes.WhatIf]:
    """What a round would be worth: `knocker` and `defender` at gin, else the other four."""
    return post("office/what-if/", dict(cards), key=key)
