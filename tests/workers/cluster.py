"""Two PostgreSQL nodes under Patroni, with etcd, from the unchanged files of `deploy/cluster`.

PostgreSQL refuses to run as root; if root runs the tests, Debian's `postgres` user runs it.
"""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from shutil import chown, rmtree, which
from tempfile import mkdtemp
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
import pytest

from tests.workers.nodes import ROOT, soon
from tests.workers.ports import free_port

FILES = ROOT / "deploy" / "cluster"
OWNER = "postgres" if os.geteuid() == 0 else None
PASSWORD = "known to nobody but this test"
BINARIES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
PATIENCE = 180  # seconds, on a busy machine


def settings_of_a_node() -> dict[str, str]:
    """The settings of the shipped example."""
    lines = (FILES / "node.env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


@dataclass
class Database:
    """A PostgreSQL node with its Patroni."""

    name: str
    folder: Path
    etcd: int
    port: int = field(default_factory=free_port)
    api: int = field(default_factory=free_port)
    process: Any = None

    def start(self) -> None:
        self.process = as_owner(
            [str(which("patroni")), str(FILES / "patroni.yml")],
            self.folder / f"{self.name}.log",
            **self._environ(),
        )

    def _environ(self) -> dict[str, str]:
        here = {"RESTAPI": self.api, "POSTGRESQL": self.port}
        addresses = {
            f"PATRONI_{what}_{how}": f"127.0.0.1:{port}"
            for what, port in here.items()
            for how in ("LISTEN", "CONNECT_ADDRESS")
        }
        secrets = {name: PASSWORD for name in settings_of_a_node() if name.endswith("_PASSWORD")}
        return (
            settings_of_a_node()
            | addresses
            | secrets
            | {
                "PATRONI_NAME": self.name,
                "PATRONI_ETCD3_HOSTS": f"127.0.0.1:{self.etcd}",
                "PATRONI_POSTGRESQL_DATA_DIR": str(self.data),
                "PATRONI_POSTGRESQL_BIN_DIR": str(BINARIES[-1]),
                "PATRONI_POSTGRESQL_PGPASS": str(self.folder / f"{self.name}.pgpass"),
                "PGHOST": str(self.folder),
            }
        )

    @property
    def data(self) -> Path:
        return self.folder / self.name

    def kill(self) -> None:
        """Kill it as by a power failure: Patroni first, or it would restart PostgreSQL."""
        self.process.kill()
        self.process.wait()
        with suppress(FileNotFoundError, ProcessLookupError):
            first = (self.data / "postmaster.pid").read_text().split()[0]
            others = Path(f"/proc/{first}/task/{first}/children").read_text().split()
            for pid in (first, *others):
                with suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)

    def told(self, of: str = "cluster") -> tuple[int, dict[str, Any]]:
        """The status from its Patroni; empty without an answer."""
        try:
            with urlopen(f"http://127.0.0.1:{self.api}/{of}", timeout=5) as answer:
                return answer.status, json.load(answer)
        except (URLError, OSError) as error:
            return getattr(error, "code", 0), {}

    @property
    def is_leader(self) -> bool:
        return self.told("leader")[0] == 200


def as_owner(command: list[str], log: Path, **environ: str) -> subprocess.Popen[bytes]:
    own = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    who = {"user": OWNER, "group": OWNER, "extra_groups": []} if OWNER else {}
    with log.open("ab") as said:
        return subprocess.Popen(
            command, env=own | environ, cwd=log.parent, stdout=said, stderr=said, **who
        )


@dataclass
class Cluster:
    """Both nodes, and the connection string by which the app finds the leader."""

    databases: list[Database]

    @property
    def leader(self) -> Database | None:
        return next((one for one in self.databases if one.is_leader), None)

    def address(self, name: str = "companion") -> str:
        hosts = ",".join("127.0.0.1" for _ in self.databases)
        ports = ",".join(str(one.port) for one in self.databases)
        who = f"postgres:{PASSWORD.replace(' ', '%20')}"
        return (
            f"postgresql://{who}@/{name}?host={hosts}&port={ports}&target_session_attrs=read-write"
        )

    def is_whole(self) -> bool:
        """There is a leader, and the replica is up to date."""
        if not (leader := self.leader):
            return False
        told = leader.told()[1]
        return "sync_standby" in {one["role"] for one in told.get("members", ())}

    def make(self, name: str = "companion") -> None:
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())


@contextmanager
def cluster() -> Iterator[Cluster]:
    """Two nodes: a leader, and an up-to-date replica."""
    if not (which("patroni") and which("etcd") and BINARIES):
        pytest.skip("not here: sudo apt install patroni python3-etcd etcd-server postgresql")
    folder, etcd, peer = Path(mkdtemp(prefix="companion-tests-")), free_port(), free_port()
    if OWNER:
        chown(folder, OWNER, OWNER)
    heard = {
        "--listen-client-urls": etcd,
        "--advertise-client-urls": etcd,
        "--listen-peer-urls": peer,
        "--initial-advertise-peer-urls": peer,
    }
    at = [word for how, port in heard.items() for word in (how, f"http://127.0.0.1:{port}")]
    alone = ["--initial-cluster", f"default=http://127.0.0.1:{peer}"]
    agreed = as_owner(
        ["etcd", "--data-dir", str(folder / "etcd"), *at, *alone], folder / "etcd.log"
    )
    databases = [Database(name, folder, etcd) for name in ("one", "two")]
    both = Cluster(databases)
    try:
        databases[0].start()
        soon(lambda: databases[0].is_leader, PATIENCE)
        databases[1].start()
        soon(both.is_whole, PATIENCE)
        yield both
    finally:
        for one in databases:
            if one.process is not None:
                one.kill()
        agreed.kill()
        agreed.wait()
        rmtree(folder, ignore_errors=True)
