"""Clubs: people who play among themselves. Who belongs to one, how one joins, who looks after it."""
