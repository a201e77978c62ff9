"""Reading the ledger, and proving it."""
