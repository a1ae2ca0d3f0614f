"""What the first app of a process computes, before the fork server forks: a second of CPU time."""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.app import create_app
from companion.rules.reading.catalogue import catalogue
from tests.once import remember_addresses

remember_addresses()
with TemporaryDirectory(prefix="companion-tests-") as folder:
    create_app(instance=Path(folder))
catalogue()
