"""Tables by the clock: waking them, late players, outages, the dispatcher."""
