"""What every face shares: strict input, refusals, limits, patience with the database."""
