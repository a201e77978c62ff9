"""What accounts knows about a player."""

from __future__ import annotations

from accounts.own_data.chapters import Chapter, chapters, kept_back

_ACCOUNT = "username email language is_guest is_staff is_bot date_joined last_login"
_RATING = "experience rounds_played rounds_won matches_played matches_won streak best_streak"
_RATING += " rated_matches promotions seasons_won mu sigma"
_SEASON = "season__number division points matches wins place move"
_MATCH = "at match game opponents place won training season league_points rating_change mu sigma"
_POSTING = "transfer_id transfer__created_at transfer__kind transfer__memo account__kind amount"
_FRIEND = "lower__username higher__username requested_by__username created_at accepted_at"
_TOKEN = "name scopes created expiry last_used confirmed_at"  # noqa: S105 - names of columns

chapters(
    Chapter("account", "accounts.Player", ("pk",), tuple(_ACCOUNT.split())),
    Chapter("own_bots", "accounts.Player", ("owner",), ("username", "bot_key", "date_joined")),
    Chapter("mail", "account.EmailAddress", ("user",), ("email", "verified", "primary")),
    Chapter(
        "second_factors", "mfa.Authenticator", ("user",), ("type", "created_at", "last_used_at")
    ),
    Chapter("career", "accounts.Career", ("player",), tuple(_RATING.split())),
    Chapter("seasons", "accounts.SeasonStanding", ("player",), tuple(_SEASON.split())),
    Chapter("matches", "accounts.MatchRecord", ("player",), tuple(_MATCH.split()), "at"),
    Chapter("achievements", "accounts.EarnedAchievement", ("player",), ("key", "at"), "at"),
    Chapter("conduct", "accounts.Conduct", ("player",), ("match", "left", "at"), "at"),
    Chapter("wallets", "accounts.ChipAccount", ("player",), ("kind", "currency", "balance")),
    Chapter(
        "chips",
        "accounts.Posting",
        ("account__player",),
        (*_POSTING.split(), "balance_after"),
        "transfer_id",
    ),
    Chapter(
        "friends",
        "accounts.Friendship",
        ("lower", "higher"),
        tuple(_FRIEND.split()),
    ),
    Chapter("ignored", "accounts.Ignored", ("owner",), ("other__username", "chat_only", "at")),
    Chapter("silences", "accounts.Silence", ("player",), ("created_at", "until", "reason")),
    Chapter("notices", "accounts.Notice", ("player",), ("created_at", "kind", "facts", "read_at")),
    Chapter("mail_wishes", "accounts.NoticeWish", ("player",), ("kind", "by_mail")),
    Chapter("premium", "accounts.Membership", ("player",), ("starts_at", "ends_at", "created_at")),
    Chapter("premium_tickets", "accounts.PremiumTicket", ("redeemed_by",), ("days", "redeemed_at")),
    Chapter("tokens", "accounts.ApiToken", ("user",), tuple(_TOKEN.split()), "created"),
    Chapter(
        "apps_let_in",
        "accounts.OAuthGrant",
        ("player",),
        ("app__name", "scopes", "created_at", "ended_at"),
    ),
    Chapter(
        "own_apps",
        "accounts.OAuthApp",
        ("owner",),
        ("name", "client_id", "redirect_uris", "created_at"),
    ),
    Chapter(
        "webhooks",
        "accounts.WebhookEndpoint",
        ("created_by",),
        ("name", "url", "kinds", "is_on", "created_at"),
    ),
)
kept_back(
    accounts_CountedRound="says again that a round in `matches` has counted",
    accounts_Transfer="a transfer's lines are in `chips`; who of the staff gave the word is theirs",
    admin_LogEntry="the plain administration's log: what the staff did",
)
