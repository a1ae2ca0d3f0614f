"""The same commands as the pages send, as JSON: read a game's log, and add to it."""
