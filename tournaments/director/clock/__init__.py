"""What time brings to a tournament: levels, breaks, deadlines."""
