"""The levels of bots: one file each, with its name and its player in each family of games."""
