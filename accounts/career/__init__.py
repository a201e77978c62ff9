"""What players have achieved: careers, seasons, certificates, premium."""
