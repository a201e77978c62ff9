"""The books as staff read them: accounts, transfers, audits."""
