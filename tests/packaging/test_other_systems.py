"""The server runs without Unix-only modules, as on Windows."""

import subprocess
import sys

_ABSENT = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
_MODULES = (
    "companion.cli.commands",
    "companion.server.__main__",
    "companion.server.asgi",
    "companion.server.serving",
)


def test_the_server_can_be_imported_without_modules_of_unix() -> None:
    absent = f"import sys; sys.modules.update(dict.fromkeys({_ABSENT}))"
    program = f"{absent}; import {', '.join(_MODULES)}, companion.book.daily_copies"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
