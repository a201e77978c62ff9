"""Files of people, read row by row; pure."""
