"""Games played at random by phones and tabs over faulty networks, and the laws that must hold.

One partition is one short game. It is drawn from its mode and seed; what the network does in which
moment is left to the processes, so a fault need not come again.

    python -m tests.browser.partitions tabs 1 72     # mode, first seed, how many
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Error, sync_playwright

from companion.records.kept_game import KeptGame
from companion.rules.decide import Conflict
from companion.rules.entries import RulesChanged
from companion.rules.entries.forms import PLAY
from companion.rules.refusals import Doubted, Refused
from tests.browser import chromium
from tests.browser.phones import Data, Phone, Phones, Tab, as_json, difference, phones_at
from tests.browser.serving import serving
from tests.network import FAIR, HEAVY

_STEPS = 40
_PATIENCE = 20  # seconds until all is sent and heard
_OFTEN = 0.02
_MOST_ANSWERS = 60
_NAMES = ("Ann", "Ben", "Cy", "Dee")
_WITHOUT_INDEXED_DB = """IDBFactory.prototype.open = () => {
  throw new DOMException("no", "SecurityError");
};"""
_WITHOUT_LOCKS = """Object.defineProperty(navigator, "locks", { value: undefined });"""
# A tab in the background hears of the other one later.
_LATE_NEWS = """{
  const { postMessage } = BroadcastChannel.prototype;
  BroadcastChannel.prototype.postMessage = function (told) {
    setTimeout(() => postMessage.call(this, told), Math.random() * 400);
  };
}"""
_JUMPS = """by => {
  const { now } = Date;
  Date.now = () => now.call(Date) + by;
}"""


@dataclass(frozen=True)
class Mode:
    """How many tabs each phone has, and what is unusual about it."""

    tabs: tuple[int, ...]
    before: tuple[str, ...] = ("",)  # JavaScript that runs first; by seed one of these
    jumps: bool = False


MODES: Mapping[str, Mode] = {
    "three phones": Mode((1, 1, 1)),
    "two tabs": Mode((2, 1), (_LATE_NEWS, _WITHOUT_LOCKS, "")),
    "jumping clocks": Mode((2, 1, 1), jumps=True),
    "without IndexedDB": Mode((1, 1, 1), (_WITHOUT_INDEXED_DB,)),
}


@dataclass
class Tapped:
    """A tap as it was shown: its phone, its players by seat, the target of an undo."""

    phone: int
    tab: int
    tap: str
    round: int | None
    entries: list[Data]
    players: list[str]
    target: Data | None


@dataclass
class Partition:
    """One game; `faults` are broken laws, each a kind and what happened."""

    phones: Phones
    mode: str
    seed: int
    faults: list[tuple[str, str]] = field(default_factory=list)
    tapped: list[Tapped] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    story: list[str] = field(default_factory=list)
    names: int = 0

    def __post_init__(self) -> None:
        self.luck = Random(f"{self.mode} {self.seed}")
        self.how = MODES[self.mode]
        self.token = self.phones.deal(*_NAMES)
        self.answers_before = [len(phone.network.responses) for phone in self.table]

    def __str__(self) -> str:
        """The faults, and what had happened."""
        faults = (f"{kind}: {what}" for kind, what in self.faults)
        return "\n".join([f"{self.mode} {self.seed}", *faults, *self.story])

    @property
    def table(self) -> list[Phone]:
        """The phones of this mode."""
        return self.phones.phones[: len(self.how.tabs)]

    def play(self) -> list[tuple[str, str]]:
        """Play the game, let all be sent and heard, and hold the laws against it."""
        before = self.how.before[self.seed % len(self.how.before)]
        try:
            for phone, tabs in zip(self.table, self.how.tabs, strict=True):
                phone.network.luck.seed(f"{self.mode} {self.seed}")
                for _ in range(tabs):
                    phone.opens(self.token, before)
            for _ in range(_STEPS):
                self._step()
            if self._settles():
                self.faults += laws(self)
        finally:
            self._ends()
        return self.faults

    def _ends(self) -> None:
        for phone in self.table:
            _is_fair(phone)
            for tab in phone.tabs[:]:
                phone.leaves(tab)

    @property
    def tabs(self) -> list[Tab]:
        """All open tabs."""
        return [tab for phone in self.table for tab in phone.tabs]

    def _step(self) -> None:
        luck = self.luck
        phone = luck.choice(self.table)
        tab = luck.choice(phone.tabs)
        draw = luck.random()
        if draw < 0.14:
            self._network(phone)
        elif draw < 0.18:
            self._opens_again(tab)
        elif draw < 0.24 and self.how.jumps:
            self._jumps(phone)
        elif draw < 0.32:
            self._answers(tab)
        elif draw < 0.335:
            self._other_rules()
        else:
            self._acts(tab)
        sleep(luck.choice((0, 0, 0.005, 0.02, 0.06)))

    def _network(self, phone: Phone) -> None:
        network, what = (
            phone.network,
            self.luck.choice(("off", "off", "on", "on", "faulty", "faulty", "cut", "deaf")),
        )
        if what == "cut":
            network.cut()
        elif what == "deaf":
            network.deaf = True
        else:
            _is_fair(phone)
            network.offline = what == "off"
            network.faults = HEAVY if what == "faulty" else FAIR
        self._tells(phone, f"network {what}")

    def _opens_again(self, tab: Tab) -> None:
        if tab.phone.network.offline:
            return
        self._hears(tab, tab.page.evaluate("idles()"))
        self._stored(tab)
        tab.opens()
        self._tells(tab, "opened again")

    def _jumps(self, phone: Phone) -> None:
        by = self.luck.choice((-3600, -600, -15, 15, 600, 3600)) * 1000
        for tab in phone.tabs:
            tab.page.evaluate(_JUMPS, by)
        self._tells(phone, f"clock {by}")

    def _other_rules(self) -> None:
        options = dict(self.phones.kept(self.token).ruleset.options)
        options["ten_value"] = 15 - int(options["ten_value"])
        with suppress(Refused, Doubted, Conflict):
            self.phones.happens(self.token, RulesChanged(options))
            self.story.append("other house rules")

    def _acts(self, tab: Tab) -> None:
        self.names += 1
        given = {"seed": self.luck.getrandbits(31), "name": f"P{self.names}"}
        self._hears(tab, tab.page.evaluate("given => acts(given)", given))
        self._stored(tab)

    def _answers(self, tab: Tab) -> None:
        given = {"seed": self.luck.getrandbits(31)}
        self._hears(tab, tab.page.evaluate("given => answersOne(given)", given))
        self._stored(tab)

    def _stored(self, tab: Tab) -> None:
        """The other tab of a phone has mostly heard of a tap before somebody taps there."""
        if len(tab.phone.tabs) > 1 and self.luck.random() < 0.5:
            tab.page.evaluate("here.game.outbox.read()")
            sleep(0.02)

    def _hears(self, tab: Tab, told: Data) -> None:
        number = self.table.index(tab.phone)
        at = tab.phone.tabs.index(tab)
        self.tapped += [Tapped(number, at, **tap) for tap in told["taps"]]
        self.asked |= {*told["asked"]}
        self.gone |= {*told.get("gone", ())}
        if told.get("did"):
            shown = [(one["tap"], one["entries"], one["target"]) for one in told["taps"]]
            self._tells(tab, f"{told['did']} {json.dumps(shown)}")

    def _tells(self, where: Tab | Phone, what: str) -> None:
        phone = where if isinstance(where, Phone) else where.phone
        tab = f".{phone.tabs.index(where)}" if isinstance(where, Tab) else ""
        version = self.phones.kept(self.token).game.version
        self.story.append(f"[{version}] phone {self.table.index(phone)}{tab}: {what}")

    def _settles(self) -> bool:
        """Whether with a fair network all is sent, heard and answered in time."""
        for phone in self.table:
            _is_fair(phone)
        until = monotonic() + _PATIENCE
        answers = 0
        while True:
            stands = [tab.stands() for tab in self.tabs]
            version = self.phones.kept(self.token).game.version
            is_told = all(not s["toSend"] and s["version"] == version for s in stands)
            if is_told and not any(s["waiting"] for s in stands):
                return True
            asks = [tab for tab in self.tabs if tab.looks()["questions"]]
            if asks:
                answers += 1
                self._answers(self.luck.choice(asks))
            if monotonic() > until or answers == _MOST_ANSWERS:
                self._unsettled(version)
                return False
            sleep(_OFTEN)

    def _unsettled(self, version: int) -> None:
        for number, tab in enumerate(self.tabs):
            looks = tab.looks()
            waits = tab.page.evaluate("here.game.outbox.commands")
            told = f"tab {number}: {looks['version']} of {version}, waits {json.dumps(waits)}"
            if looks["toSend"]:
                self.faults.append(("never sent", told))
            elif looks["questions"]:
                self.faults.append(("asked for ever", told))
            elif looks["waiting"]:
                self.faults.append(("held for ever", told))
            elif looks["version"] != version:
                self.faults.append(("never heard", told))


def _is_fair(phone: Phone) -> None:
    phone.network.faults = FAIR
    if phone.network.offline or phone.network.deaf:
        phone.network.offline = phone.network.deaf = False


@dataclass(frozen=True)
class Log:
    """The log of the server, by number, with who each entry means."""

    kept: KeptGame
    rows: Sequence[Data]

    def numbers(self, tap: str) -> list[int]:
        """Those of the entries that this tap wrote."""
        return self.kept.numbers_of(tap)

    def players(self, number: int) -> list[str]:
        """By seat, before the entry with this number, as `playersOf` has it in the browser."""
        rows = self.rows[: number - 1]
        undone = {row["sequence"] for row in rows if row["kind"] == "entry_undone"}
        seated = [str(seat) for seat in range(len(self.kept.seats.names))]
        joins = [
            row
            for n, row in enumerate(rows, 1)
            if row["kind"] == "player_joined" and n not in undone
        ]
        return seated + [row["name"] for row in joins]


def laws(partition: Partition) -> Iterator[tuple[str, str]]:
    """What is broken, each with its kind."""
    log = Log(partition.phones.kept(partition.token), partition.phones.log(partition.token))
    server = partition.phones.state(partition.token)
    for tab in partition.tabs:
        if (found := difference(server, tab.state)) is not None:
            yield "another state", found
    taps = {one.tap: one for one in partition.tapped}
    plays = _plays_of(log)
    answers = _answers_of(partition)
    for one in partition.tapped:
        yield from _stored_once(partition, log, one, answers, plays)
        yield from _means_the_same(partition, log, one)
        yield from _undoes_its_target(log, one)
    for number, tap in enumerate(log.kept.taps, 1):
        if tap.device != "elsewhere" and tap.press not in taps:
            yield "written by nobody", f"{number}: {log.rows[number - 1]}"
    yield from _in_order(partition, log)


def _answers_of(partition: Partition) -> dict[str, list[Data]]:
    answers: dict[str, list[Data]] = {}
    for phone, since in zip(partition.table, partition.answers_before, strict=True):
        for body in phone.network.responses[since:]:
            for answer in _json(body).get("answers", ()):
                answers.setdefault(answer["tap"], []).append(answer)
    return answers


def _json(body: bytes) -> Data:
    try:
        told: Data = json.loads(body)
    except ValueError:
        return {}
    return told


def _stored_once(
    partition: Partition,
    log: Log,
    one: Tapped,
    answers: Mapping[str, list[Data]],
    plays: Mapping[int, list[Data]],
) -> Iterator[tuple[str, str]]:
    if log.numbers(one.tap) or one.tap in partition.gone:
        return
    said_already = [a for a in answers.get(one.tap, ()) if a["status"] == "kept"]
    of = (one.target or {}).get("of")
    has_no_target = of and not log.numbers(of[0])
    is_told_alike = any(_agrees(partition, one, play) for play in plays.get(one.round or 0, ()))
    if not said_already and not has_no_target and not is_told_alike:
        why = "lost after a question" if one.tap in partition.asked else "lost"
        yield why, f"phone {one.phone}: {one.tap} {one.entries} {answers.get(one.tap)}"


def _plays_of(log: Log) -> dict[int, list[Data]]:
    """Each written round as it was after each entry, with the players by seat."""
    plays: dict[int, list[Data]] = {}
    for number in range(1, len(log.rows) + 1):
        state = log.kept.game.before(log.kept.entries[:number]).state
        for at, scored in enumerate(state.rounds, 1):
            players = {"players": log.players(number + 1)}
            plays.setdefault(at, []).append(as_json(PLAY.write(scored.play)) | players)
    return plays


def _agrees(partition: Partition, one: Tapped, play: Data) -> bool:
    """Whether a round that others have written says the same: then nobody is asked.

    Of what this phone said several times, or took back, only the last had to agree.
    """
    [entry] = one.entries[-1:]
    if entry["kind"] not in {"hand_counted", "went_out"} or entry["seat"] is None:
        return True
    said_later = partition.tapped[partition.tapped.index(one) + 1 :]
    if any(_says_over(one, later) for later in said_later):
        return True
    who = one.players[entry["seat"]]
    if entry["kind"] == "went_out":
        return play["went_out"] is not None and play["players"][play["went_out"]] == who
    hands = {play["players"][int(seat)]: hand for seat, hand in play["hands"].items()}
    return hands.get(who) == entry["hand"]


def _says_over(one: Tapped, later: Tapped) -> bool:
    """Whether the same phone said otherwise later in the round, or took it back."""
    if later.phone != one.phone:
        return False
    takes_back = (later.target or {}).get("of", [None])[0] == one.tap
    kind, seat = (one.entries[-1].get(key) for key in ("kind", "seat"))
    is_same = any(
        e["kind"] == kind and (e.get("seat") == seat or kind == "went_out") for e in later.entries
    )
    return takes_back or (is_same and later.round == one.round)


def _means_the_same(partition: Partition, log: Log, one: Tapped) -> Iterator[tuple[str, str]]:
    numbers = log.numbers(one.tap)
    wanted = [_meant(entry, one.players) for entry in one.entries]
    stored = [_meant(log.rows[n - 1], log.players(n)) for n in numbers]
    if one.tap in partition.asked:  # the answer may have added to it
        stored = stored[: len(wanted)]
    if numbers and wanted != stored:
        yield (
            "another player",
            f"phone {one.phone}: {one.tap} wanted {wanted}, stored {stored} as {numbers}",
        )


def _meant(entry: Data, players: Sequence[str]) -> Data:
    """What of an entry must not change on its way, with people in the place of seats."""

    def who(seat: Any) -> str | None:
        if seat is None:
            return None
        return players[int(seat)] if int(seat) < len(players) else f"no seat {seat}"

    meant = {"kind": entry["kind"]}
    for key in ("seat", "before"):
        if key in entry:
            meant[key] = who(entry[key])
    for key in ("name", "text", "title", "hand", "adjustment", "number"):
        if key in entry:
            meant[key] = entry[key]
    if "order" in entry:
        meant["order"] = [who(seat) for seat in entry["order"]]
    if "play" in entry:
        play = entry["play"]
        meant["laid_down"] = sorted(map(str, map(who, play["laid_down"])))
        meant["out"] = who(play["went_out"])
        meant["hands"] = {who(seat): hand for seat, hand in play["hands"].items()}
    return meant


def _undoes_its_target(log: Log, one: Tapped) -> Iterator[tuple[str, str]]:
    numbers = log.numbers(one.tap)
    if one.target is None or not numbers:
        return
    row = log.rows[numbers[0] - 1]
    if "of" in one.target:
        tap, which = one.target["of"]
        meant = log.numbers(tap)[which : which + 1]
    else:
        meant = [one.target["number"]]
    if [row["sequence"]] != meant:
        yield (
            "another undone",
            f"phone {one.phone}: {one.tap} meant {one.target} {meant}, stored {row}",
        )


def _in_order(partition: Partition, log: Log) -> Iterator[tuple[str, str]]:
    """What nobody was asked about stands in the log in the order of the taps."""
    unasked = [one for one in partition.tapped if one.tap not in partition.asked]
    for number, tab in sorted({(one.phone, one.tab) for one in unasked}):
        mine = [one for one in unasked if (one.phone, one.tab) == (number, tab)]
        last = 0
        for one in mine:
            for at in log.numbers(one.tap):
                if at < last:
                    yield (
                        "out of order",
                        f"phone {number}: {one.tap} {one.entries} as {at}, after {last}",
                    )
                last = max(at, last)


def played(phones: Phones, mode: str, seed: int) -> Partition:
    """A partition that was played; phones are taken as they are needed."""
    while len(phones.phones) < len(MODES[mode].tabs):
        phones.take()
    partition = Partition(phones, mode, seed)
    try:
        partition.play()
    except Error as error:
        partition.faults.append(("error in a page", str(error)))
    return partition


@contextmanager
def _own_phones() -> Iterator[Phones]:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        options = chromium.launch_options()
        assert options, chromium.MISSING
        browser = playwright.chromium.launch(**options)
        with (
            serving(Path(folder)) as server,
            phones_at(server, lambda: browser.new_context(**chromium.PHONE)) as phones,
        ):
            yield phones
        browser.close()


def main(mode: str, first: str = "1", count: str = "30") -> None:
    """Play so many partitions and tell the faults."""
    kinds: Counter[str] = Counter()
    with _own_phones() as phones:
        for seed in range(int(first), int(first) + int(count)):
            partition = played(phones, mode, seed)
            kinds.update({kind for kind, _ in partition.faults})
            if partition.faults:
                sys.stdout.write(f"{partition}\n")
                sys.stdout.flush()
        sys.stdout.write(f"{mode} {first} {count}: {dict(kinds)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
