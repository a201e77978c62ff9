"""Names in the OpenAPI document: groups of operations, and choices."""

TAGS = [
    {"name": "tables", "description": "Find, open, join and leave tables."},
    {"name": "play", "description": "See the table, act, follow it live, replay its rounds."},
    {"name": "daily", "description": "The deal of the day: one round, the same for everybody."},
    {"name": "puzzles", "description": "One best move to find; your own mistakes, asked again."},
    {"name": "chat", "description": "Talk at the table, and report what should not be said."},
    {"name": "players", "description": "Become a player; your wallet."},
    {"name": "people", "description": "Friends, whom you ignore, notices, reputation."},
    {"name": "clubs", "description": "Clubs: found, join, invite, keep."},
    {"name": "careers", "description": "Rating, levels, the league, premium."},
    {"name": "tokens", "description": "Credentials for programs."},
    {"name": "bots", "description": "Bot accounts, and the arena where they meet."},
    {"name": "apps", "description": "Third-party apps: OAuth 2 with PKCE."},
    {"name": "tournaments", "description": "Find, enter, follow and play tournaments."},
    {"name": "directing", "description": "For directors: publish, pause, remove, cancel."},
    {"name": "webhooks", "description": "For operators: be told what happens."},
    {"name": "office", "description": "For staff: what the pages of the back office do."},
    {"name": "trust", "description": "For everybody: the chain, its hashes, the last audit."},
    {"name": "import", "description": "For operators: players and entries from CSV."},
]
# The group of a module's operations; of two names that fit, the longer counts.
GROUPS = {
    "accounts.api": "players",
    "accounts.career": "careers",
    "accounts.clubs": "clubs",
    "accounts.own_data": "players",
    "accounts.people": "people",
    "accounts.programs.bots": "bots",
    "accounts.programs.oauth": "apps",
    "accounts.programs.tokens": "tokens",
    "accounts.programs.webhooks": "webhooks",
    "accounts.signing_in": "tokens",
    "backoffice": "office",
    "backoffice.chain": "trust",
    "games": "tables",
    "games.api.play": "play",
    "games.arena": "bots",
    "games.daily": "daily",
    "games.exports": "exports",
    "games.puzzles": "puzzles",
    "games.replay": "play",
    "games.skill": "careers",
    "games.talk": "chat",
    "tournaments": "tournaments",
    "tournaments.desk": "directing",
    "tournaments.entries.importing_api": "imports",
    "tournaments.planner": "planning",
    "tournaments.tickets": "directing",
}
# Names of choices that stand at several fields, or that say more than their field's.
ENUM_NAMES = {
    "DealReasonEnum": "rummy.fairness.dealing.REASONS",
    "ReasonEnum": ["insult", "spam", "cheating", "other"],
    "PhraseEnum": "games.talk.phrases.PHRASES",
    "PresetEnum": "rummy.engine.PRESETS",
    "ArenaPresetEnum": "games.arena.matching.PRESETS",
    "DailyStateEnum": "games.daily.reading.STATES",
    "PuzzleThemeEnum": "rummy.puzzles.puzzle.THEMES",
    "TableStatusEnum": "games.models.TableStatus.values",
    "TieStatusEnum": ["requested", "friends"],
    "AccountKindEnum": "backoffice.books.shapes.KINDS",
    "KindEnum": "tournaments.desk.orders.ORDERS",
    "OutcomeEnum": ["new", "known"],
    "CorrectionStatusEnum": "backoffice.models.CorrectionStatus.values",
    "RestitutionKindEnum": "backoffice.models.RestitutionKind.values",
    "RestitutionStatusEnum": "backoffice.models.RestitutionStatus.values",
    "ReportOutcomeEnum": "games.models.ReportOutcome.values",
    "SanctionKindEnum": "backoffice.models.SanctionKind.values",
    "PhaseEnum": ["seating", "between", "playing", "finished"],
    "TournamentPhaseEnum": "tournaments.models.tournaments.PHASES",
    "EntryStatusEnum": "tournaments.models.EntryStatus.values",
}


def group_of(module: str) -> str:
    """Raises ValueError for a module outside of all of them."""
    return GROUPS[max(filter(module.startswith, GROUPS), key=len)]
