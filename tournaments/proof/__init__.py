"""The proof of a finished tournament: every lot, and all that became of its seats."""
