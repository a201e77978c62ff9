"""What stands before Django: HTTP, files, bodies with an end, health, last words."""
