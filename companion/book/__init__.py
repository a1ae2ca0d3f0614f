"""The whole score book: opened without pages, backed up, restored, copied once a day."""
