"""Requests: the phone, the right of its link, and the way from a form to a command."""
