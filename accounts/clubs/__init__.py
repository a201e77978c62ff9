"""Clubs: who belongs to one, how one comes in, who looks after it."""
