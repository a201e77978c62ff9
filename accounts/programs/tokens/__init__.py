"""API tokens: what they look like, issuing, reading and revoking them."""
