"""While another program locks the score book, the running server shows every page."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from companion.records.people.links import new_key
from tests.browser.serving import LiveServer
from tests.databases import Database
from tests.workers.clients import Client
from tests.workers.test_several_workers import a_game_being_counted

WRITERS, READERS, PAGES_EACH = 40, 4, 5  # more than the connections of a process
LONG = 60  # seconds, on a busy machine


def phones(server: LiveServer, token: str, number: int, until: ExitStack) -> list[Client]:
    """So many phones at the page of a hand, not connected yet."""
    clients = [until.enter_context(closing(Client(server, LONG))) for _ in range(number)]
    first, *others = clients
    first.open(f"/g/{token}/count/1")
    first.close()
    for client in others:
        client.goes_on_from(first)
    return clients


def keep_a_hand(phone: Client, token: str) -> int:
    return phone.count(f"/g/{token}/count/1", 45, new_key())


@pytest.mark.soak  # tests/records/test_queueing.py has it without a server
def test_pages_are_shown_while_many_wait_to_write(
    own_server: LiveServer, database: Database, tmp_path: Path
) -> None:
    token = a_game_being_counted(own_server)
    with ExitStack() as until:
        writers = phones(own_server, token, WRITERS, until)
        readers = phones(own_server, token, READERS, until)
        threads = until.enter_context(ThreadPoolExecutor(WRITERS + READERS))
        with database.held(tmp_path):
            written = threads.map(lambda phone: keep_a_hand(phone, token), writers)
            pages = [f"/g/{token}/count/1"] * PAGES_EACH
            read = threads.map(lambda phone: [phone.open(page) for page in pages], readers)
            assert {status for statuses in read for status in statuses} == {200}
        # Requests that waited too long for a read got an error page.
        assert 204 in (answers := {*written})
        assert answers <= {204, 503}
