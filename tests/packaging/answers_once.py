"""`companion run` as in a document, on a free port of this machine, until it is ready."""

import subprocess
import sys
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException

from tests.workers.ports import free_port

SECONDS = 60


def main(arguments: list[str]) -> int:
    """Start it, wait for its first answer, and end it."""
    port = free_port()
    here = ["--host", "127.0.0.1", "--port", str(port), "--workers", "1", "--threads", "16"]
    command = "from companion.cli.commands import main; main()"
    server = subprocess.Popen([sys.executable, "-c", command, "run", *arguments, *here])
    try:
        return 0 if _answers(server, port) else 1
    finally:
        server.terminate()
        server.wait()


def _answers(server: subprocess.Popen[bytes], port: int) -> bool:
    until = time.monotonic() + SECONDS
    while server.poll() is None and time.monotonic() < until:
        with suppress(OSError, HTTPException):
            wire = HTTPConnection("127.0.0.1", port, timeout=5)
            wire.request("GET", "/readyz")
            if wire.getresponse().status == 200:
                return True
        time.sleep(0.1)
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
