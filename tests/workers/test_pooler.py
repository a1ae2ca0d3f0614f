"""Two machines behind pgbouncer: each has its own connections to PostgreSQL."""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from shutil import which
from socket import create_connection

import pytest
from sqlalchemy import make_url

from tests.databases import Database
from tests.workers.nodes import Node, soon, two_nodes
from tests.workers.ports import free_port
from tests.workers.test_several_workers import a_game_being_counted
from tests.workers.test_two_nodes import check_news, check_writers

pytestmark = [pytest.mark.soak, pytest.mark.only_on("postgresql")]

POOLER = which("pgbouncer")
SETTINGS = """[databases]
* = host={host} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = session
default_pool_size = 90
max_client_conn = 1000
"""


@contextmanager
def pooler_before(socket: Path, folder: Path) -> Iterator[int]:
    """pgbouncer for the PostgreSQL with this socket, run by the same user; yields its address."""
    if not POOLER:
        pytest.skip("pgbouncer is not here: sudo apt install pgbouncer")
    file, port = folder / "pgbouncer.ini", free_port()
    file.write_text(SETTINGS.format(host=socket, port=port))
    # It reads its configuration before it drops root privileges, which it must.
    who = ["--user", socket.owner()] if os.geteuid() == 0 else []
    with (folder / "pgbouncer.log").open("wb") as said:
        process = subprocess.Popen([POOLER, *who, str(file)], stdout=said, stderr=said)
    try:
        soon(lambda: answers(port))
        yield port
    finally:
        process.terminate()
        process.wait()


def answers(port: int) -> bool:
    try:
        create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.fixture
def nodes(tmp_path: Path, database: Database) -> Iterator[list[Node]]:
    book = make_url(database.make(tmp_path))
    with pooler_before(Path(str(book.query["host"])), tmp_path) as port:
        pooled = book.set(host="127.0.0.1", port=port, query={})
        with two_nodes(tmp_path, pooled.render_as_string(hide_password=False)) as both:
            yield both
    database.drop(tmp_path)


def test_everything_is_stored_and_notified_through_a_pooler(
    nodes: list[Node], record_property: Callable[[str, object], None]
) -> None:
    token = a_game_being_counted(nodes[0])  # type: ignore[arg-type]
    check_news(nodes, token, record_property)
    with ExitStack() as until:
        check_writers(nodes, until, 4, record_property)
