"""Several phones at one table, each on a faulty network of its own, against the real server.

    def test_...(phones: Phones) -> None:
        ann, ben = phones.take(), phones.take()
        game = phones.deal("Ann", "Ben", "Cy")          # a token
        one, other = ann.opens(game), ben.opens(game)   # or ann.opens(game) twice: two tabs
        ben.network.offline = True                      # or .faults = HEAVY, .next("lose response")
        one.taps({"kind": "laid_down", "seat": 1})      # the page's own game.tap
        ben.network.offline = False
        phones.converge()                               # every page's state equals the server's

`opens` loads the app's modules in a page without its drawing, which is quick. `shows` opens the
real page of the table, with its buttons.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic, sleep
from typing import Any, Self

from playwright.sync_api import BrowserContext, Page

from companion.records.log.games import open_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.links import new_key
from companion.rules.fold.entries import Entry
from tests.browser.evenings import Evening, happens_at
from tests.browser.serving import LiveServer
from tests.browser.watching import Complaints
from tests.network import FAIR, Network, NewNetwork, networks
from tests.vectors.state_data import entry_data, state_data

Data = dict[str, Any]
QUICK = {"first": 10, "longest": 40}  # ms between attempts to send
_PATIENCE = 60  # seconds
_OFTEN = 0.02
_LOOKS = 5  # before a retry
_FOLDER = Path(__file__).parents[1] / "outbox"
_SCRIPT = "".join((_FOLDER / name).read_text("utf-8") for name in ("phone.mjs", "playing.mjs"))
_OPENS = f"""async ([address, pauses, before]) => {{
  {_SCRIPT.replace("export ", "")}
  Object.assign(globalThis, {{ looks, stands, acts, seats, answersOne, idles, leftOutTaps }});
  eval(before);
  await openHere(address, pauses);
}}"""
_SENDS = """async entries => {
  const { key, log } = JSON.parse(here.page.getElementById("game").textContent);
  const tap = crypto.randomUUID();
  const commands = [{ tap, seen: here.game.version, round: null, entries }];
  const headers = { "Content-Type": "application/json", "X-CSRFToken": key };
  const body = JSON.stringify({ commands, after: 0 });
  return (await (await fetch(log, { method: "POST", headers, body })).json()).answers[0];
}"""
_TAPS_AT_ONCE = "all => all.forEach((entry) => here.game.tap({ entries: [entry] }))"
_TAPS = "([entries, how]) => here.game.tap({ entries, ...how })"


def down(seat: int) -> Data:
    """A player laid down."""
    return {"kind": "laid_down", "seat": seat}


def out(seat: int | None) -> Data:
    """A player, or nobody, went out."""
    return {"kind": "went_out", "seat": seat, "went_rummy": False}


def hand(seat: int, points: int, *, is_down: bool | None = True) -> Data:
    """A hand was counted."""
    more = {"hand": {"points": points}, "down": is_down, "buys": None, "melded": None}
    return {"kind": "hand_counted", "seat": seat, **more}


def scored(*accepted: tuple[str, int | None]) -> Data:
    """The round was written down."""
    return {"kind": "round_scored", "accepted": [list(one) for one in accepted]}


class Tab:
    """A page of a phone with an open game."""

    def __init__(self, phone: "Phone", page: Page, token: str, before: str = "") -> None:
        self.phone, self.page, self.token, self.before = phone, page, token, before

    def opens(self) -> "Tab":
        """Open the game, or reopen it in a new page."""
        self.page.goto(f"{self.phone.network.url}/healthz")
        self.page.evaluate(_OPENS, [f"/g/{self.token}/", QUICK, self.before])
        return self

    def taps(self, *entries: Data, **how: Any) -> Data:
        """Decide, show and send these entries with one tap; returns the immediate result.

        `round` is that of the displayed state, None for an entry about the whole game.
        """
        return self.page.evaluate(_TAPS, [list(entries), how])

    def taps_at_once(self, *entries: Data) -> None:
        """A tap for each of these, before any of them is sent."""
        self.page.evaluate(_TAPS_AT_ONCE, list(entries))

    def sends(self, *entries: Data) -> Data:
        """Post this like a form, bypassing the game of the page; returns the answer."""
        return self.page.evaluate(_SENDS, list(entries))

    def undoes(self) -> Data:
        """Undo the last step."""
        return self.page.evaluate("here.game.undo()")

    def answers(self, question: Data, choice: str) -> Data:
        """Answer a question with "keep", "drop", "mine" or "theirs"."""
        given = [question["tap"], choice]
        return self.page.evaluate("([tap, choice]) => here.game.answer(tap, choice)", given)

    def looks(self) -> Data:
        """The state of the page: version, waiting, toSend, trouble, state, entries, questions."""
        return json.loads(self.page.evaluate("JSON.stringify(looks())"))

    @property
    def state(self) -> Data:
        """The folded state including waiting commands."""
        return self.looks()["state"]

    @property
    def questions(self) -> list[Data]:
        """The open questions: code, canKeep, the entries here, `theirs`."""
        return self.looks()["questions"]

    def stands(self) -> Data:
        """The same without the state, and the number of questions; retries to send."""
        return self.page.evaluate("stands()")

    def comes_to(self, holds: Callable[[Data], object], what: str = "") -> Data:
        """Wait until this holds for the state of the page; retries to send now and then."""
        until = monotonic() + _PATIENCE
        looks = 0
        while not holds(seen := self.looks()):
            looks += 1
            if looks > _LOOKS:  # pending requests had time to complete
                self.stands()
            assert monotonic() < until, f"never {what}: {_short(seen)}"
            sleep(_OFTEN)
        return seen


@dataclass
class Phone:
    """A browser context with its own cookies and storage; its pages share them and the network.

    The next tab reuses the page of a tab that left: a new page is a new process.
    """

    context: BrowserContext
    network: Network
    device: str
    tabs: list[Tab] = field(default_factory=list)
    left: list[Page] = field(default_factory=list)

    def opens(self, token: str, before: str = "") -> Tab:
        """Open this game in another tab, without its drawing; `before` runs first."""
        page = self.left.pop() if self.left else self.context.new_page()
        tab = Tab(self, page, token, before).opens()
        self.tabs.append(tab)
        return tab

    def shows(self, token: str, place: str = "") -> Page:
        """Open the real page of this game in another tab, without animated figures."""
        page = self.context.new_page()
        page.emulate_media(reduced_motion="reduce")
        page.goto(f"{self.network.url}/g/{token}/{place}")
        return page

    def leaves(self, tab: Tab) -> None:
        """Leave a game."""
        self.tabs.remove(tab)
        tab.page.unroute_all(behavior="ignoreErrors")
        tab.page.evaluate("sessionStorage.clear()")
        tab.page.goto("about:blank")
        self.left.append(tab.page)

    def leaves_all(self) -> None:
        """Leave all games, and close the real pages."""
        for tab in self.tabs[:]:
            self.leaves(tab)
        for page in self.context.pages:
            if page not in self.left:
                page.close()


@dataclass
class Phones:
    """All phones of a test, and the server."""

    server: LiveServer
    new_context: Callable[[], BrowserContext]
    new_network: NewNetwork
    phones: list[Phone] = field(default_factory=list)

    def take(self, seed: int = 0) -> Phone:
        """Another phone, with a fair network; `seed` is that of its faults."""
        phone = Phone(self.new_context(), self.new_network(seed), new_key())
        phone.context.add_cookies([self.server.cookie_of(phone.device)])
        self.phones.append(phone)
        return phone

    def deal(self, *names: str, **how: Any) -> str:
        """Start a game of these players; returns its token."""
        return Evening(self.server, names, **how).token

    def happens(self, token: str, *entries: Entry, device: str = "elsewhere") -> None:
        """Write these entries from none of these phones."""
        happens_at(self.server, token, *entries, device=device)

    def kept(self, token: str) -> StoredGame:
        """The game as stored on the server."""
        with self.server.app.app_context():
            return open_game(token)

    def state(self, token: str) -> Data:
        """The state by the fold of the server, in the form of the browser."""
        return as_json(state_data(self.kept(token).state))

    def log(self, token: str) -> list[Data]:
        """The entries stored on the server."""
        return as_json([entry_data(entry) for entry in self.kept(token).entries])

    @property
    def tabs(self) -> list[Tab]:
        """All open tabs."""
        return [tab for phone in self.phones for tab in phone.tabs]

    @contextmanager
    def lent(self, complaints: Complaints) -> Iterator[Self]:
        """Phones for one test, which gets the errors of their pages; reset afterwards."""
        complaints.expect("Failed to load resource", "net::ERR")
        with ExitStack() as heard:
            for phone in self.phones:
                heard.enter_context(complaints.listening(phone.context))
            yield self
            self.put_away()

    def put_away(self) -> None:
        """Close everything that is open, and make the network fair."""
        for phone in self.phones:
            phone.leaves_all()
        self._is_fair()
        for phone in self.phones:
            phone.network.cut()

    def _is_fair(self) -> None:
        for phone in self.phones:
            network = phone.network
            network.forget_script()
            network.faults = FAIR
            network.offline = network.deaf = network.full = network.late = False

    def converge(self, tabs: Sequence[Tab] = ()) -> None:
        """Make the network fair and wait until all is sent and received and all states are equal.

        Commands behind a question are not sent. Fails with the differences to the state of the
        server.
        """
        self._is_fair()
        for _ in ("all is sent", "and that is heard"):
            for tab in tabs or self.tabs:
                self._is_told_all(tab)
        for tab in tabs or self.tabs:
            found = difference(self.state(tab.token), tab.state)
            assert found is None, found

    def _is_told_all(self, tab: Tab) -> None:
        """Fails once nothing has been sent or received for a while."""
        until, before = monotonic() + _PATIENCE, None
        while True:
            stands, version = tab.stands(), self.kept(tab.token).game.version
            if not stands["toSend"] and stands["version"] == version:
                return
            if (now := (stands["toSend"], stands["version"], version)) != before:
                until, before = monotonic() + _PATIENCE, now
            assert monotonic() < until, f"{stands}, the server has {version}"
            sleep(_OFTEN)


@contextmanager
def phones_at(server: LiveServer, new_context: Callable[[], BrowserContext]) -> Iterator[Phones]:
    """Phones in contexts made by `new_context`, which the caller closes."""
    with networks(server.url) as new_network:
        yield Phones(server, new_context, new_network)


def as_json(value: Any) -> Any:
    """The value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def difference(server: Any, page: Any, path: str = "") -> str | None:
    """The first difference of two JSON values, as a message; None if they are equal."""
    if isinstance(server, dict) and isinstance(page, dict):
        for key in sorted({*server, *page}):
            if (found := difference(server.get(key), page.get(key), f"{path}.{key}")) is not None:
                return found
        return None
    if isinstance(server, list) and isinstance(page, list) and len(server) == len(page):
        pairs = zip(server, page, strict=True)
        found_ones = (difference(a, b, f"{path}[{n}]") for n, (a, b) in enumerate(pairs))
        return next((found for found in found_ones if found is not None), None)
    return None if server == page else f"{path}: server {server!r}, page {page!r}"


def _short(seen: Data) -> Data:
    return {key: value for key, value in seen.items() if key not in {"state", "entries"}}
