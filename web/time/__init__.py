"""Times: what comes round by the clock, whose zone pages are in, and moments that people give."""
