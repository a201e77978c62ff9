"""What a human director may order, and what it does."""
