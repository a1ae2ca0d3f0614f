"""Exports of finished games and imports of files."""
