"""Tickets to tournaments: won in satellites, aimed, used, paid out."""
