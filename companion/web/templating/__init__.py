"""Jinja for pages that are drawn in both places."""
