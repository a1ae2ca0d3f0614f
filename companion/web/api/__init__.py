"""The JSON API: read a game's log, and append the same commands as pages do."""
