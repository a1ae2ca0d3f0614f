"""The database: games, seats, links and phones, and the only way to append to a log."""
