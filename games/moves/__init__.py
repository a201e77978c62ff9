"""Every write at a table: commands in batches, what they lead to, and the log."""
