"""A faulty network between a phone and the server: an HTTP proxy in asyncio, one port per phone.

Each `Network` drops requests, loses responses that the server has already processed, cuts them in
half, delays and duplicates requests, answers with errors, and cuts event streams. Faults come from
a seed or are scripted one by one:

    with networks(server.url) as new_network:
        network = new_network(seed=1)           # network.url in place of server.url
        network.faults = HEAVY                  # by chance from now on; FAIR to stop
        network.next("lose response", "drop")   # for the next two requests to the log
        network.offline = True                  # nothing passes, streams are cut
        network.deaf = True                     # requests pass, but streams say nothing
        with network.holding(): ...             # requests to the log wait until the end of this

Pages and static files only fail while the network is offline.
"""

import asyncio
import re
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

_LOG, _LIVE = re.compile(r"/log(\?|$)"), re.compile(r"/live(\?|$)")
_HOP = re.compile(rb"\r\n(?:connection|keep-alive|accept-encoding):[^\r\n]*", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_LONGEST_HEAD = 65_536
_END_OF_HEAD = b"\r\n\r\n"
_PATIENCE = 30  # seconds


@dataclass(frozen=True)
class Faults:
    """Probabilities of each fault of a request to the log, and delays in seconds.

    `cut` is the chance of an event stream to end within `longest_stream` seconds.
    """

    drop: float = 0.0
    lose_response: float = 0.0
    half_response: float = 0.0
    duplicate: float = 0.0
    error: float = 0.0
    cut: float = 0.0
    delay: float = 0.0
    longest_delay: float = 0.05
    longest_stream: float = 0.2

    def drawn(self, luck: Random) -> str:
        """A random fault; "" for none."""
        chances = {
            "drop": self.drop,
            "lose response": self.lose_response,
            "half response": self.half_response,
            "duplicate": self.duplicate,
            "error": self.error,
        }
        draw = luck.random()
        for fault, chance in chances.items():
            draw -= chance
            if draw < 0:
                return fault
        return ""


FAIR = Faults()
HEAVY = Faults(0.12, 0.2, 0.08, 0.12, 0.06, cut=0.3, delay=0.6, longest_delay=0.25)


def _switch(name: str, cuts: tuple[bool, ...], doc: str) -> Any:
    """A property of a network; changing one of `cuts` aborts all connections."""

    def is_on(network: "Network") -> bool:
        return bool(getattr(network, name))

    def turn(network: "Network", value: bool) -> None:  # noqa: FBT001 - as a property is set
        is_changed = value != is_on(network)
        setattr(network, name, value)
        if is_changed and value in cuts:
            network.cut()

    return property(is_on, turn, doc=doc)


@dataclass
class Network:
    """The network of one phone.

    `url` is the address of the proxy. If it is `full`, the server has no room for another stream.
    `happened` counts faults. `sent` holds the bodies of all posts to the log while online, whether
    they arrived or not, and `responses` those of the server, received or lost.
    """

    server: str
    luck: Random
    loop: asyncio.AbstractEventLoop = field(repr=False)
    url: str = ""
    faults: Faults = FAIR
    full: bool = False
    happened: Counter[str] = field(default_factory=Counter)
    sent: list[bytes] = field(default_factory=list)
    responses: list[bytes] = field(default_factory=list)
    _scripted: deque[str] = field(default_factory=deque)
    _offline: bool = False
    _deaf: bool = False
    _late: bool = False
    _lets_pass: asyncio.Event = field(default_factory=asyncio.Event, repr=False)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set, repr=False)
    _duplicates: set[asyncio.Task[None]] = field(default_factory=set, repr=False)

    def __post_init__(self) -> None:
        self._lets_pass.set()

    def next(self, *faults: str) -> None:
        """Script the next requests to the log: a fault, "fair", or a status such as "503 0.3".

        A number after the status is sent as Retry-After, a path as Location.
        """
        self._scripted.extend(faults)

    def forget_script(self) -> None:
        """Drop scripted events that have not happened."""
        self._scripted.clear()

    offline = _switch("_offline", (True,), "Whether every connection is refused.")
    deaf = _switch("_deaf", (True, False), "Whether streams say nothing; requests are answered.")
    late = _switch("_late", (False,), "Whether streams that are open lose all that comes.")

    def cut(self) -> None:
        """Close all streams and abort all requests."""
        asyncio.run_coroutine_threadsafe(self._cut(), self.loop).result(_PATIENCE)

    async def _cut(self) -> None:
        for stream in list(self._tasks):
            stream.cancel()

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Requests to the log wait at the proxy until the block ends."""
        self._lets_pass.clear()
        try:
            yield
        finally:
            self.loop.call_soon_threadsafe(self._lets_pass.set)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request."""
        task = asyncio.current_task()
        assert task
        self._tasks.add(task)
        with suppress(OSError, EOFError, asyncio.LimitOverrunError):
            try:
                await self._answer(reader, writer)
                writer.close()
                await writer.wait_closed()
            except asyncio.CancelledError:
                writer.transport.abort()
        self._tasks.discard(task)
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await _Request.read(reader)
        if request.is_of_log:
            await self._lets_pass.wait()
        fault = self._fault_of(request)
        if request.is_stream and self._deaf:
            await reader.read()  # until the phone closes the connection
            return None
        if fault == "drop":
            return writer.transport.abort()
        if fault[:1].isdigit():
            return await _say(writer, *fault.split())
        if request.is_of_log and self.luck.random() < self.faults.delay:
            await asyncio.sleep(self.luck.random() * self.faults.longest_delay)
        if fault == "duplicate":
            self._duplicate(request)
        return await self._pass_on(request, fault, reader, writer)

    def _fault_of(self, request: "_Request") -> str:
        if self._offline:
            self.happened["offline"] += 1
            self.happened["offline for taps"] += bool(request.body)
            return "drop"
        if request.is_stream and self.full:
            return "503"
        if not request.is_of_log:
            return ""
        if request.body:
            self.sent.append(request.body)
        fault = self._scripted.popleft() if self._scripted else self.faults.drawn(self.luck)
        self.happened[fault or "fair"] += 1
        return "500" if fault == "error" else fault

    def _duplicate(self, request: "_Request") -> None:
        """Send the same request again, now or later; its answer is discarded."""

        async def again() -> None:
            await asyncio.sleep(self.luck.random() * 2 * self.faults.longest_delay)
            with suppress(OSError, EOFError):
                async with _asking(self.server, request) as (answer, _):
                    self.responses.append(await answer.read())

        task = asyncio.create_task(again())
        self._duplicates.add(task)  # asyncio keeps only weak references to tasks
        task.add_done_callback(self._duplicates.discard)

    async def _pass_on(
        self,
        request: "_Request",
        fault: str,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        async with _asking(self.server, request) as (answer, head):
            if request.is_stream:
                writer.write(head)
                return await self._stream(answer, reader, writer)
            body = await answer.read()
        if request.is_of_log and request.body:
            self.responses.append(body)
        if self.luck.random() < self.faults.delay and request.is_of_log:
            await asyncio.sleep(self.luck.random() * self.faults.longest_delay)
        if fault == "lose response" or self._offline:
            return writer.transport.abort()
        if fault == "half response":
            writer.write(head + body[: len(body) // 2])
            await writer.drain()
            return writer.transport.abort()
        writer.write(head + body)
        return await writer.drain()

    async def _relay(self, answer: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while part := await answer.read(_LONGEST_HEAD):
            if not self.late:
                writer.write(part)
                await writer.drain()
                self.happened["events"] += 1

    async def _stream(
        self,
        answer: asyncio.StreamReader,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        """Forward events until either side disconnects or the network cuts them."""
        events = asyncio.create_task(self._relay(answer, writer))
        leaves = asyncio.create_task(reader.read())
        is_cut = self.luck.random() < self.faults.cut
        longest = self.luck.random() * self.faults.longest_stream if is_cut else None
        both = {events, leaves}
        try:
            ended, _ = await asyncio.wait(both, timeout=longest, return_when="FIRST_COMPLETED")
            self.happened["cut"] += not ended
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
        writer.transport.abort()


@dataclass(frozen=True)
class _Request:
    head: bytes
    body: bytes

    @classmethod
    async def read(cls, reader: asyncio.StreamReader) -> "_Request":
        head = await reader.readuntil(_END_OF_HEAD)
        length = _LENGTH.search(head)
        body = await reader.readexactly(int(length[1])) if length else b""
        return cls(_closing(head), body)

    @property
    def path(self) -> str:
        return self.head.split(b" ", 2)[1].decode()

    @property
    def is_of_log(self) -> bool:
        return bool(_LOG.search(self.path))

    @property
    def is_stream(self) -> bool:
        return bool(_LIVE.search(self.path))


@asynccontextmanager
async def _asking(
    server: str, request: _Request
) -> AsyncIterator[tuple[asyncio.StreamReader, bytes]]:
    """The server's answer to a request: its head, and a reader of its body."""
    at = urlsplit(server)
    answer, writer = await asyncio.open_connection(at.hostname, at.port, limit=_LONGEST_HEAD)
    try:
        writer.write(request.head + request.body)
        await writer.drain()
        head = await answer.readuntil(_END_OF_HEAD)
        yield answer, _closing(head)
    finally:
        writer.transport.abort()


def _closing(head: bytes) -> bytes:
    """A head with `Connection: close`."""
    return _HOP.sub(b"", head.removesuffix(_END_OF_HEAD)) + b"\r\nConnection: close\r\n\r\n"


async def _say(writer: asyncio.StreamWriter, status: str, more: str = "") -> None:
    name = "Location" if more.startswith("/") else "Retry-After"
    again = f"{name}: {more}\r\n" if more else ""
    head = f"HTTP/1.1 {status} Trouble\r\nContent-Type: application/json\r\n{again}"
    body = '{"sentence": "No."}'
    writer.write(f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n{body}".encode())
    await writer.drain()


NewNetwork = Callable[..., Network]


@contextmanager
def networks(server: str) -> Iterator[NewNetwork]:
    """A factory for networks to this server, one per phone: `new_network(seed=1)`."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    doors: list[asyncio.Server] = []

    def wait_for(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(_PATIENCE)

    def new_network(seed: int = 0, faults: Faults = FAIR) -> Network:
        network = Network(server, Random(seed), loop, faults=faults)
        opened = asyncio.start_server(network.serve, "127.0.0.1", 0, limit=_LONGEST_HEAD)
        doors.append(wait_for(opened))
        network.url = "http://{}:{}".format(*doors[-1].sockets[0].getsockname())
        return network

    try:
        yield new_network
    finally:
        wait_for(_end_all(doors))
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end_all(doors: list[asyncio.Server]) -> None:
    for door in doors:  # wait: a closed server leaks connections that it has just accepted
        for listening in door.sockets:
            asyncio.get_running_loop().remove_reader(listening)
    await _some_turns()
    for door in doors:
        door.close()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await _some_turns()  # the loop closes an aborted connection a turn later


async def _some_turns() -> None:
    """Some turns of the event loop; from accepting a connection to its task asyncio takes three."""
    for _ in range(5):
        await asyncio.sleep(0)
