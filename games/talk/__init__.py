"""What is said at tables, reported, and decided about."""
