"""Score sheets at real tables: entered and confirmed by players, or by the desk."""
