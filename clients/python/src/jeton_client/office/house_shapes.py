"""What the office answers about the house, one type for each schema of the OpenAPI document."""

from typing import Any, Literal, TypedDict

RuleSetState = Literal["current", "retired"]
SettingValue = bool | int | list[str]


class Home(TypedDict):
    now: dict[str, int]
    last: dict[str, Any]
    counted_at: str | None
    corrections_waiting: int
    reports_waiting: int
    in_maintenance: bool


class OfficeReport(TypedDict):
    key: str
    words: str
    columns: list[str]
    cuts: list[str]
    days: int


class OfficeReports(TypedDict):
    results: list[OfficeReport]


class OfficeFilledReport(OfficeReport):
    since: str
    until: str
    cut_to: dict[str, str]
    rows: list[list[str | int | None]]
    more: int


class Setting(TypedDict):
    name: str
    words: str
    kind: str
    value: SettingValue
    is_set: bool
    set_at: str | None
    least: int | None
    most: int | None
    choices: list[str]


class Settings(TypedDict):
    results: list[Setting]


class Maintenance(TypedDict):
    closed: bool
    now: dict[str, int]


class Announcement(TypedDict):
    id: int
    words_de: str
    words_en: str
    from_at: str
    until: str
    by: str
    withdrawn_at: str | None


class Announcements(TypedDict):
    results: list[Announcement]
    next_before: int | None


class StuckTable(TypedDict):
    number: int
    name: str
    status: str
    version: int
    due_at: str | None
    stake_chips: int
    opened_at: str
    last_at: str | None
    settlement: str
    seated: int
    may_be_cancelled: bool


class StuckTables(TypedDict):
    results: list[StuckTable]


class Woken(TypedDict):
    table: int
    moved: bool
    version: int


class CalledOff(TypedDict):
    table: int
    status: str


class BotsSent(TypedDict):
    tournament: int
    bots: int


class RuleSet(TypedDict):
    id: int
    name: str
    version: int
    words: str
    preset: str
    house_rules: list[str]
    options: dict[str, Any]
    digest: str
    stored_by: str
    stored_at: str
    retired_at: str | None


class RuleSets(TypedDict):
    results: list[RuleSet]
    next_before: int | None


class OutcomeLine(TypedDict):
    seat: int
    reason: str
    words: str
    points: int


class OutcomeRefusal(TypedDict):
    code: str
    rule: str
    detail: str


class Outcome(TypedDict):
    name: str
    reason: str
    winner: int | None
    points: list[int]
    lines: list[OutcomeLine]
    refusal: OutcomeRefusal | None


class WhatIf(TypedDict):
    digest: str
    outcomes: list[Outcome]
