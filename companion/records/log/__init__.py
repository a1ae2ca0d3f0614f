"""Games and their logs in the database."""
