"""Tables and rounds over REST. No rule is decided here; refusals become problem details."""
