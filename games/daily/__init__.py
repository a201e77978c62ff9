"""The deal of the day: the same cards and the same opponent for everybody, once a day and game."""
