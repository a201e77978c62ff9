"""The JSON of the API as types, one for each schema of the OpenAPI document that is used here.

A test of the platform holds these and the document together, field by field.
"""

from typing import Any, Literal, NotRequired, Required, TypedDict

TableStatus = Literal["open", "playing", "finished", "cancelled"]
AbsencePolicy = Literal["standard", "brisk", "patient", "days"]
Phase = Literal["seating", "between", "playing", "finished"]
MatchFormat = Literal["match", "ring", "quick", "elimination"]
Control = Literal["sit_out", "return", "resign", "take_vacation"]
Exported = Literal["rounds", "matches", "statement"]


class Player(TypedDict):
    id: int
    name: str
    is_bot: bool
    is_guest: bool


class Me(TypedDict):
    player: Player
    balance: int
    language: str
    scopes: list[str]


class Guest(TypedDict):
    player: Player
    token: str
    scopes: list[str]
    balance: int


class Token(TypedDict):
    id: str
    name: str
    scopes: list[str]
    created_at: str
    expires_at: str | None
    last_used_at: str | None


class NewToken(Token):
    token: str


class Tokens(TypedDict):
    results: list[Token]


class StatementLine(TypedDict):
    number: int
    at: str
    kind: str
    reason: str
    amount: int
    balance: int
    key: str


class Statement(TypedDict):
    results: list[StatementLine]
    next_before: int | None


class Export(TypedDict):
    """Records as docs/formats.md of the platform describes them."""

    results: list[dict[str, Any]]
    next_cursor: int | None


class Refill(TypedDict):
    balance: int


class LeagueRow(TypedDict):
    place: int
    player: Player
    points: int
    matches: int
    won: int
    move: str
    is_own: bool


class League(TypedDict):
    season: int
    starts_at: str
    ends_at: str
    closed_at: str | None
    division: int
    name: str
    members: int
    results: list[LeagueRow]


class Option(TypedDict):
    name: str
    default: Any
    rule: str
    choices: NotRequired[list[Any]]
    lowest: NotRequired[int]
    highest: NotRequired[int]


class Preset(TypedDict):
    key: str
    name: str
    family: str
    seats: list[int]
    options: list[Option]
    house_rules: list[str]


class HouseRule(TypedDict):
    key: str
    name: str
    rule: str
    options: list[Option]


class Named(TypedDict):
    key: str
    name: str


class AbsenceChoice(Named):
    words: str


class PrizeTable(TypedDict):
    key: str
    percents: list[int]


class OfferedRuleSet(TypedDict):
    """The house's own: open a table with its preset, house_rules and options."""

    name: str
    version: int
    words: str
    preset: str
    house_rules: list[str]
    options: dict[str, Any]


class Catalogue(TypedDict):
    presets: list[Preset]
    house_rules: list[HouseRule]
    rule_sets: list[OfferedRuleSet]
    formats: list[Named]
    absence: list[AbsenceChoice]
    prizes: list[PrizeTable]
    bots: list[str]
    rounds: list[int]
    turn_seconds: list[int]


class NewTable(TypedDict, total=False):
    """What a table may be opened with; everything has a default."""

    preset: str
    house_rules: list[str]
    options: dict[str, Any]
    format: MatchFormat
    point_limit: int
    rounds: int
    seats: int
    stake_chips: int
    turn_seconds: int
    bank_seconds: int
    training: bool
    name: str
    is_private: bool
    password: str
    min_reputation: int | None
    min_rating: int | None
    spectator_delay_seconds: int
    absence: AbsencePolicy
    prizes: list[int]
    fee_chips: int
    tie_breakers: bool
    rebuys: int
    days_per_move: int | None
    hours: list[int] | None
    vacation_days: int
    trophy: str
    spectators_one_round_late: bool
    bot_accounts: bool


class Absence(TypedDict):
    key: str
    grace_ms: int
    grace_seconds: int
    automatic: str
    misses_max: int
    automatic_ms: int
    wins_rated: bool
    wins_in_league: bool
    rounds_give_experience: bool


class Terms(TypedDict):
    variations: list[str]
    penalty_limit: int | None
    trophy: str
    fee_chips: int
    prizes: list[int]
    tie_breakers: bool
    rebuys_max: int
    absence: Absence
    turn_based: bool
    hours: list[int] | None
    vacation_days: int
    preset: str
    house_rules: list[str]
    format: MatchFormat
    point_limit: int | None
    rounds: int | None
    seats: int
    stake_chips: int
    turn_seconds: int
    bank_seconds: int
    training: bool
    rules: dict[str, Any]


class Seat(TypedDict):
    seat: int
    player: Player | None
    payout: int | None


class Door(TypedDict):
    has_password: bool
    min_reputation: int | None
    min_rating: int | None
    spectator_delay_seconds: int
    spectators_one_round_late: bool
    bot_accounts: bool


class Table(TypedDict):
    id: int
    name: str
    status: TableStatus
    version: int | None
    terms: Terms
    seats: list[Seat]
    free_seats: int
    round_number: int | None
    is_private: bool
    invite_code: str | None
    door: Door
    host: Player | None
    created_at: str
    started_at: str | None
    finished_at: str | None


class Tables(TypedDict):
    results: list[Table]
    next_before: int | None


class MyTable(Table):
    my_turn: bool
    deadline_at: str | None


class MyTables(TypedDict):
    results: list[MyTable]


class Seated(TypedDict):
    seat: int
    table: Table


class Left(TypedDict):
    left: int


class LayOff(TypedDict):
    card: str
    meld: int


class Action(TypedDict, total=False):
    """One of `TableView.legal`, or a table action such as `{"type": "sit_out"}`."""

    type: Required[str]
    card: str
    cards: list[str]
    joker: str
    meld: int
    melds: list[list[str]]
    layoffs: list[LayOff]
    rank: str
    suit: str
    seed: str
    days: int


class Event(TypedDict, total=False):
    """What happened. Types have fields of their own besides these; hidden cards are absent."""

    seq: Required[int]
    at: Required[int]
    type: Required[str]
    seat: int
    card: str


class Arrangement(TypedDict):
    melds: list[list[str]]
    deadwood: list[str]
    points: int


class Knockable(TypedDict):
    card: str
    points: int


class Shown(TypedDict):
    seat: int
    melds: list[list[str]]
    deadwood: list[str]
    layoffs: list[LayOff]
    points: int


class Lent(TypedDict):
    joker: str
    seat: int


class LaidMeld(TypedDict):
    """On the table; its place in the list is the `meld` of an action."""

    seat: int | None
    kind: Literal["set", "run"]
    cards: list[str]
    points: int
    lent: list[Lent]


class FirstMeld(TypedDict):
    points: int
    needed: int


class Step(TypedDict):
    act: str
    cards: list[str]
    meld: int | None


class RoundTally(TypedDict):
    laid: int
    held: int
    cards: int


class ScoreLine(TypedDict):
    seat: int
    reason: str
    points: int


class Outcome(TypedDict):
    reason: str
    winner: int | None
    points: list[int]
    lines: list[ScoreLine]
    tallies: NotRequired[list[RoundTally]]


class RoundView(TypedDict, total=False):
    """The cards as you see them: what all games have, what gin has, what Rommé has."""

    number: Required[int]
    dealer: Required[int]
    commitment: Required[str]
    seat: int | None
    phase: str
    turn: int | None
    hand: list[str] | None
    hand_counts: list[int]
    upcard: str | None
    discard_pile: list[str]
    stock_count: int
    must_draw_stock: bool
    drawn: str | None
    score: Outcome | None
    memory: dict[str, Any]

    knock_limit: int
    shown_card: str | None
    removed: list[str]
    taken_upcard: str | None
    upcard_streak: int
    upcard_passes: int
    partner_hand: list[str]
    arrangement: Arrangement | None
    knockable: list[Knockable]
    shown: list[Shown]

    melds: list[LaidMeld]
    opened: list[bool]
    first_meld: FirstMeld | None
    laid: list[int]
    taken: str | None
    must_use: str | None
    freed: list[str]
    steps: list[Step]
    claims: list[int]
    cut: str | None
    rebuilt: int
    hands: list[list[str]] | None


class SeatView(Seat):
    total: int
    rounds_won: int
    ready: bool
    bank_ms: int
    automatic: bool
    resigned: bool
    out: bool
    rebuys: int
    away_until: int | None
    vacation_left: int


class Score(TypedDict):
    number: int
    dealer: int
    winner: int | None
    reason: str
    points: list[int]
    lines: list[ScoreLine]
    totals: list[int]
    tallies: NotRequired[list[RoundTally]]


class Result(TypedDict):
    winners: list[int]
    totals: list[int]
    payouts: list[int]
    reason: str
    trophy: NotRequired[list[int]]
    places: NotRequired[list[list[int]]]


class Rebuy(TypedDict):
    chips: int
    total: int


class AutomaticMove(TypedDict):
    action: str
    cards: list[str]


class PlayedFor(TypedDict):
    seat: int
    round: int
    moves: list[AutomaticMove]
    by: str


class SeatsDrawn(TypedDict):
    draws: list[list[str]]
    came_from: list[int]


class TableView(TypedDict):
    table: int
    version: int
    status: TableStatus
    phase: Phase
    name: str
    server_time: int
    terms: Terms
    seat: int | None
    seats: list[SeatView]
    round: RoundView | None
    turn: int | None
    turn_started_at: int
    deadline_at: int | None
    legal: list[Action]
    controls: list[Control]
    score_sheet: list[Score]
    result: Result | None
    seating: SeatsDrawn | None
    grace: bool
    played_for: list[PlayedFor]
    rebuy: Rebuy | None


class Moved(TypedDict):
    version: int
    events: list[Event]
    replayed: bool


class Log(TypedDict):
    version: int
    events: list[Event]


class Choice(TypedDict):
    action: Action
    value: float


class Advice(Choice):
    reason: str
    facts: dict[str, Any]
    choices: list[Choice]


class Hint(Advice):
    version: int


class CostlyDecision(Choice):
    """A decision in a finished round; `step` is its place in `Round.steps`, just before it."""

    step: int
    cost: float
    better: Advice


class SeatReview(TypedDict):
    seat: int
    decisions: list[CostlyDecision]


class Review(TypedDict):
    """The decisions that cost each seat most."""

    results: list[SeatReview]


class DealtSeat(TypedDict):
    seat: int
    player: Player


class Round(TypedDict):
    """A finished round with every card, and the proof of its deck."""

    scheme: int
    table: int
    round: int
    server_seed: str
    commitment: str
    client_seeds: list[str]
    canonical_deck: list[str]
    deck: list[str]
    first_dealer: int | None
    seats_drawn: NotRequired[list[list[str]]]
    name: str
    terms: Terms
    seats: list[DealtSeat]
    dealer: int
    score: Score | None
    started_at: int
    ended_at: int
    events: list[Event]
    steps: list[dict[str, Any]]
