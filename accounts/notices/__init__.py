"""What people are told of: the kinds of notices, and the inbox."""
