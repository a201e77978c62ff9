"""Webhooks as staff see them: endpoints and their deliveries."""
