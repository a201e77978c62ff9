"""How the house runs: settings, maintenance, announcements."""
