"""Games written directly into the score book, without pages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.records.log.games import NewGame, open_game, start_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.links import new_key
from companion.records.people.phones import begin_counting, sit_down
from companion.rules.fold import entries as e
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from tests.books import happens
from tests.browser.serving import LiveServer

GAME = "twelve-step-rummy"
WILD, ACE, COURT, LOW = "Joker/2", "A", "10-K", "3-9"
Cards = Mapping[str, int]


@dataclass(frozen=True)
class Round:
    """The player who went out, the cards or points of the others; `missed` are not down."""

    out: int | None
    left: Mapping[int, Cards | int]
    missed: frozenset[int] = frozenset()
    accepted: e.Accepted = frozenset()
    buys: Mapping[int, int] = field(default_factory=dict)

    def entries(self) -> list[e.Entry]:
        """The entries of this round, as the keeper makes them."""
        hands = [
            e.HandCounted(seat, _hand(left), seat not in self.missed, self.buys.get(seat))
            for seat, left in self.left.items()
        ]
        return [e.WentOut(self.out), *hands, e.RoundScored(self.accepted)]


@dataclass
class Evening:
    """A game in the score book, and the device of its keeper."""

    server: LiveServer
    names: Sequence[str]
    rounds: Sequence[Round] = ()
    dealer: int = 0
    title: str = ""
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    game: str = GAME
    device: str = field(default_factory=new_key)
    token: str = ""

    def __post_init__(self) -> None:
        ruleset = apply_house_rules(game_data(self.game), dict(self.house_rules))
        seats = Seats(tuple(self.names), self.dealer)
        played = [entry for one in self.rounds for entry in one.entries()]
        with self.server.app.app_context():
            self.token = start_game(NewGame(ruleset, seats, self.title, played), self.device)

    def happens(self, *entries: e.Entry) -> "Evening":
        """Append these entries to the log."""
        happens_at(self.server, self.token, *entries, device=self.device)
        return self

    def undoes(self) -> "Evening":
        """Undo the last entry."""
        return self.happens(e.EntryUndone(self.stored.state.version))

    def has_phone_of(self, seat: int, device: str, *, counting: bool = False) -> "Evening":
        """A player takes a seat with their own phone, and may have a hand open."""
        with self.server.app.app_context():
            game = open_game(self.token).row.id
            sit_down(game, device, self.token, seat, "")
            if counting:
                begin_counting(game, device, self.token, seat)
        return self

    @property
    def stored(self) -> StoredGame:
        """The game in the score book."""
        with self.server.app.app_context():
            return open_game(self.token)

    @property
    def entries(self) -> list[e.Entry]:
        """Its log."""
        return [*self.stored.entries]

    @property
    def watch_token(self) -> str:
        """The token of the link for watching."""
        return self.stored.row.watch_token

    def page(self, place: str = "") -> str:
        """The address of one of its pages."""
        return f"{self.server.url}/g/{self.token}/{place}"


def happens_at(
    server: LiveServer, token: str, *entries: e.Entry, device: str | None = None
) -> None:
    """Append these entries to the log of this game, without a page."""
    with server.app.app_context():
        happens(token, *entries, device=device)


def _hand(left: Cards | int) -> e.Hand:
    return e.Hand(points=left) if isinstance(left, int) else e.Hand(cards=dict(left))


def everybody_makes_it(players: int, out: int, cards: Cards) -> Round:
    """A round in which all lay down; those who do not go out hold the same cards."""
    return Round(out, {seat: cards for seat in range(players) if seat != out})


def thirteen(courts: int) -> Cards:
    """The whole hand of a player who is not down: so many court cards, the others low."""
    return {COURT: courts, LOW: 13 - courts}


def _missed(*seats: int) -> frozenset[int]:
    return frozenset(seats)


FRIENDS = ("Ann", "Bo", "Chloé", "Dev")

# Six rounds: Ann 145 on contract 6, Bo 345 on 4, Chloé 120 on 7, Dev 265 on 5. Dev deals first.
MIDGAME = (
    Round(0, {1: {COURT: 3}, 2: {ACE: 1, COURT: 2, LOW: 1}, 3: thirteen(7)}, _missed(3)),
    Round(2, {0: {LOW: 3}, 1: {ACE: 2, COURT: 3, LOW: 8}, 3: {COURT: 1, LOW: 3}}, _missed(1)),
    Round(1, {0: thirteen(6), 2: {ACE: 1, LOW: 1}, 3: {COURT: 2}}, _missed(0)),
    Round(0, {1: thirteen(6), 2: {ACE: 2}, 3: {COURT: 3}}, _missed(1)),
    Round(2, {0: {ACE: 1}, 1: thirteen(4), 3: thirteen(5)}, _missed(1, 3)),
    Round(3, {0: {LOW: 3}, 1: {ACE: 1, LOW: 1}, 2: {LOW: 2}}),
)

# Eight more: Ann and Chloé finish in round 14 with 270 and 420; Bo has 545, Dev 460.
WHOLE_GAME = (
    *MIDGAME,
    Round(3, {0: {COURT: 2}, 1: {ACE: 1, LOW: 1}, 2: thirteen(6)}, _missed(2)),
    Round(0, {1: {LOW: 3}, 2: {COURT: 2}, 3: thirteen(3)}, _missed(3)),
    Round(2, {0: {LOW: 1}, 1: thirteen(5), 3: {ACE: 1}}, _missed(1)),
    Round(0, {1: {COURT: 3}, 2: {COURT: 1}, 3: {LOW: 2}}),
    Round(1, {0: thirteen(4), 2: {COURT: 2}, 3: {WILD: 1}}, _missed(0)),
    Round(2, {0: {LOW: 3}, 1: {LOW: 2}, 3: {COURT: 1}}),
    Round(0, {1: {ACE: 1}, 2: {WILD: 1, COURT: 4, LOW: 8}, 3: {LOW: 1}}, _missed(2)),
    Round(0, {1: {COURT: 1}, 2: {COURT: 2, LOW: 1}, 3: {LOW: 4}}),
)

SHARING = ("Alexandra-Marie-Louise", "Georgy Pfjqy", "فاطمة الزهراء", "王小明", "Maximiliane")


def shared_by(winners: int) -> list[Round]:
    """Twelve rounds with so many tied winners; the other players made no contract."""
    players = range(len(SHARING))
    missed = frozenset(players[winners:])
    return [
        Round(
            number % winners,
            {s: thirteen(3) if s in missed else {LOW: 1} for s in players if s != number % winners},
            missed,
        )
        for number in range(12)
    ]


NINE = ("Grandma", "Tom", "Alexandra-Marie", "Jo", "Bea", "Oliver", "Ella", "Gül", "Bartholomäus")


def sixteen(players: int) -> list[Round]:
    """Rounds in which all players miss some contracts, and nobody finishes."""
    rounds = []
    for number in range(16):
        out = number % players
        missed = frozenset(
            s for s in range(players) if (s * s + number) % 5 in {0, 2, 3} and s != out
        )
        made = [{COURT: number % 3, LOW: s % 4 + 1} for s in range(players)]
        left = {s: thirteen(s + 3) if s in missed else made[s] for s in range(players) if s != out}
        rounds.append(Round(out, left, missed))
    return rounds
