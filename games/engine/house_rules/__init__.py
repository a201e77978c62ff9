"""One file per house rule; `games.engine.catalogue` registers them in the order of the book."""
