"""Questions about the game, answered in sentences that can be read aloud."""
