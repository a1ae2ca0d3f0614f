"""Fills a score book through the pages of any version of the app.

Two phones play and a third watches. Each feature is used from the schema revision on that stores
it. All figures in `EVENING` are worked out by hand.
"""

import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from phone import Phone
from sqlalchemy import text

from companion.records.log.games import open_game
from companion.records.store.database import db

COURTS = "card2"  # the key for court cards in 12-Step Rummy
FIVE_MINUTES = 5 * 60 * 1000  # in milliseconds
# The first revision with each feature.
OWN_GAMES, DELETING, SHARING, CODES, COLOURS = 2, 3, 4, 7, 8
ARCHIVE, IMPORT, PEOPLE, BOOK_ID, TAP_TIMES, JOINS = 9, 10, 11, 12, 13, 15

# A game of 12-Step Rummy in round 3. Round 1: Ann and Ben down, Ann out, Ben 45, Cy 110, which is
# corrected to 120. Round 2: Ann and Cy down, Cy out, Ann two kings, 10 each, and Ben 60. Round 3:
# Ann down by mistake and back, Ben down and out, Ann 95, Cy not yet.
EVENING: dict[str, Any] = {
    "open": {
        "rules": "12-Step Rummy",
        "title": "Friday",
        "players": ["Ann", "Ben", "Cy"],
        "round": 3,
        "points": [[0, 45, 120], [20, 60, 0]],
        "totals": [20, 105, 120],
        "contracts": [3, 2, 2],
        "winners": [],
        "down": [1],
        "went_out": 1,
        "counted": {"0": 95},
    },
    # Classic rummy to 100 points, in which the fewest win: one round, 105 points for Ann.
    "finished": {
        "rules": "Classic Rummy",
        "title": "",
        "players": ["Ben", "Ann"],
        "points": [[0, 105]],
        "totals": [0, 105],
        "contracts": [None, None],
        "winners": ["Ben"],
    },
    "deleted": {
        "rules": "12-Step Rummy",
        "title": "",
        "players": ["Ann", "Ben"],
        "round": 2,
        "points": [[0, 70]],
        "totals": [0, 70],
        "contracts": [2, 1],
        "winners": [],
    },
    "own": {
        "rules": "Lake Rummy",
        "title": "",
        "players": ["Ann", "Ben", "Cy"],
        "points": [[101, 0, 40]],
        "totals": [101, 0, 40],
        "contracts": [None, None, None],
        "winners": ["Ben"],
    },
    # The rematch of the custom game: Cy and Ann keep the colours of seats 2 and 0.
    "rematch": {
        "rules": "Lake Rummy",
        "title": "",
        "players": ["Cy", "Ann"],
        "round": 1,
        "points": [],
        "totals": [0, 0],
        "contracts": [None, None],
        "winners": [],
        "colours": [2, 0],
    },
    # Dee joined after the deal, and has Cy’s phone.
    "newcomer": {
        "rules": "12-Step Rummy",
        "title": "",
        "players": ["Ann", "Ben", "Dee"],
        "round": 1,
        "points": [],
        "totals": [0, 0, 0],
        "contracts": [1, 1, 1],
        "winners": [],
    },
}
EVENING["copy"] = EVENING["finished"]


class Evening:
    """The phones of Ann (who keeps score), Ben and Cy, and the expected data of each."""

    def __init__(self, app: Any, revision: str) -> None:
        self.app, self.revision = app, int(revision)
        self.ann, self.ben, self.cy = Phone(app), Phone(app), Phone(app)
        self.tokens: dict[str, str] = {}
        self.stored: dict[str, Any] = {}

    def has(self, since: int) -> bool:
        return self.revision >= since

    def play(self) -> None:
        self.friday()
        self.tokens["finished"] = start(self.ben, "classic-rummy", "Ben", "Ann")
        play_round(self.ben, self.tokens["finished"], out=0, left={1: 105})
        if self.has(OWN_GAMES):
            self.own_games()
        if self.has(DELETING):
            self.delete()
        if self.has(SHARING):
            self.share()
        if self.has(CODES):
            self.stored["codes"] = self.codes()
        if self.has(COLOURS):
            again = f"/new/again/{self.tokens['own']}"
            names = {"names__0": "Cy", "names__1": "Ann", "names__2": ""}
            self.tokens["rematch"] = deal(self.ann, again, "/new/lake-rummy", **names)
        if self.has(ARCHIVE):
            self.ben.send("/played", "/played/archive", game=self.tokens["finished"])
            self.stored["archived"] = {"ben": ["finished"]}
        if self.has(IMPORT):
            self.take_along()
        if self.has(PEOPLE):
            self.name_people()
        if self.has(JOINS):
            self.join()

    def friday(self) -> None:
        token = start(self.ann, "twelve-step-rummy", "Ann", "Ben", "Cy", title="Friday")
        self.tokens["open"] = token
        play_round(self.ann, token, out=0, left={1: 45, 2: 110}, down=[0, 1])
        correct = f"/g/{token}/correct/1"
        self.ann.send(correct, correct, seat2__total=120)
        self.ann.confirm(correct)
        play_round(self.ann, token, out=2, left={0: {COURTS: 2}, 1: 60}, down=[0, 2])
        tap(self.ann, token, "mark", down=0)
        tap(self.ann, token, "undo")
        if self.has(TAP_TIMES):
            self.stored["tapped"] = self.tap_late(token)
        else:
            tap(self.ann, token, "mark", down=1)
        tap(self.ann, token, "out", out=1)
        count(self.ann, token, 0, 95)

    def tap_late(self, token: str) -> dict[str, Any]:
        """Ben’s phone reports him down, five minutes after the tap."""
        with self.app.app_context():
            seen = open_game(token).state.version
        now = round(time.time() * 1000)
        entries = [{"kind": "laid_down", "seat": 1}]
        command = {"tap": "t" * 22, "seen": seen, "entries": entries}
        command["tapped_at"] = now - FIVE_MINUTES
        table = f"/g/{token}/"
        self.ben.send_json(table, f"{table}log", {"commands": [command], "now": now})
        tapped = "SELECT sequence, tapped_at, clock_ahead FROM log_entry WHERE tapped_at > ''"
        return dict(select(tapped, self.app)[0]._mapping)

    def own_games(self) -> None:
        """Lake Rummy, and a second custom game that is deleted again."""
        lake, dropped = (self.own_game(name) for name in ("Lake Rummy", "Hill Rummy"))
        self.ann.send(f"/games/{dropped}", f"/own/{dropped}/drop")
        self.stored |= {"own_game": lake, "dropped_game": dropped}
        self.tokens["own"] = start(self.ann, lake, "Ann", "Ben", "Cy")
        play_round(self.ann, self.tokens["own"], out=1, left={0: 101, 2: 40})

    def own_game(self, name: str) -> str:
        rules = Path("companion/rules/catalogue/classic-rummy.toml").read_text("utf-8")
        file = rules.replace("Classic Rummy", name)
        return self.ann.send("/own", "/own/file", file=file.encode()).rsplit("/", 1)[-1]

    def delete(self) -> None:
        token = start(self.ann, "twelve-step-rummy", "Ann", "Ben")
        play_round(self.ann, token, out=0, left={1: 70}, down=[0])
        self.tokens["deleted"] = token
        self.ann.send(f"/g/{token}/players", f"/g/{token}/delete")

    def share(self) -> None:
        """Ben takes his seat, Cy watches; the links of the custom game are replaced."""
        table = f"/g/{self.tokens['open']}/"
        self.ben.send(f"{table}seat", f"{table}seat", seat=1, name="Ben’s phone")
        self.cy.open(f"/g/{self.watch_link('open')}/")
        old = self.tokens["own"]
        ended = [old, self.watch_link("own")]
        asks = f"/g/{old}/share" + ("/new" if self.has(CODES) else "")
        self.tokens["own"] = self.ann.send(asks, f"/g/{old}/share").split("/")[2]
        self.stored["ended"] = ended

    def watch_link(self, name: str) -> str:
        link = select("SELECT watch_token FROM game WHERE token = :it", self.app, self.tokens[name])
        return str(link[0][0])

    def codes(self) -> dict[str, str]:
        """The join codes of Friday, and the page that each leads to."""
        lan = {"SERVER_NAME": "0.0.0.0"}  # listening on the network, so that codes exist
        at = {"base_url": "http://192.168.1.20:8000", "environ_overrides": lan}
        for page in ("share", "share/watch"):
            self.ann.client.get(f"/g/{self.tokens['open']}/{page}", **at)
        rows = select("SELECT code, for_watching FROM join_code", self.app)
        assert len(rows) == 2
        return {code: "watch" if watching else "token" for code, watching in rows}

    def take_along(self) -> None:
        """Cy’s phone imports the finished game from a file."""
        file = self.ben.open(f"/g/{self.tokens['finished']}/game.json")
        self.cy.send("/played/take", "/played/take", file=file.encode())
        device = device_of(self.cy)
        (row,) = select("SELECT token FROM game WHERE device = :it", self.app, device)
        self.tokens["copy"] = row[0]

    def name_people(self) -> None:
        """Ann’s phone renames Cy to Cyril, with the fifth colour, and names the group the Lake."""
        self.ann.send("/persons/one/change?name=cy", "/persons/one/change", name="Cyril", colour=4)
        who = "&".join(f"who={name}" for name in ("ann", "ben", "cyril"))
        self.ann.send(f"/persons/group/name?{who}", "/persons/group/name", called="The Lake")
        self.stored["people"] = {"cy": ["Cyril", 4]}
        self.stored["groups"] = {"The Lake": ["ann", "ben", "cy"]}

    def join(self) -> None:
        token = start(self.ann, "twelve-step-rummy", "Ann", "Ben")
        self.tokens["newcomer"] = token
        self.ann.send(f"/g/{token}/players/join", f"/g/{token}/players/join", name="Dee")
        self.cy.send(f"/g/{token}/seat", f"/g/{token}/seat", seat=2)
        self.stored["join"] = {"seat": 2, "join_entry": 1}

    def report(self) -> dict[str, Any]:
        """The data that every later version must reproduce."""
        names = ("ann", "ben", "cy") if self.has(SHARING) else ("ann", "ben")
        report = {"games": {name: self.game(name) for name in self.tokens}, **self.stored}
        report["phones"] = {name: self.phone(getattr(self, name)) for name in names}
        if self.has(SHARING):
            report["seats"] = {"ben": [1, "Ben’s phone"]}
        if self.has(BOOK_ID):
            report["book"] = {"key": select("SELECT key FROM book", self.app)[0][0]}
        return report

    def game(self, name: str) -> dict[str, Any]:
        """The links of a game and its expected data in `EVENING`, checked in this version."""
        token, told = self.tokens[name], EVENING[name]
        if name != "deleted":
            with self.app.app_context():
                state = open_game(token).state
            check(state, told)
        links = {"token": token}
        if self.has(SHARING):
            links["watch"] = self.watch_link(name)
        return links | told

    def phone(self, phone: Phone) -> dict[str, Any]:
        """The name of the phone in the book, its cookie, and the links on its home page."""
        listed = re.findall(r'href="/g/([\w.-]+)/', phone.open("/"))
        cookie = phone.client.get_cookie("companion").value
        return {"device": device_of(phone), "lists": [*dict.fromkeys(listed)], "cookie": cookie}


def start(phone: Phone, game: str, *names: str, title: str = "") -> str:
    """Deal the first round of a game on this phone; returns its token."""
    rows = {f"names__{row}": name for row, name in enumerate(names)}
    return deal(phone, f"/new/{game}", f"/new/{game}", title=title, **rows)


def deal(phone: Phone, page: str, to: str, **typed: object) -> str:
    return phone.send(page, to, **typed).split("/")[2]


def tap(phone: Phone, token: str, where: str, **typed: object) -> None:
    phone.send(f"/g/{token}/", f"/g/{token}/{where}", **typed)


def count(phone: Phone, token: str, seat: int, left: int | dict[str, int]) -> None:
    """Count a hand: a total, or cards by key.

    If the page asks whether the player is down, only marked players are.
    """
    page = f"/g/{token}/count/{seat}"
    form = phone.form(page, page)
    is_asked = ("down", "no") in form.offers and "down" not in form.sends
    typed = left if isinstance(left, dict) else {"total": left}
    phone.send(page, page, **typed, **({"down": "no"} if is_asked else {}))


def play_round(
    phone: Phone, token: str, out: int, left: dict[int, Any], down: Iterable[int] = ()
) -> None:
    """A whole round: players down, the player who goes out, and the leftovers of the others."""
    for seat in down:
        tap(phone, token, "mark", down=seat)
    tap(phone, token, "out", out=out)
    for seat, hand in left.items():
        count(phone, token, seat, hand)
    phone.send(f"/g/{token}/review", f"/g/{token}/review")


def check(state: Any, told: dict[str, Any]) -> None:
    """Check the figures worked out by hand in the version that makes the book."""
    assert list(state.names) == told["players"]
    seats = range(len(state.names))
    assert [[one.points[seat] for seat in seats] for one in state.rounds] == told["points"]
    assert list(state.totals) == told["totals"]
    assert list(state.next_contracts) == told["contracts"]
    assert [state.names[seat] for seat in state.outcome.winners] == told["winners"]
    assert (state.open.deal.number if state.open else None) == told.get("round")


def device_of(phone: Phone) -> str:
    """The name of the phone in the book; empty if it only watches."""
    with phone.client.session_transaction() as cookie:
        return str(cookie.get("device", ""))


def select(statement: str, app: Any, it: str = "") -> list[Any]:
    with app.app_context(), db.engine.connect() as connection:
        return list(connection.execute(text(statement), {"it": it} if it else {}))
