"""Rummy Companion keeps score while people play contract-rummy games with real cards."""
