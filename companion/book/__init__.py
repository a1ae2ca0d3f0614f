"""The whole score book: opening it without pages, backup, restore and daily copies."""
