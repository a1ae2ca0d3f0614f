"""A certificate authority for https at home."""
