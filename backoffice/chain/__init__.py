"""The chain over what is written: sealed minute by minute, published, checked by the audit."""
