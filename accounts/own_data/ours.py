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

# What results and the books point to: they stay, and who it was has no name any more.
_RESULTS = "the others’ ratings and results came about with it"
_BOOKS = "the books would not balance without it"

chapters(
    Chapter(
        "account",
        "accounts.Player",
        ("pk",),
        tuple(_ACCOUNT.split()),
        stays="emptied, see `erasing`",
    ),
    Chapter(
        "own_bots",
        "accounts.Player",
        ("owner",),
        ("username", "bot_key", "date_joined"),
        stays="retired and emptied, see `erasing`",
    ),
    Chapter(
        "sessions",
        "accounts.Session",
        ("player",),
        ("device", "since", "seen_on", "expire_date"),
        "since",
    ),
    Chapter("mail", "account.EmailAddress", ("user",), ("email", "verified", "primary")),
    Chapter(
        "second_factors", "mfa.Authenticator", ("user",), ("type", "created_at", "last_used_at")
    ),
    Chapter("career", "accounts.Career", ("player",), tuple(_RATING.split()), stays=_RESULTS),
    Chapter(
        "seasons", "accounts.SeasonStanding", ("player",), tuple(_SEASON.split()), stays=_RESULTS
    ),
    Chapter("matches", "accounts.MatchRecord", ("player",), tuple(_MATCH.split()), "at", _RESULTS),
    Chapter(
        "amendments",
        "accounts.CareerAmendment",
        ("player",),
        ("at", "match", "cause", "rating_change", "league_points", "wins"),
        "at",
        _RESULTS,
    ),
    Chapter(
        "achievements", "accounts.EarnedAchievement", ("player",), ("key", "at"), "at", _RESULTS
    ),
    Chapter("conduct", "accounts.Conduct", ("player",), ("match", "left", "at"), "at", _RESULTS),
    Chapter(
        "wallets",
        "accounts.ChipAccount",
        ("player",),
        ("kind", "currency", "balance"),
        stays=_BOOKS,
    ),
    Chapter(
        "chips",
        "accounts.Posting",
        ("account__player",),
        (*_POSTING.split(), "balance_after"),
        "transfer_id",
        _BOOKS,
    ),
    Chapter(
        "friends",
        "accounts.Friendship",
        ("lower", "higher"),
        tuple(_FRIEND.split()),
    ),
    Chapter("ignored", "accounts.Ignored", ("owner",), ("other__username", "chat_only", "at")),
    Chapter(
        "silences",
        "accounts.Silence",
        ("player",),
        ("created_at", "until", "reason"),
        stays="what the staff has decided answers for itself",
    ),
    Chapter("notices", "accounts.Notice", ("player",), ("created_at", "kind", "facts", "read_at")),
    Chapter("mail_wishes", "accounts.NoticeWish", ("player",), ("kind", "by_mail")),
    Chapter("premium", "accounts.Membership", ("player",), ("starts_at", "ends_at", "created_at")),
    Chapter(
        "premium_tickets",
        "accounts.PremiumTicket",
        ("redeemed_by",),
        ("days", "redeemed_at"),
        stays="or it would be redeemed again",
    ),
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
