"""Players as staff see them: the list, the file, notes, sanctions."""
