"""Correcting a written round."""
