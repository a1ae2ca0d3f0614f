"""The rules of all games in pure Python, with the standard library only."""
