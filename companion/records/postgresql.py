"""PostgreSQL: a server, whose writers wait for one another only where they touch the same rows.

It may be away for a while, or hold a row for somebody who has gone: nothing here waits for ever.
"""

from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, event

from companion.records.begin import UNTIL

WRITERS_AT_ONCE = 8
READERS_AT_ONCE = 16  # two workers leave half of the hundred connections a server has by default

_TO_CONNECT = {
    "connect_timeout": 3,  # seconds
    # A machine that vanished says nothing any more: ask whether it is there.
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 3,
    "tcp_user_timeout": 15_000,  # milliseconds
}
_DATES = "SET datestyle = ISO"  # as we read them as text, whatever the server is used to
_FORGOTTEN_SECONDS = 60  # a transaction that its process forgot keeps its rows no longer


def options(seconds: float) -> dict[str, Any]:
    """How an engine connects; no statement takes longer, nor waits longer, than so many seconds.

    A connection that was lost in between is replaced before it is used.
    """
    limits = {
        "lock_timeout": seconds,
        "statement_timeout": seconds,
        "idle_in_transaction_session_timeout": _FORGOTTEN_SECONDS,
    }
    settings = [f"SET {name} = {limit * 1000:.0f}" for name, limit in limits.items()]

    def say(connection: Any, _: object) -> None:  # noqa: ANN401 - of psycopg
        """Said once connected: a pooler on the way refuses whoever asks for it in connecting."""
        connection.autocommit = True
        connection.execute(";".join([*settings, _DATES]))
        connection.autocommit = False

    connected = [(say, "connect")]
    return {"pool_pre_ping": True, "connect_args": _TO_CONNECT, "pool_events": connected}


def set_up(engine: Engine) -> None:
    """Let no transaction of this engine wait for a row longer than its writer does."""
    event.listen(engine, "begin", _begin)


def _begin(connection: Connection) -> None:
    how = connection.get_execution_options()
    if UNTIL in how:
        left = max(1, (how[UNTIL] - monotonic()) * 1000)  # for 0 would be for ever
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = {left:.0f}")
