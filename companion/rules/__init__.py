"""The rules of the games, in pure Python: no web, no database, nothing but the standard library."""
