"""Following tables: streams, what they replay, and polling in their stead."""
