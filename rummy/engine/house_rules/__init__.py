"""One file per house rule; `rummy.engine.catalogue` registers them in the order of the book."""
