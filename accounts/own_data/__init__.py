"""Everything about a player, for themselves: each app says which of its rows are theirs."""
