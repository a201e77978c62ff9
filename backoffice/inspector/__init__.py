"""Why did I lose 120 chips? From the table down to the cards."""
