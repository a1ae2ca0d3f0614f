"""The people who play on this phone, over all their evenings."""
