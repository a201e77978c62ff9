"""Programs: API tokens, OAuth, webhooks."""
