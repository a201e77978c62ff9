"""A round and its views as JSON and back."""
