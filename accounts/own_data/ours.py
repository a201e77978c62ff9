"""What accounts knows about a player."""

from accounts.own_data.chapters import Chapter, chapters, kept_back

_ACCOUNT = "username email language preferences is_guest is_staff is_bot date_joined last_login"
_RATING = "experience rounds_played rounds_won matches_played matches_won streak best_streak"
_RATING += " rated_matches promotions seasons_won mu sigma"
_SEASON = "season__number division points matches wins place move"
_MATCH = "at match game opponents place won training season league_points rating_change mu sigma"
_POSTING = "transfer_id transfer__created_at transfer__kind transfer__memo account__kind amount"
_POSTING += " balance_after"
_FRIEND = "lower__username higher__username requested_by__username created_at accepted_at"
_TOKEN = "name scopes created expiry last_used confirmed_at"  # noqa: S105 - names of columns

# What results and the books point to: they stay, and who it was has no name any more.
_RESULTS = "the others’ ratings and results came about with it"
_BOOKS = "the books would not balance without it"

chapters(
    Chapter("account", "accounts.Player", _ACCOUNT, whose="pk", stays="emptied, see `erasing`"),
    Chapter(
        "own_bots",
        "accounts.Player",
        "username bot_key date_joined",
        whose="owner",
        stays="retired and emptied, see `erasing`",
    ),
    Chapter("sessions", "accounts.Session", "device since seen_on expire_date", order="since"),
    Chapter("mail", "account.EmailAddress", "email verified primary", whose="user"),
    Chapter("second_factors", "mfa.Authenticator", "type created_at last_used_at", whose="user"),
    Chapter("career", "accounts.Career", _RATING, stays=_RESULTS),
    Chapter("seasons", "accounts.SeasonStanding", _SEASON, stays=_RESULTS),
    Chapter("matches", "accounts.MatchRecord", _MATCH, order="at", stays=_RESULTS),
    Chapter(
        "amendments",
        "accounts.CareerAmendment",
        "at match cause rating_change league_points wins",
        order="at",
        stays=_RESULTS,
    ),
    Chapter("achievements", "accounts.EarnedAchievement", "key at", order="at", stays=_RESULTS),
    Chapter("conduct", "accounts.Conduct", "match left at", order="at", stays=_RESULTS),
    Chapter("wallets", "accounts.ChipAccount", "kind currency balance", stays=_BOOKS),
    Chapter(
        "chips",
        "accounts.Posting",
        _POSTING,
        whose="account__player",
        order="transfer_id",
        stays=_BOOKS,
    ),
    Chapter("friends", "accounts.Friendship", _FRIEND, whose="lower higher"),
    Chapter("ignored", "accounts.Ignored", "other__username chat_only at", whose="owner"),
    Chapter(
        "silences",
        "accounts.Silence",
        "created_at until reason",
        stays="what the staff has decided answers for itself",
    ),
    Chapter("clubs", "accounts.ClubMember", "club_id club__name role joined_at", order="joined_at"),
    Chapter("club_doors", "accounts.ClubDoor", "club_id club__name state at", order="at"),
    Chapter(
        "club_reports",
        "accounts.ClubReport",
        "club_id note at handled_at",
        whose="reporter",
        stays="what the staff has decided answers for itself",
    ),
    Chapter("notices", "accounts.Notice", "created_at kind facts read_at"),
    Chapter("notice_wishes", "accounts.NoticeWish", "kind by_mail by_push"),
    Chapter("push_devices", "accounts.PushDevice", "name created_at used_at"),
    Chapter("quiet_hours", "accounts.QuietHours", "begins ends zone"),
    Chapter("premium", "accounts.Membership", "starts_at ends_at created_at"),
    Chapter(
        "premium_tickets",
        "accounts.PremiumTicket",
        "days redeemed_at",
        whose="redeemed_by",
        stays="or it would be redeemed again",
    ),
    Chapter("tokens", "accounts.ApiToken", _TOKEN, whose="user", order="created"),
    Chapter("apps_let_in", "accounts.OAuthGrant", "app__name scopes created_at ended_at"),
    Chapter(
        "own_apps", "accounts.OAuthApp", "name client_id redirect_uris created_at", whose="owner"
    ),
    Chapter(
        "webhooks",
        "accounts.WebhookEndpoint",
        "name url kinds is_on created_at",
        whose="created_by",
    ),
)
kept_back(
    accounts_CountedRound="says again that a round in `matches` has counted",
    accounts_Transfer="a transfer's lines are in `chips`; who of the staff gave the word is theirs",
    admin_LogEntry="the plain administration's log: what the staff did",
)
