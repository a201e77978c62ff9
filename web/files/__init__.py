"""Files made on the server: calendars, certificates, pictures."""
