"""Web push: notices on a player's devices, also while no page is open (RFC 8030, 8291, 8292)."""
