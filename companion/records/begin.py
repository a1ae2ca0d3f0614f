"""What a transaction is told as it begins, by the execution options of its connection."""

HOW = "companion_begin"  # how SQLite is to lock: IMMEDIATE, or DEFERRED, which is usual
UNTIL = "companion_until"  # the moment, of `monotonic`, until which it waits for locks
