"""The database itself: engines, faults and the watching of writes."""
