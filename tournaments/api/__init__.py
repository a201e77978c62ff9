"""The tournaments' part of /api/v1/."""
