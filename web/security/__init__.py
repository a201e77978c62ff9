"""What keeps others out: limits, seals, guards of what is hidden, writes from our pages alone."""
