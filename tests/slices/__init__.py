"""What is added in one file, and works everywhere without another line: toys that prove it."""
