"""Random games of phones and tabs over faulty networks, and the laws that must hold.

A partition is one short game, drawn from its mode and seed. The timing of network faults depends on
scheduling, so a failure may not be reproducible.

    python -m tests.browser.partitions tabs 1 72     # mode, first seed, how many
"""

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Error, sync_playwright

from companion.records.log.stored_game import StoredGame
from companion.rules.decide import Conflict, decide
from companion.rules.fold.entries import KINDS, RulesChanged
from companion.rules.game import Game
from companion.rules.judging.refusals import Doubted, Refused
from companion.rules.model.json_codec import to_data
from companion.web.api.requests import command_of
from tests.browser import chromium
from tests.browser.phones import Data, Phone, Phones, Tab, as_json, difference, phones_at
from tests.browser.serving import serving
from tests.network import FAIR, HEAVY

STEPS = 40
_PATIENCE = 20  # seconds without any progress until all is sent and heard
_OFTEN = 0.02
_LOOKS_AT_REST = 25  # half a second: a tab learns up to 400 ms later of answers to another tab
_MOST_ANSWERS = 60
_NAMES = ("Ann", "Ben", "Cy", "Dee")
_WITHOUT_INDEXED_DB = """IDBFactory.prototype.open = () => {
  throw new DOMException("no", "SecurityError");
};"""
_WITHOUT_LOCKS = """Object.defineProperty(navigator, "locks", { value: undefined });"""
# Delays notifications to a background tab.
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
    """The number of tabs of each phone, and its faults."""

    tabs: tuple[int, ...]
    before: tuple[str, ...] = ("",)  # JavaScript that runs first; one of these, by seed
    jumps: bool = False
    acts: str = "acts"  # in tests/outbox/playing.mjs


MODES: Mapping[str, Mode] = {
    "three phones": Mode((1, 1, 1)),
    "two tabs": Mode((2, 1), (_LATE_NEWS, _WITHOUT_LOCKS, "")),
    "jumping clocks": Mode((2, 1, 1), jumps=True),
    "people who come and go": Mode((1, 1), acts="seats"),
    "without IndexedDB": Mode((1, 1, 1), (_WITHOUT_INDEXED_DB,)),
}


@dataclass
class Tapped:
    """A tap as it was displayed: its phone, its players by seat, the target of an undo."""

    phone: int
    tab: int
    tap: str
    round: int | None
    entries: list[Data]
    players: list[str]
    target: Data | None


@dataclass
class Partition:
    """One game; `faults` are violations: the law and a description."""

    phones: Phones
    mode: str
    seed: int
    steps: int = STEPS
    faults: list[tuple[str, str]] = field(default_factory=list)
    tapped: list[Tapped] = field(default_factory=list)
    asked: set[str] = field(default_factory=set)
    left_out: dict[str, int] = field(default_factory=dict)  # the phone of each tap
    corrected: dict[str, str] = field(default_factory=dict)  # for each tap that of its correction
    story: list[str] = field(default_factory=list)
    names: int = 0
    became: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.luck = Random(f"{self.mode} {self.seed}")
        self.how = MODES[self.mode]
        self.token = self.phones.deal(*_NAMES)
        self.before = [
            (len(phone.network.sent), len(phone.network.responses)) for phone in self.table
        ]

    def __str__(self) -> str:
        """The faults, and the injected network faults."""
        faults = (f"{kind}: {what}" for kind, what in self.faults)
        return "\n".join([f"{self.mode} {self.seed}", *faults, *self.story])

    @property
    def table(self) -> list[Phone]:
        """The phones of this mode."""
        return self.phones.phones[: len(self.how.tabs)]

    @property
    def sent(self) -> Iterator[bytes]:
        """The request bodies of its phones."""
        for phone, (since, _) in zip(self.table, self.before, strict=True):
            yield from phone.network.sent[since:]

    @property
    def responses(self) -> Iterator[bytes]:
        """The response bodies of the server."""
        for phone, (_, since) in zip(self.table, self.before, strict=True):
            yield from phone.network.responses[since:]

    def play(self) -> list[tuple[str, str]]:
        """Play the game, wait until all is sent and received, and check the laws."""
        before = self.how.before[self.seed % len(self.how.before)]
        try:
            for phone, tabs in zip(self.table, self.how.tabs, strict=True):
                phone.network.luck.seed(f"{self.mode} {self.seed}")
                for _ in range(tabs):
                    phone.opens(self.token, before)
            for _ in range(self.steps):
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
        self._hears(tab, tab.page.evaluate(f"given => {self.how.acts}(given)", given))
        self._stored(tab)

    def _answers(self, tab: Tab) -> None:
        given = {"seed": self.luck.getrandbits(31)}
        self._hears(tab, tab.page.evaluate("given => answersOne(given)", given))
        self._stored(tab)

    def _stored(self, tab: Tab) -> None:
        """Wait until the other tab of a phone has probably read the tap."""
        if len(tab.phone.tabs) > 1 and self.luck.random() < 0.5:
            tab.page.evaluate("here.game.outbox.read()")
            sleep(0.02)

    def _hears(self, tab: Tab, told: Data) -> None:
        number = self.table.index(tab.phone)
        at = tab.phone.tabs.index(tab)
        self.tapped += [Tapped(number, at, **tap) for tap in told["taps"]]
        self.asked |= {*told["asked"]}
        self.left_out |= dict.fromkeys(told.get("leftOut", ()), number)
        self.corrected |= told.get("corrected", {})
        if told.get("did"):
            shown = [(one["tap"], one["entries"], one["target"]) for one in told["taps"]]
            self._tells(tab, f"{told['did']} {json.dumps(shown)}")

    def _tells(self, where: Tab | Phone, what: str) -> None:
        phone = where if isinstance(where, Phone) else where.phone
        tab = f".{phone.tabs.index(where)}" if isinstance(where, Tab) else ""
        version = self.phones.kept(self.token).game.version
        self.story.append(f"[{version}] phone {self.table.index(phone)}{tab}: {what}")

    def _settles(self) -> bool:
        """Whether everything is sent, received and answered in time once the network is fair."""
        for phone in self.table:
            _is_fair(phone)
        known, until = None, 0.0
        answers = looks_at_rest = 0
        enough = _LOOKS_AT_REST if max(self.how.tabs) > 1 else 1
        while True:
            stands = [tab.stands() for tab in self.tabs]
            version = self.phones.kept(self.token).game.version
            now = (version, [s["version"] for s in stands])
            if now != known:  # a busy machine is slow but makes progress
                known, until = now, monotonic() + _PATIENCE
            is_told = all(not s["toSend"] and s["version"] == version for s in stands)
            is_at_rest = is_told and not any(s["waiting"] for s in stands)
            looks_at_rest = looks_at_rest + 1 if is_at_rest else 0
            if looks_at_rest == enough:
                return True
            asks = [tab for tab, s in zip(self.tabs, stands, strict=True) if s["asks"]]
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


@dataclass
class Log:
    """The log of the server, by number, with the players that each entry refers to."""

    stored: StoredGame
    rows: Sequence[Data]

    @cached_property
    def games(self) -> list[Game]:
        """The game after each number of entries."""
        games = [self.stored.game.before([])]
        for entry in self.stored.entries:
            games.append(games[-1].with_entries(entry))
        return games

    def numbers(self, tap: str) -> list[int]:
        """The numbers of the entries that this tap wrote."""
        return self.stored.numbers_of(tap)

    def players(self, number: int) -> list[str]:
        """The players by seat before the entry with this number, like `playersOf` in JavaScript."""
        rows = self.rows[: number - 1]
        undone = {row["sequence"] for row in rows if row["kind"] == "entry_undone"}
        players = [str(seat) for seat in range(len(self.stored.seats.names))]
        for row in (row for n, row in enumerate(rows, 1) if n not in undone):
            if row["kind"] == "player_joined":
                players.append(row["name"])
            elif row["kind"] == "seat_taken_over":
                first = players[row["seat"]].partition(", now ")[0]
                players[row["seat"]] = f"{first}, now {row['name']}"
        return players


def laws(partition: Partition) -> Iterator[tuple[str, str]]:
    """The violations, each with its law."""
    log = Log(partition.phones.kept(partition.token), partition.phones.log(partition.token))
    yield from _all_agree(partition, log)
    yield from _left_out_is_listed(partition)
    taps = {one.tap for one in partition.tapped}
    sent = _by_tap(partition.sent, "commands")
    answers = _by_tap(partition.responses, "answers")
    excuses = _Excuses(partition, log, sent, answers)
    for one in partition.tapped:
        yield from excuses.faults_of(one)
        yield from _means_the_same(partition, log, one)
        yield from _is_of_its_round(log, one)
        yield from _undoes_its_target(log, one)
    for number, tap in enumerate(log.stored.taps, 1):
        if tap.device != "elsewhere" and tap.press not in taps:
            yield "written by nobody", f"{number}: {log.rows[number - 1]}"
    yield from _in_order(partition, log)


def _all_agree(partition: Partition, log: Log) -> Iterator[tuple[str, str]]:
    """Every page has the log and the state of the server."""
    server = partition.phones.state(partition.token)
    for tab in partition.tabs:
        page = tab.looks()
        for wanted, found in ((server, page["state"]), (log.rows, page["entries"])):
            if (differs := difference(wanted, found)) is not None:
                told = {key: page[key] for key in ("version", "waiting", "toSend", "questions")}
                yield "another state", f"{differs}; the page: {told}, {len(log.rows)} in the log"


def _left_out_is_listed(partition: Partition) -> Iterator[tuple[str, str]]:
    """Commands left out by an answer are listed on their phone."""
    listed = [{*phone.tabs[0].page.evaluate("leftOutTaps()")} for phone in partition.table]
    for tap, number in partition.left_out.items():
        if tap not in listed[number]:
            yield "left out without a trace", f"phone {number}: {tap}"


def _by_tap(bodies: Iterable[bytes], part: str) -> dict[str, list[Data]]:
    """The commands or answers in these bodies, grouped by tap, in the order of the bodies."""
    found: dict[str, list[Data]] = {}
    for body in bodies:
        for row in _json(body).get(part, ()):
            found.setdefault(row["tap"], []).append(row)
    return found


def _json(body: bytes) -> Data:
    try:
        told: Data = json.loads(body)
    except ValueError:
        return {}
    return told


@dataclass
class _Excuses:
    """Reasons for which a tap may be missing from the log."""

    partition: Partition
    log: Log
    sent: Mapping[str, list[Data]]
    answers: Mapping[str, list[Data]]

    def faults_of(self, one: Tapped) -> Iterator[tuple[str, str]]:
        """No faults if it is in the log or has an excuse."""
        became = self._became(one)
        self.partition.became[became] += 1
        if became.startswith("lost"):
            answers = self.answers.get(one.tap)
            log = dict(enumerate(self.log.rows, 1))
            yield became, f"phone {one.phone}: {one.tap} {one.entries} {answers}; the log: {log}"

    def _became(self, one: Tapped) -> str:
        if self.log.numbers(one.tap):
            return "written"
        if one.tap in self.partition.left_out:
            return "left out"
        excuses = {
            "corrected": self._is_corrected,
            "without a target": self._has_no_target,
            "no news": self._was_no_news,
            "undone by others": self._is_undone_by_others,
            "written alike": self._is_written_alike,
        }
        lost = "lost after a question" if one.tap in self.partition.asked else "lost"
        return next((name for name, holds in excuses.items() if holds(one)), lost)

    def _is_corrected(self, one: Tapped) -> bool:
        """A correction of the round contains the same."""
        by = self.partition.corrected.get(one.tap)
        for correction in self.partition.tapped:
            if correction.tap == by:
                [entry] = correction.entries
                play = entry["play"] | {"players": correction.players}
                return self._agrees(one, play)
        return False

    def _has_no_target(self, one: Tapped) -> bool:
        """An undo of a tap that was never written."""
        of = one.target and one.target.get("of")
        return bool(of and not self.log.numbers(of[0]))

    def _was_no_news(self, one: Tapped) -> bool:
        """The server answered that it adds nothing, and at some time it added nothing for those
        players.
        """
        if not any(a["status"] == "kept" for a in self.answers.get(one.tap, ())):
            return False
        wanted = [_meant(entry, one.players) for entry in one.entries]
        for row in self.sent[one.tap]:
            for version, game in enumerate(self.log.games[row["seen"] :], row["seen"]):
                players = self.log.players(version + 1)
                if [_meant(entry, players) for entry in row["entries"]] != wanted:
                    continue
                with suppress(Refused, Doubted, Conflict):
                    if decide(game, replace(command_of(row), seen=version)).version == version:
                        return True
        return False

    def _is_undone_by_others(self, one: Tapped) -> bool:
        """An undo of an entry that another undo of the log has taken back."""
        target = self._target_of(one)
        return any(
            row["kind"] == "entry_undone" and row["sequence"] == target for row in self.log.rows
        )

    def _is_written_alike(self, one: Tapped) -> bool:
        """An equal round written by others raises no question."""
        number = one.round
        if (target := self._target_of(one)) and (now := self.log.games[target - 1].state.open):
            number = now.deal.number
        return any(self._agrees(one, play) for play in self._plays.get(number, ()))

    def _target_of(self, one: Tapped) -> int | None:
        """The number of the entry that an undo refers to."""
        if one.target is None:
            return None
        if "of" not in one.target:
            return int(one.target["number"])
        tap, which = one.target["of"]
        return next(iter(self.log.numbers(tap)[which:]), None)

    def _agrees(self, one: Tapped, play: Data) -> bool:
        """Whether a round contains an entry, or no longer contains an undone one."""
        tapped = self.partition.tapped
        said_later = tapped[tapped.index(one) + 1 :]
        if target := self._target_of(one):
            back = self.log.rows[target - 1]
            players = self.log.players(target)
            later_by_phone = [
                entry for later in said_later if later.phone == one.phone for entry in later.entries
            ]
            if back["kind"] == "round_scored":
                return any(entry["kind"] == "round_scored" for entry in later_by_phone)
            said_again = back in later_by_phone
            return back["kind"] in _OF_A_ROUND and (said_again or not _says(play, back, players))
        if any(_says_over(one, later) for later in said_later):
            return True
        return all(_says(play, entry, one.players) for entry in one.entries)

    @cached_property
    def _plays(self) -> Mapping[int | None, list[Data]]:
        """Each written round after each entry, with the players by seat."""
        plays: dict[int | None, list[Data]] = {}
        for number, game in enumerate(self.log.games):
            for at, scored in enumerate(game.state.rounds, 1):
                players = {"players": self.log.players(number + 1)}
                plays.setdefault(at, []).append(as_json(to_data(scored.play)) | players)
        return plays


_OF_A_ROUND = ("laid_down", "took_back", "went_out", "hand_counted", "adjusted")


def _says(play: Data, entry: Data, players: Sequence[str]) -> bool:
    """Whether a round contains the content of an entry; `players` are those of its seats."""
    who = None if entry.get("seat") is None else players[entry["seat"]]
    is_down = who in {play["players"][seat] for seat in play["laid_down"]}
    says: Mapping[str, Callable[[], bool]] = {
        "round_scored": lambda: True,
        "laid_down": lambda: is_down,
        "took_back": lambda: not is_down or _goes_out(play) == who,
        "went_out": lambda: _goes_out(play) == who,
        "hand_counted": lambda: bool(_of(play, "hands", who) == entry["hand"]),
        "adjusted": lambda: bool(_of(play, "adjustments", who) == entry["adjustment"]),
    }
    return says.get(entry["kind"], lambda: False)()


def _goes_out(play: Data) -> str | None:
    """A player who went out is down, whatever else was entered."""
    out = play["went_out"]
    return None if out is None else str(play["players"][out])


def _of(play: Data, part: str, who: str | None) -> Any:
    """The value of this part of a round for one player."""
    return next((said for at, said in play[part].items() if play["players"][int(at)] == who), None)


def _says_over(one: Tapped, later: Tapped) -> bool:
    """Whether the same phone changed or undid it later in the round."""
    if later.phone != one.phone:
        return False
    takes_back = (later.target or {}).get("of", [None])[0] == one.tap
    topics = set(_topics(one)) & set(_topics(later))
    return takes_back or (bool(topics) and later.round == one.round)


def _topics(one: Tapped) -> Iterator[tuple[str, str | None]]:
    """The subject of a tap."""
    for entry in one.entries:
        who = None if entry.get("seat") is None else one.players[entry["seat"]]
        match entry["kind"]:
            case "laid_down" | "took_back":
                yield "down", who
            case "went_out":
                yield "out", None
                yield "down", who
            case "hand_counted":
                yield "hand", who
                yield "down", who
            case "adjusted":
                yield "adjusted", who


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


def _is_of_its_round(log: Log, one: Tapped) -> Iterator[tuple[str, str]]:
    """Entries for one round are written in no other."""
    numbers = log.numbers(one.tap)
    if one.round is None or not numbers:
        return
    open_round = log.games[numbers[0] - 1].state.open
    if open_round is None or open_round.deal.number != one.round:
        yield "another round", f"phone {one.phone}: {one.tap} of {one.round}, stored as {numbers}"


def _meant(entry: Data, players: Sequence[str]) -> Data:
    """The content of an entry with players instead of seats."""

    def who(seat: Any) -> str | None:
        return None if seat is None else _player(entry, players, int(seat))

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
        for key in ("hands", "buys", "adjustments", "melded"):
            meant[key] = {who(seat): value for seat, value in play[key].items()}
    return meant


def _player(entry: Data, players: Sequence[str], seat: int) -> str:
    if seat >= len(players):
        return f"no seat {seat}"
    is_of_seats = KINDS[entry["kind"]].is_of_seats  # whoever takes them over
    return players[seat].partition(", now ")[0] if is_of_seats else players[seat]


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
    """Commands without questions are in the log in the order of the taps."""
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


def played(phones: Phones, mode: str, seed: int, steps: int = STEPS) -> Partition:
    """A game that was played; phones are created on demand."""
    while len(phones.phones) < len(MODES[mode].tabs):
        phones.take()
    partition = Partition(phones, mode, seed, steps)
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
    """Play so many games and print the faults."""
    kinds: Counter[str] = Counter()
    became: Counter[str] = Counter()
    with _own_phones() as phones:
        for seed in range(int(first), int(first) + int(count)):
            partition = played(phones, mode, seed)
            kinds.update({kind for kind, _ in partition.faults})
            became.update(partition.became)
            if partition.faults:
                sys.stdout.write(f"{partition}\n")
                sys.stdout.flush()
        sys.stdout.write(f"{mode} {first} {count}: {dict(kinds)}; taps: {dict(became)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
