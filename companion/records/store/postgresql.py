"""PostgreSQL: writers wait for each other only on the same rows.

The server may be unreachable, and its rows locked by a vanished client, so every wait has a
timeout.
"""

from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, event

from companion.records.store.transaction_options import DEADLINE

WRITERS_AT_ONCE = 8
# With the one that listens, four processes stay below the 97 of a server by default.
READERS_AT_ONCE = 15

_TO_CONNECT = {
    "connect_timeout": 3,  # seconds
    # TCP keepalive, to detect a machine that has vanished.
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}
_DATES = "SET datestyle = ISO"  # the format that we parse, whatever the default of the server
_FORGOTTEN_SECONDS = 60  # ends a transaction that its client has abandoned


def options(seconds: float) -> dict[str, Any]:
    """The options of an engine; `seconds` limits each statement and each wait.

    A broken connection is replaced before it is used.
    """
    limits = {
        "lock_timeout": seconds,
        "statement_timeout": seconds,
        "idle_in_transaction_session_timeout": _FORGOTTEN_SECONDS,
    }
    settings = [f"SET {name} = {limit * 1000:.0f}" for name, limit in limits.items()]

    def say(connection: Any, _: object) -> None:  # noqa: ANN401 - a psycopg connection
        """Set once after connecting: a pooler refuses these as connection parameters."""
        connection.autocommit = True
        connection.execute(";".join([*settings, _DATES]))
        connection.autocommit = False

    connected = [(say, "connect")]
    return {"pool_pre_ping": True, "connect_args": _TO_CONNECT, "pool_events": connected}


def set_up(engine: Engine) -> None:
    """Limit the lock wait of every transaction to the remaining time of its writer."""
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options()
    if DEADLINE in how:
        left = max(1, (how[DEADLINE] - monotonic()) * 1000)  # 0 would mean no timeout
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {left:.0f}")
