"""Two PostgreSQL nodes under Patroni: the leader is killed ten times, and nothing is lost.

The files shipped in `deploy/cluster` are used unchanged.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.server.serving import prepare
from companion.settings.config import database_address
from tests.workers.cluster import PATIENCE, Cluster, cluster
from tests.workers.nodes import Node, soon, two_nodes
from tests.workers.party import Party, check_log
from tests.workers.test_several_workers import WRITERS, a_game_being_counted

pytestmark = pytest.mark.soak

KILLS = 10
PAUSE = 0.5  # a game may have five thousand entries


@pytest.fixture
def both() -> Iterator[Cluster]:
    with cluster() as databases:
        yield databases


@pytest.fixture
def nodes(both: Cluster, tmp_path: Path) -> Iterator[list[Node]]:
    both.make()
    with two_nodes(tmp_path, database_address(both.address()), ready=prepare) as nodes:
        yield nodes


def test_after_ten_failovers_every_acknowledged_entry_exists(
    both: Cluster, nodes: list[Node], record_property: Callable[[str, object], None]
) -> None:
    """Sixteen phones write through two machines, and go on after each failover."""
    tokens = [a_game_being_counted(nodes[0]) for _ in nodes]  # type: ignore[arg-type]
    with ExitStack() as until:
        parties = [
            until.enter_context(Party(node, token, WRITERS // 2, PAUSE))
            for node, token in zip(nodes, tokens, strict=True)
        ]
        for _ in range(KILLS):
            for party in parties:
                party.goes_on(seconds=PATIENCE)
            record_property("writing goes on after", f"{killed(both, parties):.1f} s")
        for party, token in zip(parties, tokens, strict=True):
            record_property("longest tap", f"{party.longest():.1f} s")
            record_property("told as kept", len(party.told))
            check_log(nodes[0], token, party.told)


def killed(both: Cluster, parties: list[Party]) -> float:
    """Kill the leader; returns the seconds until writes succeed at both machines; restarts it.

    The other node has become the leader.
    """
    leader = both.leader
    assert leader
    leader.kill()
    began = monotonic()
    sleep(1)  # requests in flight are answered
    for party in parties:
        party.writes_again(PATIENCE)
    took = monotonic() - began
    assert both.leader not in {None, leader}
    leader.start()
    soon(both.is_whole, PATIENCE)
    return took
