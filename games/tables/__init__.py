"""Tables from the offer to the seat: opening, admission, seats, reading one."""
