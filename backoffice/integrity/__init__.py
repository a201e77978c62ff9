"""Who plays with whom more than chance says, where chips flow, odd discards."""
