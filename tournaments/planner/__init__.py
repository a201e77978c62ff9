"""Planning a tournament: forms, pages, words, ready-made plans."""
