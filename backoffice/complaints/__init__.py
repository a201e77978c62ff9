"""What players have reported, and what is decided about it."""
