"""How a player comes to be: by signing up, as a guest, from a file."""
