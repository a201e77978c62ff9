"""The groups of operations in the API document."""

TAGS = [
    {"name": "tables", "description": "Find, open, join and leave tables."},
    {"name": "play", "description": "See the table, act, follow it live, replay its rounds."},
    {"name": "chat", "description": "Talk at the table, and report what should not be said."},
    {"name": "players", "description": "Become a player; your wallet."},
    {"name": "people", "description": "Friends, whom you ignore, notices, reputation."},
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
