"""Phones, links, lists of games and people."""
