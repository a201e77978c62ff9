"""Who sits where: pairings, balance between tables, byes."""
