"""Premium membership: who has it, what it is needed for, how it is given."""
