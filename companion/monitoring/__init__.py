"""For the operator: log lines without links, and Prometheus metrics."""
