"""The arena: bots against bots, and their leaderboard."""
