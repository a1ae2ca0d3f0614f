"""The installed app, and its offline behaviour."""
