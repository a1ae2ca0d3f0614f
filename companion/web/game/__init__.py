"""From a link to its game, and to the phone that opened it."""
