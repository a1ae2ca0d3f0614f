"""Tests in a real browser, including print."""
