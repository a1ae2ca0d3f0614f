"""Games kept in a database: seats, the log, and the only way to add to it."""
