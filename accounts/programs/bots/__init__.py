"""Bot accounts: programs as players, each with an owner who answers for it."""
