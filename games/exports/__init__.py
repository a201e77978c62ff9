"""Taking rounds, matches and statements away as files."""
