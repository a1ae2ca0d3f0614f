"""Random cases for the referee: catalogue and custom games, with nearly legal cards."""

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from companion.rules.cases import rules_of_case
from companion.rules.reading.catalogue import catalogue
from companion.rules.referee.deck import Deck
from companion.rules.referee.law import READINGS, readings_of

_CONTRACTS = ("S3 S3", "S3 R4", "R4 R4", "S3 S3 R4", "S3 R4 R4", "S4 R4", "R7", "C4 S3", "2xA R3")


# Games in which nothing is laid down before the end of a round: `random_hands` has them.
_SHOWN_AT_THE_END = ("gin-rummy", "indian-rummy")
_SETTLED = {
    "wild": ["Joker", "2"],
    "lay_off": "same_turn",
    "lay_off_on": "any",
    "set_repeats_suit_on_lay_off": False,
    "swap": "any",
    "swap_from_set": True,
}
_OVER_AND_OVER = [
    f"{rank}{suit}"
    for suit in "SHD"
    for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
]
_NATURAL = {"natural_wild_in_set": True}
_CAPPED = {"most_wilds": {"any": 1}, "caps_on_lay_off": False}
_RUN_OF_WILDS = {"kind": "run", "cards": ["*"] * 4}
_THIRTEEN = [f"{rank}{suit}" for suit in "SH" for rank in ("A", "2", "3", "4", "5", "6")] + ["9D"]
# Cases that are rare at random: unreadable ones, and more arrangements than are searched.
ODD_CASES: tuple[dict[str, Any], ...] = (
    {"game": "own", "ask": "shuffle"},
    {"game": "own", "ask": "knock", "hand": _THIRTEEN},
    {"game": "own", "ask": "declare", "hand": _THIRTEEN},
    {"game": "own", "ask": "deadwood", "hand": [*_THIRTEEN, "AD", "2D", "4D", "5D"]},
    # On 4-4-4 and A-2-3 goes the same four; one card of eleven is discarded.
    *(
        {
            "game": "gin-rummy",
            "ask": "defend",
            "hand": hand.split(),
            "melds": [{"cards": ["AS", "2S", "3S"]}, {"cards": ["4H", "4D", "4C"]}],
        }
        for hand in ("4S 5S 8H KD", "4S 5S 6S 8H KD QC JH 9C 7D 6D 10S")
    ),
    {
        "game": "gin-rummy",
        "ask": "defend",
        "hand": ["6S"],
        "melds": [{"cards": ["4H", "5C", "9D"]}],
    },
    {
        "game": "own",
        "ask": "defend",
        "hand": ["6S", "2S", "9H"],
        "melds": [{"cards": ["3S", "4S", "5S"]}],
        "melding": {"ace": "low", "run_least": 3, "run_one_suit": True, "run_most": 4},
    },
    {
        "game": "gin-rummy",
        "ask": "defend",
        "hand": ["5S"],
        "melds": [{"cards": [f"6{suit}", f"7{suit}", f"8{suit}"]} for suit in "SHDC"],
    },
    {"game": "own", "players": "four"},
    {"game": "own", "wild_rank": 5},
    {"game": "own", "contract": "S3 T4"},
    {"game": "own", "contract": "S1"},
    {"game": "own", "contract": 99},
    {"game": "own", "contract": " "},
    {"game": "own", "contract": " ".join(["S3"] * 7)},
    {"game": "own", "contract": "S3", "melds": "5H"},
    # Many cards: one too many of a rank, or in far too many orders to search.
    *(
        {
            "game": "own",
            "players": 9,
            "ask": "meld",
            "melds": [{"kind": "run", "cards": cards}],
            "melding": {"ace": "wraps", "run_one_suit": one_suit, "run_least": 3},
        }
        for cards, one_suit in (
            ([*_OVER_AND_OVER[:29], "AS"], True),
            ([*_OVER_AND_OVER[:26], "AS"], False),
            *(([*_OVER_AND_OVER[:26], *["7S"] * 4], either) for either in (True, False)),
        )
    ),
    {"game": "own", "contract": "S3", "melds": []},
    {"game": "own", "contract": "S3", "melds": ["5H"]},
    {"game": "own", "contract": "S3", "melds": [{"kind": "flush", "cards": []}]},
    {"game": "own", "contract": "S3", "melds": [{"cards": ["5H", 5]}]},
    {"game": "own", "contract": "S3", "melds": [{"cards": ["5H", "1H"]}]},
    {"game": "own", "contract": "S3", "melds": [{"cards": ["5H=6H", "6H"]}]},
    {"game": "own", "contract": "S3", "melds": [{"cards": ["*=1H", "6H"]}]},
    {"game": "own", "ask": "meld", "melds": [{"kind": "run", "cards": ["5S", "*=6H", "7S", "8S"]}]},
    {"game": "own", "contract": "S3", "melds": [{"cards": ["5H"] * 3}]},
    {"game": "own", "contract": "S3", "melds": [{"cards": ["5H"] * 61}]},
    {"game": "own", "ask": "meld", "melds": [_RUN_OF_WILDS, _RUN_OF_WILDS]},
    {"game": "own", "ask": "go_down", "contract": "S3", "hand": "5H"},
    {"game": "own", "ask": "lay_off", "card": "5H", "on": {"cards": ["5S", "5D", "*"]}},
    {"game": "own", "ask": "swap", "card": "5H", "on": {"cards": ["5S"]}, "whose": "mine"},
    {
        "game": "own",
        "contract": "S3 R4",
        "melds": [{"kind": "run", "cards": ["3S", "4S", "5S", "6S"]}, _RUN_OF_WILDS],
    },
    {"game": "phase-10", "ask": "go_down", "contract": "S3", "hand": ["5R", "5B", "5G", "X", "W"]},
    {
        "game": "own",
        "ask": "go_down",
        "contract": "R4",
        "hand": ["3S", "4S", "5S", "6S", "7S", "8S"],
        "melding": _SETTLED | {"run_most": 5},
    },
    *(
        {"game": "own", "ask": ask, "card": card, "on": on, "melding": _SETTLED | law}
        for ask, card, on, law in (
            ("lay_off", "5H", {"kind": "colour", "cards": ["3S", "9S"]}, {}),
            ("lay_off", "2C", {"kind": "set", "cards": ["2S", "2H", "2D"]}, _NATURAL),
            ("lay_off", "5H", {"kind": "set", "cards": ["*", "*", "*"]}, {}),
            ("lay_off", "5S", {"kind": "set", "cards": ["5S", "5H", "5D"]}, {}),
            ("lay_off", "*", {"kind": "set", "cards": ["5S", "5H", "*"]}, _CAPPED),
            ("swap", "5S", {"kind": "set", "cards": ["5S", "5H", "*"]}, {}),
        )
    ),
    # Ambiguous: each meld is legal by one of two readings.
    {
        "game": "own",
        "contract": "S3 R4",
        "melding": {"wild": ["Joker", "2"], "ace": "low", "run_one_suit": True},
        "melds": [
            {"kind": "set", "cards": ["2S", "2H", "2D"]},
            {"kind": "run", "cards": ["AS", "2S", "*", "4S"], "in_order": True},
        ],
    },
    {"game": "phase-10", "ask": "go_down", "contract": 8, "hand": [*["5R"] * 2, "1R", "W", "X"]},
    {
        "game": "own",
        "players": 9,
        "contract": "R4 R4 R4",
        "melding": {
            "wild": ["Joker", "2"],
            "ace": "wraps",
            "wilds_touch_in_run": True,
            "natural_wild_in_run": False,
            "all_wild": True,
        },
        "melds": [
            _RUN_OF_WILDS,
            _RUN_OF_WILDS,
            {"kind": "run", "cards": ["2S", "2S", "2H", "2H"]},
        ],
    },
)


def random_cases(seeds: Iterable[int]) -> Iterator[dict[str, Any]]:
    """A case for each seed."""
    for seed in seeds:
        yield _Writer(seed).case()


class _Writer:
    """Writes one case, drawn by its seed."""

    def __init__(self, seed: int) -> None:
        self._luck = Random(seed)
        laid = [key for key in catalogue() if key not in _SHOWN_AT_THE_END]
        game = self._luck.choice([*laid, *["own"] * 12])
        self._case: dict[str, Any] = {"game": game, "melding": self._some_law(game == "own")}
        self._rules = rules_of_case(self._case)
        self._suits = self._rules["suits"]
        cards = self._rules["cards"]
        self._line = list(dict.fromkeys(card["rank"] for card in cards if card["suit"]))
        self._wild = [card["code"] for card in cards if card["wild"]]

    def _some_law(self, own: bool) -> dict[str, Any]:  # noqa: FBT001
        """Random values for silent keys and a few others."""
        luck = self._luck
        law = {
            key: luck.choice(readings_of(key))
            for key in READINGS
            if luck.random() < (0.7 if own else 0.1)
        }
        odd: dict[str, Any] = {
            "most_wilds": luck.choice(["none", {"3": 1, "any": 2}, {"4": 1}]),
            "wilds_at_most": luck.choice(["none", "naturals"]),
            "least_naturals": luck.randint(0, 2),
            "gap_at_least": luck.randint(1, 2),
            "lowest_in_run": luck.choice(["3", "4"]),
            "run_most": luck.choice(["none", 5, 6]),
            "set_most": luck.choice(["none", 3, 4]),
            "last_contract_exact": luck.random() < 0.5,
            "lay_off_in_last": luck.choice(["never", "same_turn"]),
            "wild": luck.choice([["Joker"], ["Joker", "2"], ["Joker", "K", "A"]]),
        }
        return law | {key: value for key, value in odd.items() if own and luck.random() < 0.25}

    def case(self) -> dict[str, Any]:
        luck = self._luck
        ask = luck.choice(["meld", "contract", "contract", "lay_off", "swap", "go_down", "go_out"])
        said: dict[str, Any] = {"ask": ask} | getattr(self, f"_{ask}")()
        if luck.random() < 0.2:
            said["players"] = luck.randint(2, 8)
        if luck.random() < 0.1:
            said["wild_rank"] = luck.choice(self._line)
        return self._case | said

    def _contract_said(self) -> str | int:
        contracts = self._rules["contracts"]
        if contracts and self._luck.random() < 0.5:
            return self._luck.choice([self._luck.randint(1, len(contracts)), contracts[-1]])
        return self._luck.choice(_CONTRACTS)

    def _notation(self, contract: str | int) -> str:
        return self._rules["contracts"][contract - 1] if isinstance(contract, int) else contract

    def _meld(self) -> dict[str, Any]:
        return {"melds": [self._some_meld(self._luck.choice(["set", "run", "any", "colour"]), 0)]}

    def _contract(self) -> dict[str, Any]:
        contract = self._contract_said()
        kinds = {"S": "set", "R": "run", "C": "colour"}
        words = self._notation(contract).split()
        melds = [
            self._some_meld(kinds.get(w[0], "set"), int(w.split("x")[0].lstrip("SRC")))
            for w in words
        ]
        if self._luck.random() < 0.1:
            melds = melds[:-1] or melds
        return {"contract": contract, "melds": self._luck.sample(melds, len(melds))}

    def _some_meld(self, kind: str, size: int) -> dict[str, Any]:
        luck = self._luck
        size = (size or luck.randint(2, 5)) + (luck.random() < 0.15) - (luck.random() < 0.05)
        cards = self._some_cards(
            luck.choice(["set", "run"]) if kind == "any" else kind, max(1, size)
        )
        for number in range(len(cards)):
            if luck.random() < 0.25:
                cards[number] = luck.choice(["*", luck.choice(self._wild)])
            if luck.random() < 0.04:
                cards[number] = luck.choice(self._line) + luck.choice(self._suits)
        meld: dict[str, Any] = {"kind": kind, "cards": cards}
        if luck.random() < 0.5:
            meld["in_order"] = True
        return meld

    def _some_cards(self, kind: str, size: int) -> list[str]:
        luck, line = self._luck, self._line
        suit = luck.choice(self._suits)
        if kind == "set":
            rank = luck.choice(line)
            return [rank + luck.choice(self._suits) for _ in range(size)]
        if kind == "colour":
            return [luck.choice(line) + suit for _ in range(size)]
        start = luck.randrange(len(line))
        cards = [line[(start + n) % len(line)] + suit for n in range(size)]
        return cards[::-1] if luck.random() < 0.1 else cards

    def _on(self) -> dict[str, Any]:
        """A meld on the table, sometimes with the ranks of its wild cards."""
        luck, kind = self._luck, self._luck.choice(["set", "run", "run", "any", "colour"])
        cards = self._some_cards(kind if kind != "any" else "run", luck.randint(3, 5))
        on = {"kind": kind, "cards": cards, "in_order": luck.random() < 0.7}
        number = luck.randrange(len(cards))
        if luck.random() < 0.7:
            card = cards[number]
            wild = luck.choice(["*", *self._wild])
            cards[number] = (
                wild
                if luck.random() < 0.3
                else f"{wild}={card if luck.random() < 0.6 else card[:-1] + '?'}"
            )
            self._aim = card
        else:
            self._aim = luck.choice(self._line) + cards[0][-1]
        return on

    def _lay_off(self) -> dict[str, Any]:
        luck, on = self._luck, self._on()
        near = self._line[
            (self._line.index(self._aim[:-1]) + luck.randint(-2, 2)) % len(self._line)
        ]
        card = luck.choice(
            [self._aim, near + self._aim[-1], near + self._aim[-1], "*", luck.choice(self._wild)]
        )
        said: dict[str, Any] = {"card": card, "on": on, "whose": luck.choice(["own", "other"])}
        if luck.random() < 0.2:
            said |= {"down": luck.random() < 0.5, "turn": "same"}
        if luck.random() < 0.2:
            said["contract"] = self._contract_said()
        return said

    def _swap(self) -> dict[str, Any]:
        said = self._lay_off()
        return said | ({"card": self._aim} if self._luck.random() < 0.7 else {})

    def _go_down(self) -> dict[str, Any]:
        luck, contract = self._luck, self._contract_said()
        hand: list[str] = []
        for word in self._notation(contract).split():
            kind = {"S": "set", "R": "run", "C": "colour"}.get(word[0], "set")
            hand += self._some_cards(kind, int(word.split("x")[0].lstrip("SRC")))
        hand = [luck.choice(["*", *self._wild]) if luck.random() < 0.2 else card for card in hand]
        if luck.random() < 0.5 and hand:
            hand.pop()
        for _ in range(luck.choice([0, 1, 2, 3])):
            card = luck.choice(self._rules["cards"])["code"]
            hand.append(luck.choice(hand) if hand and luck.random() < 0.3 else card)
        return {"contract": contract, "hand": luck.sample(hand, len(hand))[:14]}

    def _go_out(self) -> dict[str, Any]:
        hand = self._some_cards("set", self._luck.choice([0, 0, 1, 1, 2]))
        said: dict[str, Any] = {"hand": hand, "discards": self._luck.random() < 0.5}
        return said | ({"contract": self._contract_said()} if self._luck.random() < 0.5 else {})


_ARRANGED = ("deadwood", "deadwood", "knock", "declare", "defend")
_GAMES_OF_HANDS = ("gin-rummy", "indian-rummy", "indian-rummy", "three-thirteen", "own", "own")


def random_hands(seeds: Iterable[int]) -> Iterator[dict[str, Any]]:
    """A hand for each seed whose cheapest arrangement is asked for, made of parts of melds."""
    for seed in seeds:
        yield _HandWriter(seed).case()


class _HandWriter(_Writer):
    """A hand to be arranged, drawn by its seed."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        luck = self._luck
        self._ask = luck.choice(_ARRANGED)
        known = {"knock": "gin-rummy", "declare": "indian-rummy"}
        games = ["gin-rummy", *_GAMES_OF_HANDS] if self._ask == "defend" else _GAMES_OF_HANDS
        game = known.get(self._ask) or luck.choice(games)
        self._case = {"game": game}
        if game == "own":
            self._case["melding"] = self._some_law(own=True) | {
                "least_runs": luck.randint(0, 2),
                "least_pure_runs": luck.randint(0, 1),
                "melds_with_one_run": luck.choice(["all", "pure", "none"]),
                "set_least": luck.choice([2, 3, "none"]),
                "run_least": luck.choice([3, 3, "none"]),
            }
        elif game == "indian-rummy":
            said = luck.choice(["none", "pure", "all"])
            self._case["house_rules"] = {"second_sequence": said}
        elif game == "gin-rummy":
            self._case["house_rules"] = {"big_gin": luck.choice([0, 31])}
        self._rules = rules_of_case(self._case)
        self._suits = self._rules["suits"]
        cards = self._rules["cards"]
        self._line = list(dict.fromkeys(card["rank"] for card in cards if card["suit"]))

    def case(self) -> dict[str, Any]:
        luck, dealt = self._luck, self._rules["dealt"]
        size = dealt + luck.randint(0, 1) if dealt else luck.randint(4, 11)
        if luck.random() < 0.1:
            size = luck.randint(1, 17)
        said: dict[str, Any] = {"ask": self._ask}
        if self._ask == "defend":
            size = min(size, 8)
            said["melds"] = [*self._knocked()]
        laid = [code for meld in said.get("melds", ()) for code in meld["cards"]]
        said["hand"] = self._some_hand(size, laid)
        if self._rules["cards"][0]["moving_points"] is not None and luck.random() < 0.7:
            said["wild_rank"] = luck.choice(self._line)
        return self._case | said

    def _knocked(self) -> Iterator[dict[str, Any]]:
        """A run and a set that hardly ever share a card."""
        luck, at = self._luck, self._luck.randrange(1, len(self._line) - 4)
        run = [rank + self._suits[0] for rank in self._line[at : at + 3]]
        rank = luck.choice(self._line)
        set_ = [rank + suit for suit in luck.sample(list(self._suits[1:]), 3)]
        yield from ({"kind": "any", "cards": cards} for cards in (run, set_))

    def _some_hand(self, size: int, laid: list[str]) -> list[str]:
        luck, hand = self._luck, list[str]()
        deck = Deck.of(self._rules, None, None)
        while len(hand) < size:
            for card in self._some_cards(luck.choice(["set", "run", "run"]), luck.randint(2, 4)):
                code = "*" if luck.random() < 0.08 else card
                held = hand.count(code) + laid.count(code)
                if held < deck.cards[code].copies or luck.random() < 0.002:
                    hand.append(code)
        return luck.sample(hand, size)
