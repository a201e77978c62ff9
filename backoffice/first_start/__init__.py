"""A new house's first page: its owner, its name, its mails, asked step by step (docs/operator.md)."""
