"""Parameters of a new transaction, as execution options of its connection."""

HOW = "companion_begin"  # the lock of SQLite: IMMEDIATE, or DEFERRED, the default
UNTIL = "companion_until"  # the moment, of `monotonic`, until which it waits for locks
