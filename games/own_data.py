"""What the tables know about a player; of a running round nothing."""

from __future__ import annotations

from accounts.own_data.chapters import Chapter, chapters, kept_back

_TABLE = "id name status preset stake_chips is_private created_at started_at finished_at"

chapters(
    Chapter(
        "seats",
        "games.Seat",
        ("player",),
        (
            *(f"table__{field}" for field in _TABLE.split()),
            "number",
            "joined_at",
            "stake_chips",
            "payout_chips",
        ),
    ),
    Chapter("own_tables", "games.Table", ("created_by",), tuple(_TABLE.split())),
    Chapter(
        "talk", "games.ChatMessage", ("author",), ("table_id", "created_at", "words", "phrase")
    ),
    Chapter(
        "own_reports",
        "games.ChatReport",
        ("reporter",),
        ("table_id", "created_at", "reason", "note", "outcome", "handled_at"),
    ),
    Chapter(
        "waiting", "games.WaitingPlace", ("player",), ("kind", "status", "table_id", "created_at")
    ),
    Chapter("arena", "games.ArenaStanding", ("player",), ("matches", "wins", "mu", "sigma")),
    Chapter(
        "rematches_offered",
        "games.RematchOffer",
        ("offered_by",),
        ("table_id", "status", "created_at"),
    ),
    Chapter("rematches_wished", "games.RematchConsent", ("player",), ("offer__table_id", "at")),
)
kept_back(games_HouseRuleSet="rules of the house, stored by its staff")
