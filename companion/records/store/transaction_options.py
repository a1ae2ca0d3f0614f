"""Parameters of a new transaction, as execution options of its connection."""

BEGIN = "companion_begin"  # how SQLite begins it: IMMEDIATE, or DEFERRED, the default
DEADLINE = "companion_until"  # it waits for locks until this moment of `monotonic`
