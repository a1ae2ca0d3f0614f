"""What several pages show, as figures, states and codes: made from the rules, without a request."""
