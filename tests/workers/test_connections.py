"""Idle connections, and connections of clients that do not read, are closed."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from socket import (
    IPPROTO_TCP,
    SO_RCVBUF,
    SOL_SOCKET,
    TCP_NODELAY,
    create_connection,
    create_server,
    socket,
)
from threading import Thread
from typing import Any

import pytest
import uvicorn

from companion.server import http_protocol
from companion.server.http_protocol import CONNECTION, Connection, sent
from tests.workers.nodes import soon

pytestmark = pytest.mark.only_on("sqlite")

MEGABYTE = b"x" * 2**20
second_began = asyncio.Event()


async def much(scope: dict[str, Any], _receive: Any, send: Any) -> None:
    """Twenty megabytes in chunks."""
    wire: Connection = scope["state"][CONNECTION]
    wire.request_began()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(20):
        body = {"type": "http.response.body", "body": MEGABYTE, "more_body": True}
        await sent(send(body), wire)
    await sent(send({"type": "http.response.body"}), wire)
    wire.request_ended()


async def ends_late(scope: dict[str, Any], _receive: Any, send: Any) -> None:
    """The first request ends once the second has begun, which takes longer than a pause may."""
    wire: Connection = scope["state"][CONNECTION]
    wire.request_began()
    headers = [(b"content-length", b"4")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    if scope["path"] == "/second":
        second_began.set()
        await asyncio.sleep(3 * http_protocol.IDLE_SECONDS)
    await send({"type": "http.response.body", "body": b"done"})
    if scope["path"] == "/first":
        await second_began.wait()
    wire.request_ended()


async def names_itself(scope: dict[str, Any], _receive: Any, send: Any) -> None:
    """The address of the server in the request."""
    wire: Connection = scope["state"][CONNECTION]
    wire.request_began()
    headers = [(b"x-server", scope["server"][0].encode()), (b"content-length", b"4")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"done"})
    wire.request_ended()


@contextmanager
def server(app: Any = much, host: str = "127.0.0.1") -> Iterator[tuple[uvicorn.Server, int]]:
    config = uvicorn.Config(app, host=host, http=Connection, lifespan="off", log_config=None)
    with create_server(("127.0.0.1", 0)) as door:
        running = uvicorn.Server(config)
        thread = Thread(target=lambda: asyncio.run(running.serve([door])), daemon=True)
        thread.start()
        soon(lambda: running.started)
        yield running, door.getsockname()[1]
        running.should_exit = True
        thread.join()


def response(wire: socket) -> bytes:
    """The bytes until the end of the body, or of the connection."""
    came = b""
    while not came.endswith(b"done") and (part := wire.recv(99)):
        came += part
    return came


def test_a_request_from_this_machine_has_the_address_that_the_server_listens_on() -> None:
    with (
        server(names_itself, host="0.0.0.0") as (_, port),
        create_connection(("127.0.0.1", port)) as wire,
    ):
        wire.sendall(b"GET / HTTP/1.1\r\nhost: localhost\r\n\r\n")
        assert b"x-server: 0.0.0.0\r\n" in response(wire)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "STALLED_SECONDS", 0.1)
    monkeypatch.setattr(http_protocol, "IDLE_SECONDS", 0.3)


@pytest.mark.parametrize("sent_first", [b"", b"GET / HTTP/1.1\r\nHost: loc"])
def test_a_connection_without_a_whole_request_is_closed(sent_first: bytes) -> None:
    with server() as (_, port), create_connection(("127.0.0.1", port), 60) as wire:
        wire.sendall(sent_first)
        assert wire.recv(99) == b""


def test_a_request_is_not_cut_off_where_the_task_of_the_one_before_ends_late() -> None:
    with server(ends_late) as (_, port), create_connection(("127.0.0.1", port), 60) as wire:
        for path in (b"/first", b"/second"):
            wire.sendall(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path)
            assert response(wire).endswith(b"done"), path


def test_a_client_that_does_not_read_is_cut_off() -> None:
    with server() as (running, port), create_connection(("127.0.0.1", port), 60) as wire:
        wire.setsockopt(SOL_SOCKET, SO_RCVBUF, 4096)
        wire.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        soon(lambda: len(running.server_state.connections) == 1)
        soon(lambda: not running.server_state.connections)


def test_a_client_that_reads_gets_all_of_a_long_response() -> None:
    with server() as (_, port), create_connection(("127.0.0.1", port), 60) as wire:
        wire.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        came = 0
        while part := wire.recv(1 << 16):
            came += len(part)
        assert came > 20 * len(MEGABYTE)


def test_a_body_is_sent_without_waiting_until_its_head_was_acknowledged() -> None:
    with server() as (running, port), create_connection(("127.0.0.1", port), 60):
        soon(lambda: len(running.server_state.connections) == 1)
        [open_one] = running.server_state.connections
        wire = open_one.transport.get_extra_info("socket")
        assert wire.getsockopt(IPPROTO_TCP, TCP_NODELAY)
