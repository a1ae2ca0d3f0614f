"""A short game in browser engines other than Chromium."""
