"""The tournaments' part of the lean async door: following one live, and their part of an inbox."""

from tournaments.live.door import TOURNAMENTS

__all__ = ["TOURNAMENTS"]
