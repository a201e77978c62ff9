"""The lobby: which tables wait, which are one's own, and one tap to a seat."""
