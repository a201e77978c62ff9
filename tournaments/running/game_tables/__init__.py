"""Where a tournament meets the game: tables dealt, boards shared, results read."""
