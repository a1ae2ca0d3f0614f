"""A game played through its pages by a score keeper."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Self

from sqlalchemy import select

from companion.records.log import games
from companion.records.log import rows as log_rows
from companion.records.log.games import NewGame, open_game
from companion.records.log.games import start_game as start_any_game
from companion.records.log.stored_game import StoredGame, Tap
from companion.records.models import Game, LogEntry
from companion.records.people.links import new_key
from companion.records.people.own_games import find_game
from companion.records.store.database import db, now, write_connection
from companion.rules.fold.entries import Entry, Hand, HandCounted, LaidDown, RoundScored, WentOut
from companion.rules.judging.hand_sizes import total_leaves_down_open
from companion.rules.judging.scoring import CardsLeft
from companion.rules.model.state import Seats, State
from companion.rules.reading.catalogue import catalogue
from companion.rules.reading.house_rules import apply_house_rules
from tests.web.page import Page
from tests.web.phone import Phone
from tests.web.started import keep_new_game

GAME = "twelve-step-rummy"
NEW_GAME = f"/new/{GAME}"
# The keys of 12-Step Rummy, most expensive first, as on the page.
KEYS = {"jokers": "card0", "aces": "card1", "courts": "card2", "numbers": "card3"}
WHOLE_HAND = {"aces": 1, "courts": 8, "numbers": 4}


def start_game(
    phone: Phone,
    *names: str,
    dealer: int = 0,
    title: str = "",
    game: str = GAME,
    **house_rules: str,
) -> "Table":
    """Deal the first round of a game of this phone.

    Written directly to the book, as the form of a new game would do; only chosen rules need the
    form.
    """
    if house_rules:
        return send_new_game(phone, *names, dealer=dealer, title=title, game=game, **house_rules)
    seats, device = Seats(names, dealer), phone.device
    if game in catalogue():
        return Table(phone, keep_new_game(phone.app, game, seats, title, device))
    with phone.app.app_context():
        data = find_game(game).data
        rules = {**data, "options": dict(apply_house_rules(data, {})["options"])}
        return Table(phone, start_any_game(NewGame(rules, seats, title), device))


def send_new_game(
    phone: Phone,
    *names: str,
    dealer: int = 0,
    title: str = "",
    game: str = GAME,
    **house_rules: str,
) -> "Table":
    """Send the form of a new game, as its page would, and deal the first round."""
    rows = {f"names-{row}": name for row, name in enumerate(names)}
    rules = {f"option_{key}": choice for key, choice in house_rules.items()}
    said = {"title": title, "dealer": str(dealer), "key": new_key()}
    page = phone.send(f"/new/{game}", rows | rules | said | {"csrf_token": phone.csrf_token})
    assert page.status == 200, page.words
    return Table(phone, page.path.split("/")[2])


class Table:
    """One game on one phone."""

    def __init__(self, phone: Phone, token: str) -> None:
        self.phone, self.token = phone, token

    def on(self, other: Phone) -> Self:
        """The same game on another phone."""
        return type(self)(other, self.token)

    def address(self, where: str = "") -> str:
        return f"/g/{self.token}/{where}"

    def page(self, where: str = "") -> Page:
        return self.phone.open(self.address(where))

    def lay_down(self, name: str) -> Page:
        return self._taps("mark", down=self.seat(name))

    def take_back(self, name: str) -> Page:
        return self._taps("mark", back=self.seat(name))

    def go_out(self, name: str) -> Page:
        """Tap “Out” at the table."""
        return self._taps("out", out=self.seat(name))

    def _taps(self, where: str, **fields: object) -> Page:
        """Send a button of this round without opening its page."""
        stamp = {"csrf_token": self.phone.csrf_token, "key": new_key()}
        seen = {"round": self.state.open.deal.number, "version": self.state.version}
        sent = stamp | seen | fields
        return self.phone.send(self.address(where), {name: str(sent[name]) for name in sent})

    def nobody_goes_out(self) -> Page:
        page = self.page().follow("Round over")
        return page.press(next(label for label in page.buttons() if "Nobody" in label))

    def hand_of(self, name: str) -> Page:
        """The page for counting this hand."""
        return self.page(f"count/{self.seat(name)}")

    def count(self, name: str, **typed: Any) -> Page:
        """Count a hand and go to the next one; sends an uncounted hand without opening its page."""
        seat, state = self.seat(name), self.state
        is_plain = isinstance(state.open.deal.scoring, CardsLeft) and state.open.over
        if is_plain and state.open.is_uncounted(seat):
            fields = ["total", *(f"card{n}" for n, _ in enumerate(state.open.deal.values.classes))]
            down = {"down": "yes"} if seat in state.open.play.laid_down else {}
            seen = dict.fromkeys(("version", "opened"), state.version)
            hand = dict.fromkeys(fields, "") | down | a_hand(**typed)
            return self._taps(f"count/{seat}", **seen, **hand)
        page = self.hand_of(name)
        walk_on = next(b for b in page.buttons() if b.startswith("Next") or b == "Review")
        return page.press(walk_on, **a_hand(**typed))

    def write_down(self, answer: str = "Write it down") -> Page:
        """Write the round down from its review."""
        return self.page("review").press(answer)

    def undo(self) -> Page:
        page = self.page()
        return page.press(undo_label(page))

    def play_round(self, out: str, hands: Mapping[str, Any], down: Iterable[str] = ()) -> Page:
        """A whole round: players down, the one who goes out, and a total or cards for each other
        hand.
        """
        for name in down:
            self.lay_down(name)
        self.go_out(out)
        for name, left in hands.items():
            self.count(name, **(left if isinstance(left, dict) else self._typed(name, left)))
        return self.write_down()

    def _typed(self, name: str, total: int | str) -> dict[str, Any]:
        """A typed total, with the answer if the page would ask whether the player is down."""
        seat, state = self.seat(name), self.state
        hand = Hand(points=sum(map(int, str(total).split("+"))))
        known = self.stored.ruleset, state.open.deal, seat, hand, None
        is_asked = seat not in state.open.play.laid_down and total_leaves_down_open(*known)
        return {"total": total} | ({"down": "no"} if is_asked else {})

    def has_played(self, rounds: int, *left: int, down: Iterable[int] | None = None) -> Self:
        """Rounds of these players down, the first of whom went out, and points of the others.

        Written directly to the book, as the pages would do.
        """
        made = set(range(len(left))) if down is None else set(down)
        entries: list[Entry] = [LaidDown(seat) for seat in sorted(made)]
        entries.append(WentOut(0))
        entries += [HandCounted(s, Hand(points=p), s in made) for s, p in enumerate(left) if s]
        self.write(*[*entries, RoundScored()] * rounds)
        return self

    def write(self, *entries: Entry) -> State:
        """Add entries to the log without a page, each with its own key."""
        with self.phone.app.app_context(), write_connection(self.token) as connection:
            before = games.open_game(self.token)
            game = before.game.with_entries(*entries)
            taps = tuple(Tap(new_key(), None, now()) for _ in entries)
            after = replace(before, game=game, taps=(*before.taps, *taps))
            games._append(connection, games.Written(before, after))
            summary = games._summary_of(after)
            log_rows.summarise(connection, before.row, summary)
        with self.phone.app.app_context():
            games._remember(after)
        return after.state

    def seat(self, name: str) -> int:
        return self.state.names.index(name)

    @property
    def stored(self) -> StoredGame:
        with self.phone.app.app_context():
            return open_game(self.token)

    @property
    def state(self) -> State:
        return self.stored.state

    @property
    def log(self) -> list[tuple[int, str, Any]]:
        """The log in the book."""
        rows = select(LogEntry.sequence, LogEntry.kind, LogEntry.data).join(
            Game, LogEntry.game_id == Game.id
        )
        with self.phone.app.app_context():
            mine = rows.where(Game.token == self.token).order_by(LogEntry.sequence)
            return [tuple(row) for row in db.session.execute(mine)]  # type: ignore[misc]

    @property
    def kinds(self) -> list[str]:
        """The log in short form."""
        return [kind for _, kind, _ in self.log]

    @contextmanager
    def nothing_written(self) -> Iterator[None]:
        """The log does not change within the block."""
        before = self.log
        yield
        assert self.log == before


def a_hand(**typed: Any) -> dict[str, str]:
    """The fields of a hand by usual words: aces=1, total="10+15", down="yes"."""
    return {KEYS.get(word, word): str(value) for word, value in typed.items()}


def undo_label(page: Page) -> str:
    return next(label for label in page.buttons() if label.startswith("Undo"))
