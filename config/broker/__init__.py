"""The queue in our own PostgreSQL, and transports whose workers stay awake."""
