"""A new house's first page: its owner, name and mails, asked step by step (docs/operator.md)."""
