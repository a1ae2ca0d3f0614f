"""Health, metrics and logs of requests."""
