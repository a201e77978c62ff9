"""Series: one standing over several tournaments, with points per place and the best n of m."""
