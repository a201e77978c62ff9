"""The expert thinking on: whole hands believed, rounds played on (see `thinker`)."""
