"""A private folder for the temporary files of one test run.

Libraries and programs put files with fixed names into the shared temporary folder, such as the
lock file of the test PostgreSQL, which the run of another user could not open.
"""

import atexit
import os
import tempfile
from pathlib import Path
from shutil import rmtree

_FOLDER = "RUMMY_TESTS_ONCE"  # inherited by every process of this run


def folder_of_this_run() -> Path:
    """The folder, which is also `TMPDIR`; removed on exit by the process that created it."""
    if _FOLDER not in os.environ:
        shared = tempfile.gettempdir()
        folder = tempfile.mkdtemp(prefix="companion-tests-")
        # pytest names its folder after the user, and keeps the last three for inspection.
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", shared)
        os.environ[_FOLDER] = os.environ["TMPDIR"] = folder
        tempfile.tempdir = None  # cached
        atexit.register(rmtree, folder, ignore_errors=True)
    return Path(os.environ[_FOLDER])
