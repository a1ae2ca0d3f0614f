"""Adjustments: points for a reason."""
