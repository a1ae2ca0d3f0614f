"""The people of this phone, over all their games."""
