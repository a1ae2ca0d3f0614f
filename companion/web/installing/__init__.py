"""The app on the home screen of a phone, and what it does there without a network."""
