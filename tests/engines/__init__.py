"""A round in the engines of most phones at a table, which are not Chromium."""
