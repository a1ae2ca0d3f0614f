"""Short games for cases that random games rarely reach: a branch of the fold, or an end.

They are logs, which commands could not always produce; commands are tried at their end.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.fold import entries as e
from companion.rules.game import Game
from companion.rules.model.house_rules import Value
from companion.rules.model.play import Closed, Ending, RulesBefore
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.vectors.own_rules import snapshot_of
from tests.vectors.vectors import Vectors, Want

_NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@dataclass(frozen=True)
class Scene:
    """A catalogue game, its changed rules, its log, and the commands to try at the end."""

    game: str
    log: Sequence[e.Entry]
    wants: Sequence[Want] = ()
    players: int = 2
    options: Mapping[str, Value] = field(default_factory=dict)
    change: Callable[[dict[str, Any]], None] = lambda _: None

    def games(self) -> list[Game]:
        """The game after each entry."""
        data = deepcopy(game_data(self.game))  # the catalogue is cached for the whole process
        self.change(data)
        options = {row["key"]: row["default"] for row in data["house_rules"]} | self.options
        games = [Game.begun(snapshot_of(data, options), Seats(_NAMES[: self.players]))]
        for entry in self.log:
            games.append(games[-1].with_entries(entry))
        return games


def scenes() -> Vectors:
    """All of them."""
    written = Vectors()
    for name, scene in SCENES.items():
        written.add(name, scene.games(), scene.wants)
    return written


def _all_options(game: str, **changed: Value) -> dict[str, Value]:
    return {row["key"]: row["default"] for row in game_data(game)["house_rules"]} | changed


def _cards(seat: int, *, down: bool | None = False, **cards: int) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(cards={_card(name): n for name, n in cards.items()}), down)


def _card(name: str) -> str:
    """`_3_9` is the class 3-9."""
    return name.removeprefix("_").replace("_", "-")


def _round(*hands: e.HandCounted, out: int | None = 0) -> list[e.Entry]:
    return [e.WentOut(out), *hands, e.RoundScored()]


def _lost(points: Mapping[int, int]) -> e.RoundPlay:
    """Ann wins a round in which the others lose so much."""
    return e.RoundPlay(went_out=0, hands={s: e.Hand(points=lost) for s, lost in points.items()})


def _all_lose(points: int) -> e.RoundPlay:
    """Nobody goes out, and each of three players loses so much."""
    return e.RoundPlay(hands={seat: e.Hand(points=points) for seat in range(3)})


def _asked(*entries: e.Entry, number: int | None = None) -> Want:
    return Want(entries, round=number)


def _unasked(*entries: e.Entry) -> Want:
    return Want(entries, unasked=True)


def _points(seat: int, points: int, *, down: bool | None = False) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(points=points), down)


def _priced(seat: int) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(points=100), down=False, unopened=True)


_OF_Z = e.Hand(cards={"Z": 1})  # no card of any game


def _oklahoma(turned_up: str | None) -> e.RoundPlay:
    hands = {0: e.Hand(points=10), 1: e.Hand(points=20)}
    return e.RoundPlay(went_out=0, hands=hands, ending="knock", turned_up=turned_up)


def _plays_on_and_scores_all(data: dict[str, Any]) -> None:
    data["house_rules"] = []
    data["end"] |= {"tiebreak": "play_on", "blocked": "score_all"}


def _tied_play_on(data: dict[str, Any]) -> None:
    data["house_rules"] = []
    data["end"]["tiebreak"] = "tied_play_on"


def _low_ace_and_ten(data: dict[str, Any]) -> None:
    data["house_rules"] = []
    row = {"called": "Low", "points": 1, "counts": "melded"}
    lows = {"low_ten": ["10", "J"], "low_ace": ["A", "2"]}
    data["bonuses"] = [row | {"key": key, "run": run} for key, run in lows.items()]


def _a_round_of_aces() -> list[e.Entry]:
    return [
        e.WentOut(0),
        _of_side(0, {}, A=1, **{"2": 1, "3": 1}),
        _of_side(1, {"2": 1}, A=3),
    ]


def _melded(seat: int, points: int) -> e.HandCounted:
    lost = max(-points, 0)
    return e.HandCounted(seat, e.Hand(points=lost), down=True, melded=e.Hand(points=points + lost))


def _of_side(seat: int, held: Mapping[str, int], **melded: int) -> e.HandCounted:
    return e.HandCounted(seat, e.Hand(cards=held), down=False, melded=e.Hand(cards=melded))


def _scores_without_a_knock(data: dict[str, Any]) -> None:
    data["end"]["blocked"] = "score_all"


def _knocked(seat: int, own: int, other: int) -> list[e.Entry]:
    """A round of gin: the deadwood of the knocker and of the other player, which fits."""
    hands = [_points(seat, own), _points(1 - seat, other)]
    return [e.WentOut(seat, ending="knock"), *hands, e.RoundScored()]


def _went_gin(seat: int, other: int, ending: Ending = "gin") -> list[e.Entry]:
    return [e.WentOut(seat, ending=ending), _points(1 - seat, other), e.RoundScored()]


def _voids_round_one(accepted: Iterable[Any] = ()) -> e.RoundCorrected:
    return e.RoundCorrected(1, e.RoundPlay(), frozenset(accepted))


def _choose(data: dict[str, Any], key: str, value: Value) -> None:
    next(row for row in data["house_rules"] if row["key"] == key)["default"] = value


def _tens_then_nines(data: dict[str, Any]) -> None:
    """Tens are wild in the first round, nines in the second: 10-K is a class only in the second."""
    data["cards_dealt"] = [10, 9, 11]


def _melds_score(data: dict[str, Any]) -> None:
    _tens_then_nines(data)
    data["scoring"] = "melded_minus_hand"


def _low_ten_apart_in_the_first_round(data: dict[str, Any]) -> None:
    """A ten below a jack costs what every ten does, unless tens are wild."""
    _melds_score(data)
    row = {"called": "Low", "counts": "melded"}
    data["bonuses"] = [
        row | {"key": "low_ten", "points": 10, "run": ["10", "J"]},
        row | {"key": "low_three", "points": 1, "run": ["3", "4"]},
    ]


def _with_buys(data: dict[str, Any]) -> None:
    data["buys"] = {"allowed": True, "limit": "none", "cards_each": 2}


def _one_deck(data: dict[str, Any]) -> None:
    data["decks"] = [{"up_to": data["players"]["most"], "decks": 1, "jokers": 2}]


def _one_deck_and_joker(data: dict[str, Any]) -> None:
    data["decks"] = [{"up_to": data["players"]["most"], "decks": 1, "jokers": 1}]


def _too_few_cards_to_buy(data: dict[str, Any]) -> None:
    _one_deck_and_joker(data)
    data["buys"]["cards_each"] = 4


def _two_contracts(data: dict[str, Any]) -> None:
    data["contracts"] = data["contracts"][:2]


def _one_contract(data: dict[str, Any]) -> None:
    data["contracts"] = data["contracts"][:1]


def _one_contract_tied_play_on(data: dict[str, Any]) -> None:
    _one_contract(data)
    _tied_play_on(data)


def _one_contract_tied_play_on_before(data: dict[str, Any]) -> None:
    _one_contract_tied_play_on(data)
    data["end"]["tie_points"] = "before_deciding_round"


def _one_contract_points_before(data: dict[str, Any]) -> None:
    data["contracts"] = data["contracts"][:1]
    _choose(data, "tie_points", "before_deciding_round")
    _choose(data, "final_tiebreak", "shared")


def _level_at_last(others: Mapping[int, int]) -> e.RoundPlay:
    """Ann and Ben make the last contract with equal points; the others do not."""
    hands = {0: 5, 1: 5, **others}
    play = {seat: e.Hand(points=points) for seat, points in hands.items()}
    return e.RoundPlay(laid_down=frozenset({0, 1}), hands=play)


def _all_level(third: int) -> e.RoundPlay:
    """Three make the contract, two of them with 20 points."""
    hands = {seat: e.Hand(points=points) for seat, points in enumerate((20, 20, third))}
    return e.RoundPlay(laid_down=frozenset(hands), hands=hands)


def _one_contract_tied_play_on(data: dict[str, Any]) -> None:
    _one_contract(data)
    _tied_play_on(data)


def _two_rounds(data: dict[str, Any]) -> None:
    data["cards_dealt"] = data["cards_dealt"][:2]


def _one_leaves_before_the_last_round(*first: e.Entry) -> Scene:
    """Four play this round, and three the last one, in which two make their contract."""
    last = [e.LaidDown(1), *_round(_points(1, 10, down=True), _points(2, 100))]
    return Scene(
        "twelve-step-rummy",
        [*first, e.PlayerLeft(3), *last],
        players=4,
        change=_one_contract_points_before,
    )


def _with(**rules: Any) -> Callable[[dict[str, Any]], None]:
    """A game without house rules and with these keys; `end` is completed."""

    def change(data: dict[str, Any]) -> None:
        end = {**data["end"], **rules.get("end", {})}
        end = {key: value for key, value in end.items() if value is not None}
        data.update({**rules, "house_rules": [], "end": end})

    return change


_LAST_LEFT = {"when": "one_left", "limit": 100, "winner": "last_left"}
_HAND = _with(
    opening={
        "points": [{"from": 0, "points": 50}, {"from": 100, "points": 90}],
        "missed": 100,
    },
    closing={"out": -30, "rummy": -60},
    end={"when": "table_ends", "limit": None},
    rummy_doubles=True,
    hand_size="known",
)
_UNKNOWN_HANDS = _with(
    opening={"missed": 100},
    end={"when": "table_ends", "limit": None},
    hand_size="unknown",
)
_CHINCHON = _with(
    scoring="capped_hands",
    knocking={"most": 5},
    closing={"knock": 3, "gin": -10, "big_gin": "wins"},
    end=_LAST_LEFT | {"rejoin": "highest", "rejoins": 1},
)


_TEN_A_FIVE = e.RulesChanged(_all_options("twelve-step-rummy", ten_value=5))
_WILD_AT_TWENTY: Mapping[str, Value] = {"wild_value": 20, "blocked_round": "void"}
_HALF_A_DECK = dict.fromkeys("A23456789", 2) | {"10-K": 8}
_ANN_OUT = e.RoundPlay(frozenset({0}), 0, {1: e.Hand(points=100)})


_FAY_COMES = e.PlayerJoined("Fay", None)
_NOBODY_ASKED = RulesBefore(asked_down=False, void=False, won=(), return_costs=None)


def _by_scala(
    *told: e.RoundDown, before: RulesBefore | None = _NOBODY_ASKED, **rules: Value
) -> e.RulesChanged:
    return e.RulesChanged(_all_options("scala-40", **rules), (), told, before)


def _by_chinchon(
    *hands: e.RoundHand, costs: int | None = 0, won: tuple[Closed, ...] = (), **rules: Value
) -> e.RulesChanged:
    before = RulesBefore(asked_down=False, void=True, won=won, return_costs=costs)
    return e.RulesChanged(_all_options("chinchon", **rules), hands, (), before)


def _later_melds_without_price(*then: e.Entry) -> Scene:
    """Tens in the melds of the second round, a class of its own only where nines are wild."""
    typed = (
        e.HandCounted(s, e.Hand(points=5 * s), down=False, melded=e.Hand(points=9)) for s in (0, 1)
    )
    return Scene(
        "three-thirteen",
        [
            *(e.WentOut(0), *typed, e.RoundScored()),
            e.RulesChanged(_all_options("three-thirteen", **_WILD_AT_TWENTY)),
            e.WentOut(0),
            e.HandCounted(0, e.Hand(cards={}), down=False, melded=e.Hand(cards={"10-K": 2})),
            e.HandCounted(1, e.Hand(cards={"3": 1}), down=False, melded=e.Hand(cards={"10-K": 1})),
            *then,
        ],
        [_asked(_voids_round_one())],
        options=_WILD_AT_TWENTY,
        change=_melds_score,
    )


_RED_THREES = "red_threes_against"  # of the side that melded nothing

SCENES: Mapping[str, Scene] = {
    "three canastas of three cards, and five red threes": Scene(
        "canasta",
        [
            e.WentOut(0),
            _of_side(0, {}, K=3, natural=3, red_threes=4),
            _of_side(1, {"Q": 1, "red_threes_against": 1}),
            e.RoundScored(frozenset({("too_many_bonuses", 0)})),
        ],
        [_asked(e.RoundScored(), number=1)],
    ),
    "two pots that one side did not take": Scene(
        "burraco",
        [
            e.WentOut(1),
            _of_side(0, {"pot": 2}, A=7, clean=1),
            _of_side(1, {}, K=7, clean=1),
        ],
        [_asked(e.RoundScored())],
    ),
    "everybody drops but one, and who declared did so wrongly": Scene(
        "indian-rummy",
        [
            *[e.TurnedUp("7"), e.Dropped(0, "first"), e.Dropped(1, "middle"), e.Dropped(1, None)],
            *[
                e.TurnedUp(None),
                e.TurnedUp("K"),
                e.WentOut(1),
                e.Dropped(1, "wrong"),
                e.WentOut(2),
            ],
            e.RoundScored(),
            *[
                e.TurnedUp("2"),
                e.WentOut(0),
                _cards(1, _3=2),
                e.Dropped(1, "first"),
                _points(2, 90),
            ],
        ],
        [
            _asked(e.RoundScored()),
            _asked(e.TurnedUp("9")),
            _asked(_cards(1, _3=1), e.RoundScored()),
            _asked(e.Dropped(0, "middle"), e.RoundScored()),
            _asked(e.RoundCorrected(1, e.RoundPlay(went_out=2, drops={0: "first", 1: "middle"}))),
            _asked(e.RoundCorrected(1, e.RoundPlay(went_out=2, drops={9: "first"}))),
            _asked(e.RoundCorrected(1, e.RoundPlay(went_out=2, turned_up="1"))),
        ],
        players=3,
    ),
    "a player who is out comes back, and is out again by a correction": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20)),
            *_round(_points(1, 40), _points(2, 20)),
            e.PlayerReturned(1),
            *_round(_points(1, 20), _points(2, 20)),
            *[e.WentOut(1), _points(2, 30)],
            e.RoundCorrected(3, _lost({1: 70, 2: 0})),
            e.RoundCorrected(3, _lost({1: 60, 2: 80})),
            e.RoundCorrected(2, _lost({1: 5, 2: 5})),
        ],
        players=3,
    ),
    "a seat is taken over as its player comes back": Scene(
        "twelve-step-rummy",
        [
            *_round(_points(1, 70), _points(2, 65)),
            e.PlayerLeft(2),
            *_round(_points(1, 80)),
            *[e.PlayerReturned(2), e.SeatTakenOver(2, "Zoe", "Cy")],
        ],
        players=3,
    ),
    "a player who came back reaches the limit by a correction": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20)),
            *_round(_points(1, 40), _points(2, 20)),
            e.PlayerReturned(1),
            e.RoundCorrected(2, _lost({1: 40, 2: 80})),
        ],
        players=3,
    ),
    "the wild rank of a counted hand is undone by a phone that was offline": Scene(
        "indian-rummy",
        [e.TurnedUp("K"), e.WentOut(0), _cards(1, K=1)],
        [_unasked(e.EntryUndone(1)), _unasked(e.EntryUndone(3))],
    ),
    "the wild rank is undone by a phone that was offline": Scene(
        "indian-rummy",
        [e.TurnedUp("K"), e.WentOut(0)],
        [_unasked(e.EntryUndone(1))],
    ),
    "a knock with more deadwood than the card turned up allows": Scene(
        "gin-rummy",
        [
            *[e.TurnedUp("K"), e.TurnedUp("7"), e.WentOut(0, ending="knock"), _points(0, 8)],
            *[_points(1, 20), e.TurnedUp("9"), e.TurnedUp("7")],
            e.RoundScored(frozenset({("too_much_deadwood", 0)})),
            *[e.TurnedUp("A"), e.TurnedUp(None), e.TurnedUp("5"), e.WentOut(1, ending="gin")],
            _points(0, 3),
        ],
        [
            _asked(e.TurnedUp("8"), e.RoundScored()),
            _asked(e.TurnedUp("2"), e.RoundScored()),
            _asked(e.TurnedUp(None), e.RoundScored()),
            _asked(e.TurnedUp("1")),
            _asked(e.WentOut(0, ending="knock"), e.RoundScored()),
            _unasked(e.EntryUndone(2)),
            _unasked(e.EntryUndone(1)),
            _asked(e.RoundCorrected(1, _oklahoma("9"))),
            _asked(e.RoundCorrected(1, _oklahoma("J"))),
            _asked(e.RoundCorrected(1, _oklahoma("1"))),
            _asked(e.RoundCorrected(1, _oklahoma(None))),
            _asked(e.RoundCorrected(1, replace(_oklahoma(None), hands={0: _OF_Z}))),
        ],
        options={"knock_at": "upcard"},
    ),
    "a pool in which a round that nobody won counts": Scene(
        "indian-rummy",
        [
            *_round(_points(0, 10), _points(1, 20), out=None),
            e.RulesChanged(_all_options("indian-rummy", blocked_round="score_all", pool=201)),
            *[e.WentOut(0), _points(1, 5), e.Dropped(0, "wrong"), e.WentOut(None)],
        ],
        options={"blocked_round": "score_all"},
    ),
    "who is out is dealt in all the same, and who is not out is not": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20), _points(3, 20)),
            *_round(_points(1, 40), _points(2, 20), _points(3, 20)),
            *(e.DealtIn(1, plays=True), e.DealtIn(0, plays=True), e.WentOut(0)),
            *(
                _points(1, 5),
                _points(2, 5),
                _points(3, 9),
                e.DealtIn(3, plays=False),
                e.RoundScored(),
            ),
            *(e.Dropped(2, "first"), e.WentOut(2), e.DealtIn(2, plays=False)),
            *(e.DealtIn(1, plays=True), e.DealtIn(1, plays=False)),
            *(e.WentOut(0), _points(3, 5), e.RoundScored()),
            e.RoundCorrected(2, _lost({1: 5, 2: 100, 3: 5})),
        ],
        [_asked(_points(3, 5)), _asked(_points(2, 5)), _unasked(e.EntryUndone(9))],
        players=4,
    ),
    "no pool any more after a player was out": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20)),
            *_round(_points(1, 40), _points(2, 20)),
            *_round(_points(2, 5)),
            *(e.WentOut(None), e.RoundScored()),
            e.RulesChanged(_all_options("indian-rummy", kind="points")),
        ],
        players=3,
    ),
    "a drop and a knock in a game without them": Scene(
        "classic-rummy",
        _round(_points(1, 20)),
        [
            _asked(e.Dropped(1, "first")),
            _asked(e.RoundCorrected(1, replace(_lost({1: 9}), ending="knock"))),
            _asked(e.RoundCorrected(1, replace(_lost({}), drops={1: "first"}))),
        ],
    ),
    "nobody is left below the limit": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80)),
            e.Adjusted(0, e.Adjustment(110, "agreed")),
            *_round(_points(1, 30)),
        ],
    ),
    "a correction ends the game before a player comes back": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 30)),
            *_round(_points(1, 40), _points(2, 20)),
            e.PlayerReturned(1),
            e.RoundCorrected(2, _lost({1: 40, 2: 80})),
        ],
        players=3,
    ),
    "two are out at once with equal points, and would play on": Scene(
        "indian-rummy",
        [*_round(_points(0, 60), _points(1, 60), out=None)] * 2,
        change=_plays_on_and_scores_all,
    ),
    "who is out comes back to an empty table": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20)),
            *_round(_points(1, 80), _points(2, 20)),
            *[e.PlayerLeft(0), e.PlayerLeft(2), e.PlayerReturned(1)],
        ],
        players=3,
    ),
    "two with equal chips play the tie-breaker, others by a correction": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 0), _points(2, 20)),
            *_round(_points(0, 0), _points(2, 20), out=1),
            *(e.PlayerJoined("Dee"), e.WentOut(None), e.RoundScored()),
            *_round(_points(0, 70), out=1),
            e.RoundCorrected(1, _lost({1: 20, 2: 0})),
            e.RoundCorrected(
                2, e.RoundPlay(went_out=2, hands={0: e.Hand(points=0), 1: e.Hand(points=20)})
            ),
            *_round(_points(0, 30), out=2),
        ],
        [_asked(e.WentOut(1)), _asked(e.RoundCorrected(2, _lost({1: 5, 2: 5})))],
        players=3,
        options={"kind": "deals"},
    ),
    "chips stay where they are": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 16), _points(2, 20)),
            e.PlayerLeft(0),
            *_round(_points(2, 40), out=1),
            *(e.PlayerReturned(0), e.PlayerJoined("Dee")),
        ],
        players=3,
        options={"kind": "points"},
    ),
    "a low ace is melded, but not left in a hand": Scene(
        "rummy-500",
        [e.WentOut(0)],
        [
            _asked(e.HandCounted(1, e.Hand(cards=held), down=False, melded=e.Hand(cards=melded)))
            for held, melded in (({"A": 1}, {"low_ace": 1}), ({"low_ace": 1}, {"A": 1}))
        ],
    ),
    "a red three left in the hand is counted there, and in no meld": Scene(
        "canasta",
        [e.WentOut(0)],
        [
            _asked(e.HandCounted(1, e.Hand(cards=held), down=False, melded=e.Hand(cards=melded)))
            for held, melded in (({_RED_THREES: 1}, {}), ({}, {_RED_THREES: 1}))
        ],
    ),
    "two past the target play on alone, and fall below it": Scene(
        "rummy-500",
        [
            *_round(_melded(0, 520), _melded(1, 520), _melded(2, 100)),
            *_round(_melded(0, -30), _melded(1, -30), out=None),
            *_round(_melded(0, -60), _melded(1, -5), out=None),
        ],
        players=3,
        change=_tied_play_on,
    ),
    "typed points where it counts who is down, and nothing is known of the hands": Scene(
        "classic-rummy",
        [e.WentOut(0)],
        [_asked(_points(1, 30, down=None)), _asked(_points(1, 30, down=True), e.RoundScored())],
        players=3,
        change=_UNKNOWN_HANDS,
    ),
    "the tied players of a target game have all left": Scene(
        "rummy-500",
        [
            *_round(_melded(0, 520), _melded(1, 520), _melded(2, 100)),
            *(e.PlayerLeft(0), e.PlayerLeft(1)),
        ],
        players=3,
        change=_tied_play_on,
    ),
    "the lowest total at the limit plays on alone": Scene(
        "classic-rummy",
        [
            *_round(_points(0, 10), _points(1, 10), _points(2, 100), out=None),
            *_round(_points(1, 5)),
        ],
        players=3,
        change=_tied_play_on,
    ),
    "two tied at the last contract play on alone": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(0), e.LaidDown(1)),
            *_round(_points(0, 10, down=True), _points(1, 10, down=True), _points(2, 50), out=None),
            *(e.LaidDown(0), *_round(_points(0, 10, down=True), _points(1, 50), out=None)),
        ],
        players=3,
        change=_one_contract_tied_play_on,
    ),
    "two equal before the last contract are compared by the round they play alone": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(0), e.LaidDown(1)),
            *_round(_points(0, 10, down=True), _points(1, 40, down=True), _points(2, 50), out=None),
            *(e.LaidDown(0), e.LaidDown(1)),
            *_round(_points(0, 30, down=True), _points(1, 5, down=True), out=None),
        ],
        players=3,
        change=_one_contract_tied_play_on_before,
    ),
    "a hand costs what it costs where there is no limit": Scene(
        "indian-rummy",
        [*_round(_points(1, 109)), e.WentOut(None), e.RoundScored()],
        options={"kind": "points", "cap": "none", "blocked_round": "score_all"},
    ),
    "a round of melds is corrected": Scene(
        "rummy-500",
        [
            e.WentOut(0),
            e.HandCounted(0, e.Hand(cards={}), down=True, melded=e.Hand(points=30)),
            e.HandCounted(1, e.Hand(points=5), down=False, melded=e.Hand(points=30)),
            e.RoundScored(),
        ],
        [
            _asked(
                e.RoundCorrected(
                    1,
                    e.RoundPlay(
                        went_out=0,
                        hands={1: e.Hand(points=5)},
                        melded={0: melded, 1: e.Hand(points=20)},
                    ),
                )
            )
            for melded in (e.Hand(points=30), e.Hand(cards={"K": -3}), _OF_Z)
        ],
    ),
    "two are down in the last round": Scene(
        "contract-rummy",
        [e.LaidDown(1), e.WentOut(0), _points(1, 10, down=True)],
        [_asked(e.RoundScored())],
        change=lambda data: data.update(contracts=data["contracts"][:1]),
    ),
    "a tie-break of others than the log says": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(0), e.LaidDown(1)),
            *_round(_points(0, 10, down=True), _points(1, 10, down=True), _points(2, 50), out=None),
            *(e.DealtIn(2, plays=True), e.LaidDown(0), e.DealtIn(0, plays=False)),
        ],
        players=3,
        change=_one_contract_tied_play_on,
    ),
    "drops by rules that have none": Scene(
        "classic-rummy",
        [e.WentOut(0), e.Dropped(1, "first"), e.RoundScored()],
    ),
    "who had opened, once that has a price": Scene(
        "scala-40",
        [
            *_round(_points(1, 60), _cards(2, K=3), _points(3, 5)),
            *_round(_cards(1, K=13), _cards(2, K=11), _points(3, 0)),
            *_round(_points(1, 400), _points(2, 60), _points(3, 60), out=None),
            *(e.WentOut(0), _points(1, 60), _points(2, 60), _cards(3, K=3)),
            _by_scala(
                *(e.RoundDown(1, 1, down=True), e.RoundDown(2, 2, down=False)),
                e.RoundDown(1, 1, down=False),
                never_opened=100,
            ),
            *(e.LaidDown(1), _points(3, 60, down=True), e.RoundScored()),
            e.RoundCorrected(2, _lost({1: 60, 2: 60, 3: 60})),
            _by_scala(before=None, never_opened=100, limit=201),
            _by_scala(before=None, never_opened=100, blocked_round="score_all"),
            *(e.WentOut(0), _points(1, 60)),
            _by_scala(before=replace(_NOBODY_ASKED, asked_down=True)),
            *(e.RoundCorrected(1, _lost({1: 60, 2: 60, 3: 60})), _points(2, 60)),
            _by_scala(e.RoundDown(5, 1, down=True), e.RoundDown(5, 2, down=True), never_opened=100),
            *(
                _by_scala(),
                _points(1, 70),
                e.LaidDown(2),
                e.TookBack(2),
                _by_scala(never_opened=100),
            ),
        ],
        players=4,
        options={"limit": 201},
    ),
    "the price of not having opened is no count, by whatever rules": Scene(
        "scala-40",
        [
            *(e.WentOut(0), _priced(1), _priced(2), e.LaidDown(2), _points(2, 30, down=True)),
            e.RoundScored(),
            *(e.WentOut(1), _priced(0)),
            _by_scala(before=replace(_NOBODY_ASKED, asked_down=True), limit=201),
            *(_points(2, 20), e.RoundScored()),
            _by_scala(never_opened=100, limit=201),
            *(e.WentOut(0), _priced(1)),
        ],
        [
            _asked(_points(1, 100)),
            _asked(e.LaidDown(1), _points(1, 100, down=True), _points(2, 100)),
            _asked(e.RoundCorrected(1, _lost({1: 100, 2: 60}))),
        ],
        players=3,
        options={"never_opened": 100},
    ),
    "twelve cards after a buy are of a player who was down, whom nobody was asked about": Scene(
        "scala-40",
        [
            e.WentOut(0),
            e.HandCounted(1, e.Hand(cards={"K": 8, "Q": 4}), down=None, buys=1),
            e.RoundScored(),
            _by_scala(never_opened=100),
        ],
        change=_with_buys,
    ),
    "a correction that deals in more players than the rules allow, but fewer than before": Scene(
        "indian-rummy",
        [
            *(e.PlayerJoined("Gus", None), e.PlayerJoined("Hal", None)),
            *(e.WentOut(0), *(_points(s, 80 if s < 3 else 5) for s in range(1, 8))),
            *(e.RoundScored(), e.WentOut(0)),
            *(*(_points(s, 80 if s < 3 else 5) for s in range(1, 8)), e.RoundScored()),
        ],
        [_asked(e.RoundCorrected(2, _lost({1: 10, **dict.fromkeys(range(2, 8), 80)})))],
        players=6,
    ),
    "whoever folded loses a life by rules without a fold": Scene(
        "cacheta",
        [
            *(e.Dropped(1, "first"), e.WentOut(0), e.RoundScored(lost=frozenset({2}))),
            e.RulesChanged(_all_options("cacheta", losing="ten_cards")),
        ],
        [_asked(e.RoundCorrected(1, e.RoundPlay(went_out=2)))],
        players=3,
        options={"losing": "folding"},
    ),
    "nobody loses more lives than they have": Scene(
        "cacheta",
        [
            *[e.WentOut(0), e.RoundScored()] * 3,
            *(e.WentOut(0), e.Adjusted(1, e.Adjustment(2, "agreed")), e.RoundScored()),
        ],
        players=3,
        options={"losing": "folding", "lives": 7},
    ),
    "all lose their last lives at once": Scene(
        "cacheta",
        [e.WentOut(None), e.RoundScored()] * 4,
        options={"losing": "folding", "lives": 7, "blocked_round": "score_all"},
    ),
    "all pass the limit at once": Scene(
        "pontinho",
        [e.WentOut(None), _points(0, 101), _points(1, 110), e.RoundScored()],
    ),
    "who had opened in a void round that scores": Scene(
        "scala-40",
        [
            *(e.WentOut(None), e.RoundScored()),
            e.RulesChanged(
                _all_options("scala-40", never_opened=100, blocked_round="score_all"),
                (e.RoundHand(1, 0, e.Hand(points=60)),),
                rules_before=replace(_NOBODY_ASKED, void=True),
            ),
        ],
    ),
    "a round that won scores": Scene(
        "chinchon",
        [
            e.WentOut(0, ending="big_gin"),
            *(_points(1, 10), e.RoundScored()),
            _by_chinchon(
                *(e.RoundHand(1, 1, e.Hand(points=40)), e.RoundHand(1, 2, e.Hand(points=20))),
                won=("big_gin",),
                chinchon=-50,
            ),
            *(e.WentOut(0, ending="knock"), _points(0, 3), _points(1, 20), _points(2, 5)),
            e.RoundScored(),
            _by_chinchon(),
        ],
        [_asked(e.RoundCorrected(2, _lost({1: 9, 2: 9})))],
        players=3,
    ),
    "a return that other rules do not allow": Scene(
        "chinchon",
        [
            e.WentOut(0, ending="gin"),
            *(_points(1, 30), _points(2, 100), e.RoundScored()),
            e.PlayerReturned(2),
            _by_chinchon(rejoin="never"),
            _by_chinchon(costs=None, rejoin="never", limit=101),
            e.RulesChanged(_all_options("chinchon", rejoin="never")),
        ],
        players=3,
    ),
    "hands in the classes of other rules": Scene(
        "twelve-step-rummy",
        [
            *_round(_cards(1, _3_9=5, _10_K=2), _cards(2, _3_9=3, **{"10": 2, "7": 8})),
            *_round(_cards(1, **{"10-K": 0, "Joker": 1}), _cards(2, **{"10": 1, "3-9": 12})),
            e.RulesChanged(
                _all_options("twelve-step-rummy", ten_value=5),
                (e.RoundHand(1, 1, e.Hand(points=45)), e.RoundHand(1, 0, e.Hand(points=5))),
            ),
            e.WentOut(2),
            _cards(0, _3_10=13),
            e.RulesChanged(_all_options("twelve-step-rummy")),
            e.RulesChanged(_all_options("twelve-step-rummy", two_value=20)),
        ],
        [_asked(e.RoundCorrected(2, _ANN_OUT)), _unasked(e.RoundCorrected(1, _ANN_OUT))],
        players=3,
    ),
    "an open hand that other rules leave without a price": Scene(
        "twelve-step-rummy",
        [e.WentOut(0), _cards(1, _10_K=3), _TEN_A_FIVE, _cards(1, _3_10=4)],
    ),
    "jokers and twos that cost the same no longer": Scene(
        "twelve-step-rummy",
        [
            *[e.WentOut(0), _cards(1, **{"Joker/2": 2})],
            e.RulesChanged(_all_options("twelve-step-rummy", two_value=20)),
        ],
    ),
    "melds in the classes of other rules": Scene(
        "rummy-500",
        [
            e.WentOut(0),
            e.HandCounted(
                0, e.Hand(cards={}), down=False, melded=e.Hand(cards={"10-K": 3, "7": 3})
            ),
            e.HandCounted(1, e.Hand(cards={"2": 1}), down=False, melded=e.Hand(cards={"9": 4})),
            e.RoundScored(),
            e.RulesChanged(_all_options("rummy-500", numbers="five")),
            e.WentOut(0),
            e.HandCounted(1, e.Hand(cards={"2-9": 2}), down=False, melded=e.Hand(cards={"2-9": 3})),
            e.RulesChanged(
                _all_options("rummy-500"), (e.RoundHand(2, 1, e.Hand(points=20), melded=True),)
            ),
            e.RulesChanged(
                _all_options("rummy-500"),
                (
                    e.RoundHand(2, 1, e.Hand(points=20), melded=True),
                    e.RoundHand(2, 1, e.Hand(points=10)),
                    e.RoundHand(2, 5, e.Hand(points=10)),
                ),
            ),
        ],
    ),
    "a low ace that costs what every ace costs, and again its own": Scene(
        "rummy-500",
        [
            e.WentOut(0),
            _of_side(0, {}, low_ace=1, A=3, **{"2": 1, "3": 1}),
            _of_side(1, {"2": 1}, A=1),
            e.RoundScored(),
            e.Melded(0, {"low_ace": 1, "2": 1, "3": 1}),
            e.RulesChanged(_all_options("rummy-500", low_ace=15)),
            e.Melded(1, {"low_ace": 1, "A": 3}),
            e.RulesChanged(_all_options("rummy-500", low_ace=15, numbers="five")),
            e.WentOut(0),
            _of_side(0, {}, low_ace=1, **{"2-9": 2}),
            _of_side(1, {"A": 1}, A=3),
            e.RulesChanged(_all_options("rummy-500")),
        ],
        [_asked(e.RoundScored())],
    ),
    "aces counted at one price that come apart, and are told, counted again and corrected": Scene(
        "rummy-500",
        [
            e.RulesChanged(_all_options("rummy-500", low_ace=15)),
            *_a_round_of_aces(),
            e.RoundScored(),
            *_a_round_of_aces(),
            e.RulesChanged(
                _all_options("rummy-500", low_ace=5),
                (
                    e.RoundHand(1, 0, e.Hand(points=10), melded=True),
                    e.RoundHand(1, 1, e.Hand(points=35), melded=True),
                    e.RoundHand(2, 0, e.Hand(points=10), melded=True),
                    e.RoundHand(2, 1, e.Hand(points=25), melded=True),
                ),
            ),
            _of_side(1, {"K": 1}, A=3),
            e.RoundScored(),
            e.RoundCorrected(
                1,
                e.RoundPlay(
                    frozenset({0, 1}),
                    0,
                    {1: e.Hand({"2": 1})},
                    melded={0: e.Hand({"A": 1, "K": 1, "Q": 1}), 1: e.Hand({"A": 3})},
                ),
            ),
        ],
        [_asked(e.RoundScored())],
    ),
    "a correction after which a later ten may be a low one": Scene(
        "three-thirteen",
        [
            *(e.WentOut(0), _of_side(0, {}, J=3), _of_side(1, {"4": 1}), e.RoundScored()),
            *(e.WentOut(0), _of_side(0, {}, **{"10": 3}), _of_side(1, {"4": 1}, **{"3": 1})),
            e.RoundScored(),
        ],
        [_asked(_voids_round_one())],
        options=_WILD_AT_TWENTY,
        change=_low_ten_apart_in_the_first_round,
    ),
    "low cards of two ranks on the table": Scene(
        "rummy-500",
        [
            e.Melded(0, {"A": 1, "3": 1, "low_ace": 1, "2": 1, "low_ten": 2}),
            e.Melded(1, {"low_ten": 1, "J": 1, "low_ace": 1}),
        ],
        change=_low_ace_and_ten,
    ),
    "a correction that moves a wild rank": Scene(
        "three-thirteen",
        [*_round(_points(1, 20)), *_round(_cards(1, _10_K=1))],
        [_asked(_voids_round_one()), _asked(e.RoundCorrected(1, _ANN_OUT))],
        options=_WILD_AT_TWENTY,
        change=_tens_then_nines,
    ),
    "a correction after which a later hand has no price": Scene(
        "three-thirteen",
        [
            *_round(_points(1, 20)),
            *_round(_cards(1, _10_K=2, **{"9": 1})),
            e.RulesChanged(_all_options("three-thirteen", **_WILD_AT_TWENTY)),
        ],
        [_asked(_voids_round_one()), _asked(e.RoundCorrected(2, e.RoundPlay()))],
        options=_WILD_AT_TWENTY,
        change=_tens_then_nines,
    ),
    "a correction after which later melds have no price": _later_melds_without_price(),
    "a correction after which written melds have no price": _later_melds_without_price(
        e.RoundScored()
    ),
    "a correction once the game is over": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), *_round(_points(1, 30)), *_round(_points(1, 3), out=0)][:8],
        [
            _asked(e.RoundCorrected(1, e.RoundPlay(frozenset(), 1, {0: e.Hand(points=5)}))),
            _asked(
                e.RoundCorrected(2, e.RoundPlay(frozenset(), 1, {0: e.Hand(points=5)})), number=2
            ),
            _unasked(e.RoundScored()),
            _asked(e.LaidDown(0), number=1),
            _asked(e.HandCounted(0, e.Hand(points=5), down=False)),
        ],
        change=_two_rounds,
    ),
    "a tap that was made in another round": Scene(
        "five-crowns",
        _round(_points(1, 20)),
        [_asked(e.WentOut(0), number=1), _asked(e.WentOut(0), number=2), _asked(e.WentOut(0))],
    ),
    "a correction of what was undone": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.RoundCorrected(1, _ANN_OUT), e.EntryUndone(3)],
    ),
    "everybody has left": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.PlayerLeft(0), e.PlayerLeft(1), e.GameEnded("late")],
    ),
    "a round that nobody was dealt": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.PlayerLeft(0), e.PlayerLeft(1), e.RoundScored()],
    ),
    "one who had left when points before the round decide": _one_leaves_before_the_last_round(
        *_round(*(_points(seat, 100) for seat in range(1, 4)))
    ),
    "one who left when two finish": _one_leaves_before_the_last_round(
        *_round(*(_points(seat, 100) for seat in range(4)), out=None)
    ),
    "who is out is dealt in again by a correction, and others have come": Scene(
        "kalookie",
        [*_round(_points(1, 160), _points(2, 9), _points(3, 9), _points(4, 9)), _FAY_COMES],
        [_asked(e.RoundCorrected(1, _lost({1: 16, 2: 9, 3: 9, 4: 9})))],
        players=5,
    ),
    "more at the table than there may be": Scene(
        "three-thirteen",
        [*_round(*(_points(seat, 9) for seat in range(1, 7)))],
        players=7,
    ),
    "ended after no round that counts": Scene(
        "five-crowns",
        [*_round(_points(1, 20), out=None), e.GameEnded("late")],
        options={"blocked_round": "void"},
    ),
    "a contract that takes the whole hand": Scene(
        "progressive-rummy",
        [e.WentOut(0), _cards(1, down=True, A=2), _points(2, 20, down=True), _points(2, 20)],
        [_asked(e.RoundScored()), _asked(_points(1, 40, down=None))],
        players=3,
        options={"buys": False},
    ),
    "more cards counted than there are": Scene(
        "twelve-step-rummy",
        [
            e.LaidDown(2),
            e.WentOut(0),
            _cards(1, _3_9=50, **{"7": 1}),
            _cards(1, _3_9=50, **{"7": 7}),
            _cards(2, down=True, **{"10-K": 32, "A": 8, "Joker/2": 12}),
        ],
        [_asked(e.RoundScored())],
        players=3,
    ),
    # One deck has 52 cards, as many as they hold: one more, discarded, would be too many.
    "all cards are held, and nobody went out": Scene(
        "three-thirteen",
        [e.WentOut(None), *(_cards(seat, **_HALF_A_DECK) for seat in (0, 1)), e.WentOut(0)],
        [_asked(e.WentOut(None), e.RoundScored()), _asked(e.RoundScored())],
    ),
    "few cards to buy": Scene(
        "king-rummy",
        [e.WentOut(0), *(_cards(seat, A=8, K=8) for seat in (1, 2))],
        [_asked(e.HandCounted(1, e.Hand(cards={"A": 8}), down=False, buys=n)) for n in (12, 13)],
        players=3,
        change=_one_deck,
    ),
    "a void round where all go on together": Scene(
        "contract-rummy",
        [*_round(out=None), *_round(_points(1, 100), _points(2, 100))],
        options={"blocked_round": "void"},
        players=3,
    ),
    "the time to stop after nothing but a void round": Scene(
        "contract-rummy",
        [e.EndTimeSet(1), *_round(out=None)],
        options={"blocked_round": "void"},
        players=3,
    ),
    # The late player has made fewer contracts, and is on a later one.
    "ended early when a late joiner has come furthest": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(1), *_round(_points(1, 20, down=True))),
            *(e.LaidDown(1), *_round(_points(1, 20, down=True))),
            e.PlayerJoined("Cy"),
            *_round(_points(0, 100), _points(1, 100), out=2),
            e.GameEnded("late"),
        ],
    ),
    "a class that is no longer in a hand": Scene(
        "five-crowns",
        [e.WentOut(0), _cards(1, **{"7": 1, "8": 2})],
        [
            _asked(_cards(1, **{"7": 1})),
            _asked(_cards(1, **{"7": 1, "8": 2})),
            _asked(_cards(1, **{"7": 1, "9": 2})),
            _asked(e.HandCounted(1, e.Hand(), down=False)),
            _asked(_points(1, 23)),
        ],
    ),
    "a count that is taken back though it was not the last step": Scene(
        "five-crowns",
        [e.WentOut(0), _points(1, 20), _points(2, 30)],
        [_asked(e.EntryUndone(2)), _asked(e.EntryUndone(1)), _unasked(e.EntryUndone(1))],
        players=3,
    ),
    "one who joins and leaves before they are dealt in": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.PlayerJoined("Cy"), e.PlayerLeft(2), *_round(_points(1, 7))],
    ),
    "one who joins a game that a correction has ended": Scene(
        "classic-rummy",
        [
            *_round(_points(1, 20)),
            e.PlayerJoined("Cy"),
            *_round(_points(1, 7), _points(2, 7)),
            e.RoundCorrected(1, e.RoundPlay(frozenset(), 0, {1: e.Hand(points=100)})),
        ],
    ),
    "whoever went out is said to have cards left": Scene(
        "five-crowns", [e.WentOut(0), _points(0, 20), _points(1, 20)]
    ),
    "without what is undone a round would be doubtful": Scene(
        "five-crowns",
        [e.WentOut(None), _points(0, 9), _points(1, 9), e.WentOut(0), e.RoundScored()],
        [_unasked(e.EntryUndone(4))],
    ),
    "one who leaves and is back before a card is dealt": Scene(
        "five-crowns", [e.PlayerLeft(1), e.PlayerReturned(1)], players=3
    ),
    "whoever misses a round leaves, and is back before a card is dealt": Scene(
        "five-crowns",
        [
            *(e.PlayerLeft(0), e.PlayerReturned(0), e.DealtIn(2, plays=False), e.PlayerLeft(2)),
            *(e.PlayerReturned(2), *_round(_points(1, 20), _points(2, 20))),
        ],
        players=3,
    ),
    "nobody is dealt in": Scene(
        "five-crowns", [*(e.DealtIn(seat, plays=False) for seat in (0, 1)), e.RoundScored()]
    ),
    "a newcomer who was never there, with a tap since": Scene(
        "five-crowns",
        [e.PlayerJoined("Cy"), e.WentOut(0)],
        [_unasked(e.EntryUndone(1))],
    ),
    "a newcomer who was never there, named since": Scene(
        "five-crowns",
        [e.PlayerJoined("Cy"), e.WentOut(2)],
        [_unasked(e.EntryUndone(1))],
    ),
    "whoever went out leaves": Scene("five-crowns", [e.WentOut(0), e.PlayerLeft(0)], players=3),
    "melds of the round, which a count replaces": Scene(
        "rummy-500",
        [
            *(e.Melded(0, {"K": 3}), e.Melded(1, {"9": 1, "10": 1, "8": 1}), e.Melded(0, {"3": 1})),
            *(e.EntryUndone(3), e.Melded(2, {"2-9": 3, "2": 1}), e.Melded(1, {"A": 0})),
            *(e.PlayerLeft(2), e.WentOut(0)),
            e.HandCounted(0, e.Hand(cards={}), down=False, melded=e.Hand(cards={"10-K": 3})),
            e.HandCounted(1, e.Hand(points=5), down=False),
            e.HandCounted(1, e.Hand(points=5), down=False, melded=e.Hand(points=50)),
            *(e.EntryUndone(11), e.HandCounted(1, e.Hand(), down=False, melded=e.Hand(points=27))),
            *(e.HandCounted(1, e.Hand(cards={"A": 1}), down=False, melded=e.Hand(points=27)),),
            e.RoundScored(),
        ],
        players=3,
    ),
    "what can be melded": Scene(
        "rummy-500",
        [e.Melded(0, {"K": 3}), e.Melded(1, {"4": 3}), e.Titled("Ours")],
        [
            *(
                _asked(e.Melded(0, {"Q": 3})),
                _asked(e.Melded(0, {"Q": 0})),
                _asked(e.Melded(0, {})),
            ),
            *(_asked(e.Melded(0, {"Joker": 1})), _asked(e.Melded(0, {"Q": -1}))),
            *(_asked(e.Melded(5, {"Q": 3})), _asked(e.EntryUndone(1)), _asked(e.EntryUndone(2))),
        ],
    ),
    "a meld after the count": Scene(
        "rummy-500",
        [e.WentOut(0), e.HandCounted(0, e.Hand(cards={}), down=False, melded=e.Hand(points=30))],
        [_asked(e.Melded(0, {"Q": 3})), _asked(e.Melded(1, {"Q": 3}))],
    ),
    "a meld where melds do not score": Scene(
        "five-crowns", [e.Melded(0, {"Q": 3})], [_asked(e.Melded(1, {"K": 3}))]
    ),
    "a meld after the end": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.GameEnded("late")],
        [_asked(e.Melded(0, {"Q": 3}))],
    ),
    "a meld of cards that other rules do not price": Scene(
        "rummy-500",
        [
            e.RulesChanged(_all_options("rummy-500", numbers="five")),
            *(e.Melded(0, {"2-9": 3}), e.Melded(0, {"K": 3})),
            e.RulesChanged(_all_options("rummy-500")),
        ],
    ),
    "one who joins where most points win": Scene(
        "rummy-500",
        [
            e.WentOut(0),
            e.HandCounted(0, e.Hand(cards={}), down=False, melded=e.Hand(points=30)),
            e.HandCounted(1, e.Hand(points=5), down=False, melded=e.Hand(points=50)),
            e.RoundScored(),
            e.PlayerJoined("Cy"),
        ],
    ),
    "an early end that is undone though it was not the last step": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.GameEnded("late"), e.Titled("Again")],
        [_asked(e.EntryUndone(4)), _asked(e.EntryUndone(1))],
    ),
    "what only the server checks is taken as it is": Scene(
        "five-crowns", [], [_asked(e.PlayerJoined("Cy", None)), _asked(e.Titled("Again"))]
    ),
    "an undo of what stood before a correction": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20)),
            e.WentOut(0),
            e.RoundCorrected(1, e.RoundPlay(frozenset(), 0, {1: e.Hand(points=10)})),
        ],
        [_unasked(e.EntryUndone(4)), _unasked(e.EntryUndone(5))],
    ),
    "an undo behind what rests on nothing": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(1), e.Noted("late"), e.Titled("Again"), e.PlayerRenamed(2, "Cyrus")),
            e.Adjusted(2, e.Adjustment(5, "late")),
        ],
        [_unasked(e.EntryUndone(1)), _asked(e.EntryUndone(1))],
        players=3,
    ),
    "an undo of a written round, with taps in the next": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), e.WentOut(1), *_round(_points(0, 5), out=1)],
        [_unasked(e.EntryUndone(3))],
    ),
    "an undo of points in a round that was written since": Scene(
        "five-crowns",
        [e.Adjusted(1, e.Adjustment(5, "late")), e.LaidDown(1), *_round(_points(1, 20))],
        [_unasked(e.EntryUndone(1)), _unasked(e.EntryUndone(2))],
    ),
    "an undo of a correction, with taps since": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20)),
            e.RoundCorrected(1, e.RoundPlay(frozenset(), 0, {1: e.Hand(points=10)})),
            e.WentOut(0),
        ],
        [_unasked(e.EntryUndone(4))],
    ),
    "an undo behind a tap that was taken back before": Scene(
        "twelve-step-rummy",
        [e.LaidDown(1), e.EntryUndone(1), e.LaidDown(2), e.LaidDown(1)],
        [_unasked(e.EntryUndone(3))],
        players=3,
    ),
    "an undo behind another undo": Scene(
        "twelve-step-rummy",
        [e.LaidDown(1), e.LaidDown(2), e.EntryUndone(2)],
        [_unasked(e.EntryUndone(1))],
        players=3,
    ),
    "an undo of a return, with a note since": Scene(
        "five-crowns",
        [e.PlayerLeft(2), e.PlayerReturned(2), e.Noted("late")],
        [_unasked(e.EntryUndone(2))],
        players=3,
    ),
    "a hand that is counted again after its count was taken back": Scene(
        "five-crowns",
        [e.WentOut(0), _points(1, 5), _points(1, 6), e.EntryUndone(3), _points(1, 7)],
        players=3,
    ),
    "a seat that is taken over twice, and back": Scene(
        "twelve-step-rummy",
        [
            *_round(_points(1, 20, down=True), _points(2, 30)),
            e.SeatTakenOver(0, "Zoe", "Ann"),
            e.SeatTakenOver(1, "Yan", "Ben"),
            e.Adjusted(1, e.Adjustment(5, "late")),
            *_round(_points(1, 20), _points(2, 30), out=0),
            e.SeatTakenOver(1, "Ben", "Yan"),
            e.SeatTakenOver(0, "Xu", "Zoe"),
            e.SeatTakenOver(0, "Zoe", "Xu"),
            *_round(_points(0, 20), _points(2, 30), out=1),
        ],
        [_unasked(e.EntryUndone(5)), _asked(e.SeatTakenOver(2, "Xu", "Cy"))],
        players=3,
    ),
    "a seat under a later mark stays with its player": Scene(
        "twelve-step-rummy",
        [e.SeatTakenOver(0, "Zoe", "Ann"), e.LaidDown(1), e.LaidDown(0)],
        [_unasked(e.EntryUndone(1))],
    ),
    "a newcomer and a returning player leave the deal where it is": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20), _points(2, 20)),
            e.PlayerLeft(2),
            e.PlayerJoined("Dee", before=1, deal_stays=True),
            *_round(_points(1, 20), _points(3, 5)),
            e.PlayerReturned(2, deal_stays=True),
            *_round(_points(1, 20), _points(2, 5), _points(3, 5)),
        ],
        [_asked(e.PlayerJoined("Eve", 0))],
        players=3,
    ),
    "a seat of a newcomer is taken over before a card is dealt": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20)),
            e.PlayerJoined("Cy"),
            e.SeatTakenOver(2, "Zoe", "Cy"),
            e.PlayerRenamed(2, "Zoë"),
            *_round(_points(1, 20), _points(2, 5)),
            e.SeatTakenOver(2, "Yan", "Zoë"),
        ],
    ),
    "a dealer who leaves": Scene(
        "five-crowns",
        [e.DealerChanged(1), e.PlayerLeft(1), *_round(_points(2, 20))],
        players=3,
    ),
    "two who leave, and the first is back before a card is dealt": Scene(
        "five-crowns", [e.PlayerLeft(1), e.PlayerLeft(2), e.PlayerReturned(1)], players=4
    ),
    "ended early when the best has left": Scene(
        "five-crowns",
        [*_round(_points(1, 20), _points(2, 30)), e.PlayerLeft(0), e.GameEnded("late")],
        players=3,
    ),
    "one who is back where nobody starts with the points of others": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20), _points(2, 30)),
            e.PlayerLeft(1),
            *_round(_points(2, 40)),
            e.PlayerReturned(1),
        ],
        players=3,
        options={"late_join": "start_at_one"},
    ),
    "of several doubts one is not answered": Scene(
        "five-crowns",
        [
            *[e.WentOut(None), _points(0, 9), *(_cards(seat) for seat in (1, 2, 3))],
            e.RoundScored(frozenset(("nobody_out", seat) for seat in (None, 1, 2))),
        ],
        players=4,
    ),
    "several doubts that are answered at once": Scene(
        "five-crowns",
        [e.WentOut(None), *(_cards(seat) for seat in (0, 1, 2))],
        [_asked(e.RoundScored(frozenset(("nobody_out", seat) for seat in (None, 0, 1, 2))))],
        players=3,
    ),
    "other house rules that are undone": Scene(
        "twelve-step-rummy", [_TEN_A_FIVE], [_asked(e.EntryUndone(1))]
    ),
    "an odd number of cards to buy": Scene(
        "king-rummy", [e.WentOut(0)], players=3, change=_one_deck_and_joker
    ),
    "no buy, as fewer cards are left than it takes": Scene(
        "king-rummy", [e.WentOut(0)], players=5, change=_too_few_cards_to_buy
    ),
    "a play-off that a correction makes a round": Scene(
        "phase-10",
        [
            *(e.LaidDown(1), e.WentOut(0), _points(1, 10, down=True)),
            *(e.Adjusted(0, e.Adjustment(10, "said")), e.RoundScored()),
            *(e.WentOut(0), e.RoundScored()),
            e.RoundCorrected(1, e.RoundPlay(hands={0: e.Hand(points=10), 1: e.Hand(points=20)})),
        ],
        change=_one_contract,
    ),
    # Cy finishes, too, with more points; Ben made no contract and has as many points as Ann.
    "a play-off of one who has not finished": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(0), e.Adjusted(2, e.Adjustment(900, "said"))),
            *_round(_points(0, 50, down=True), _points(1, 50), out=2),
            e.LaidDown(0),
            *_round(_points(0, 10, down=True), _points(1, 10), out=2),
        ],
        players=3,
        options={"winner_rule": "lowest_points_when_someone_finishes", "final_tiebreak": "playoff"},
        change=_two_contracts,
    ),
    "hands that are counted in a play-off": Scene(
        "phase-10",
        [
            *(e.LaidDown(1), e.WentOut(0), _points(1, 10, down=True)),
            *(e.Adjusted(0, e.Adjustment(10, "said")), e.RoundScored()),
            *(e.WentOut(0), _points(1, 999), _points(0, 999)),
        ],
        [_asked(e.RoundScored())],
        change=_one_contract,
    ),
    "cards that nobody knows": Scene(
        "five-crowns",
        [e.WentOut(0)],
        [_asked(e.HandCounted(1, e.Hand(cards={"1": 1, "Z": 1}), down=False))],
    ),
    "one leaves who did not go out, then who did": Scene(
        "five-crowns", [e.WentOut(0), _points(1, 20), e.PlayerLeft(2), e.PlayerLeft(0)], players=3
    ),
    "a newcomer who starts at the first contract": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(1), *_round(_points(1, 20, down=True))),
            e.PlayerJoined("Cy"),
            *_round(_points(1, 100), _points(2, 100)),
        ],
        options={"late_join": "start_at_one"},
    ),
    "every way to end a round of gin": Scene(
        "gin-rummy",
        [
            *_knocked(0, 8, 20),
            *_went_gin(1, 14),
            *_knocked(0, 8, 7),
            *_knocked(0, 8, 8),
            *(e.WentOut(None), e.RoundScored()),
            *_went_gin(1, 30, "big_gin"),
        ],
        [_asked(e.EntryUndone(17)), _asked(e.WentOut(0, ending="knock"))],
        options={"big_gin": 31, "equal_deadwood": "nobody", "undercut_bonus": 20},
    ),
    "a sum by seat in another order of play": Scene(
        "classic-rummy",
        [e.SeatsReordered((2, 0, 1)), *_round(_points(1, 10), _points(2, 30))],
        players=3,
        options={"scoring": "winner_collects"},
    ),
    "gin where nobody else wins a round": Scene(
        "gin-rummy",
        [*_went_gin(0, 40), *_went_gin(0, 36)],
        [
            _asked(
                e.RoundCorrected(
                    1, e.RoundPlay(frozenset({1}), 1, {0: e.Hand(points=40)}, ending="gin")
                )
            )
        ],
        options={"shutout": "game"},
    ),
    "a shutout without points for the game": Scene(
        "gin-rummy",
        [*_went_gin(1, 40), e.Adjusted(0, e.Adjustment(5, "said")), *_went_gin(1, 36)],
        options={"game_bonus": 0, "boxes": 0},
    ),
    "gin without a settlement": Scene(
        "gin-rummy",
        [*_knocked(0, 3, 60), *_knocked(0, 3, 60)],
        options={"game_bonus": 0, "boxes": 0, "shutout": "none"},
    ),
    "three games at once, for which another player comes and goes back": Scene(
        "gin-rummy",
        [
            *(*_knocked(0, 3, 60), *_went_gin(0, 40), e.PlayerLeft(1), e.PlayerJoined("Cy")),
            *(e.WentOut(2, ending="knock"), _points(2, 2), _points(0, 40)),
            *(e.Adjusted(0, e.Adjustment(-5, "said")), e.RoundScored()),
            *(e.PlayerLeft(2), e.PlayerReturned(1), *_knocked(1, 3, 90)),
        ],
        options={"games": 3},
    ),
    "three games at once, which are shared": Scene(
        "gin-rummy",
        [
            *(*_went_gin(0, 20), *_went_gin(0, 25)),
            *(*_went_gin(1, 45), *_went_gin(1, 75), *_went_gin(0, 75)),
        ],
        options={"games": 3},
    ),
    "three games at once, and a round that is changed": Scene(
        "gin-rummy",
        [
            *(*_knocked(0, 3, 60), *_went_gin(1, 80), *_went_gin(1, 90), *_went_gin(1, 90)),
            e.RoundCorrected(
                3, e.RoundPlay(frozenset({0}), 0, {1: e.Hand(points=9)}, ending="gin")
            ),
            *(*_knocked(1, 3, 99), *_knocked(1, 3, 99)),
        ],
        options={"games": 3, "boxes": 0, "game_bonus": 0, "shutout": "none"},
    ),
    "gin that the table ends early": Scene(
        "gin-rummy", [*_knocked(0, 3, 60), e.PlayerLeft(1), e.GameEnded("late")]
    ),
    "gin that one plays alone": Scene(
        "gin-rummy",
        [e.PlayerLeft(1), *(e.WentOut(0, ending="knock"), _points(0, 5), e.RoundScored())],
        [_asked(e.WentOut(0, ending="knock"))],
    ),
    "a repeated knock": Scene(
        "gin-rummy",
        [e.WentOut(0, ending="knock"), _points(0, 5), _points(1, 20)],
        [
            *(_asked(e.WentOut(0, ending="knock")), _asked(e.WentOut(0, ending="gin"))),
            *(_asked(e.WentOut(0)), _asked(e.WentOut(0, ending="big_gin")), _asked(e.WentOut(1))),
            *(_asked(e.HandCounted(0, e.Hand(), down=False)), _unasked(e.RoundScored())),
        ],
    ),
    "a knock with two cheap cards where one may be left over": Scene(
        "chinchon",
        [e.WentOut(0, ending="knock"), _cards(0, _1=1, _2=1), _points(1, 20)],
        [_asked(e.RoundScored()), _unasked(e.RoundScored())],
    ),
    "a knock with too much deadwood, and one with none": Scene(
        "gin-rummy",
        [*_knocked(0, 25, 30), *(e.WentOut(1, ending="knock"), _points(1, 0), _points(0, 0))],
        [_asked(e.RoundScored()), _unasked(e.RoundScored())],
    ),
    "gin that nobody ends, where that is no void round": Scene(
        "gin-rummy",
        [e.WentOut(None), _points(0, 5), _points(1, 20)],
        [_asked(e.RoundScored()), _unasked(e.RoundScored())],
        change=_scores_without_a_knock,
    ),
    "whoever went gin has cards": Scene(
        "gin-rummy",
        [e.WentOut(0, ending="gin"), _points(0, 5), _points(1, 20)],
        [_asked(e.RoundScored())],
    ),
    "a correction for two who are not dealt in": Scene(
        "five-crowns",
        _round(_points(1, 20)),
        [_asked(e.RoundCorrected(1, e.RoundPlay(frozenset({5, 7}), 0, {1: e.Hand(points=5)})))],
    ),
    "a play-off where points before the round decide": Scene(
        "phase-10",
        [
            *(e.LaidDown(1), e.WentOut(0), _points(1, 10, down=True)),
            *(e.Adjusted(0, e.Adjustment(10, "said")), e.RoundScored()),
        ],
        options={"tie_points": "before_deciding_round"},
        change=_one_contract,
    ),
    "the price of not having opened, doubled, and rewards for going out": Scene(
        "classic-rummy",
        [
            *(e.LaidDown(1), *_round(_points(1, 10, down=True), _points(2, 60))),
            *(e.WentOut(1, went_rummy=True), _points(0, 61), _points(2, 5, down=True)),
            e.RoundScored(),
            *_round(_points(0, 13, down=True), _cards(1, A=1, K=6), _points(2, 30), out=None),
            *(e.WentOut(0), _cards(1, down=True, K=2)),
        ],
        [
            *(_asked(_points(2, 40, down=None)), _asked(_points(2, 1, down=None))),
            *(_asked(_cards(2, down=None, K=4, Q=3)), _asked(_cards(2, down=None, K=4, Q=4))),
            *(_asked(_cards(2, K=4), e.RoundScored()), _asked(_points(2, 3), e.RoundScored())),
            *(_asked(_cards(2, down=True, K=4, Q=2), e.RoundScored()),),
            *(
                _asked(_points(2, 99, down=True), e.RoundScored()),
                _asked(e.WentOut(2, went_rummy=True)),
            ),
        ],
        players=3,
        change=_HAND,
    ),
    "closing with a rest, with all, and in a way that wins; back once": Scene(
        "classic-rummy",
        [
            *(e.WentOut(0, ending="knock"), _points(0, 3), _points(1, 22), _points(2, 12)),
            *(e.RoundScored(), e.WentOut(1, ending="gin"), _points(0, 94), _points(2, 30)),
            *(e.RoundScored(), e.PlayerReturned(0), e.WentOut(1, ending="gin")),
            *(_points(0, 70), _points(2, 1), e.RoundScored()),
            e.WentOut(2, ending="big_gin"),
        ],
        [
            _asked(e.RoundScored()),
            _asked(e.WentOut(1, ending="knock")),
        ],
        players=3,
        change=_CHINCHON,
    ),
    "a correction of a round that won the game": Scene(
        "classic-rummy",
        [
            *(e.WentOut(0, ending="big_gin"), e.RoundScored()),
            e.RoundCorrected(1, e.RoundPlay(went_out=0, hands={1: e.Hand(points=9)}, ending="gin")),
            *_went_gin(1, 8),
            e.RoundCorrected(1, e.RoundPlay(went_out=1, ending="big_gin")),
            e.EntryUndone(7),
        ],
        change=_CHINCHON,
    ),
    "doubling before the cap, unless nobody went out": Scene(
        "indian-rummy",
        [
            *(e.WentOut(0, went_rummy=True), _points(1, 30), _points(2, 45), e.RoundScored()),
            *(e.WentOut(1, went_rummy=True), e.Dropped(0, "first"), _points(2, 5), e.RoundScored()),
            *(e.WentOut(None, went_rummy=True), *[_points(seat, 5) for seat in range(3)]),
            e.RoundScored(),
        ],
        [
            _asked(e.WentOut(None, went_rummy=True)),
            _asked(e.RoundCorrected(1, replace(_all_lose(10), went_rummy=True))),
        ],
        players=3,
        change=_with(rummy_doubles=True, end={"blocked": "score_all"}),
    ),
    "where losers pay, doubled": Scene(
        "indian-rummy",
        [e.WentOut(0, went_rummy=True), _points(1, 30), _points(2, 45), e.RoundScored()],
        players=3,
        change=_with(
            rummy_doubles=True,
            scoring="losers_pay",
            end={"when": "rounds_played", "winner": "highest_total", "limit": None, "rejoin": None},
        ),
    ),
    "a correction puts a player of the open round out, of whom something was said": Scene(
        "indian-rummy",
        [
            *[*_round(_points(1, 40), _points(2, 20), _points(3, 20))] * 2,
            e.Adjusted(1, e.Adjustment(5, "said")),
            e.RoundCorrected(2, _lost({1: 70, 2: 20, 3: 20})),
            *_round(_points(2, 5), _points(3, 5)),
        ],
        [_asked(e.RoundCorrected(3, _lost({2: 5, 3: 9})))],
        players=4,
    ),
    "a round of three that was open during a correction, and another one": Scene(
        "twelve-step-rummy",
        [
            e.WentOut(None),
            *[e.HandCounted(seat, e.Hand(points=20), down=True) for seat in range(3)],
            *[e.RoundScored(), e.RoundCorrected(1, _all_level(20)), e.WentOut(2)],
            *[e.HandCounted(seat, e.Hand(points=15), down=True) for seat in range(2)],
            *[e.RoundScored(), e.RoundCorrected(1, _all_level(50))],
        ],
        players=3,
        change=_one_contract_tied_play_on,
    ),
    "a correction makes a play-off of the open round, without the player who went out": Scene(
        "twelve-step-rummy",
        [
            *_round(*[_points(seat, 50) for seat in range(3)], out=None),
            *(e.WentOut(2), _points(0, 50)),
            e.RoundCorrected(1, _level_at_last({2: 50})),
            *(e.WentOut(0), e.RoundScored()),
        ],
        players=3,
        change=_one_contract,
        options={"final_tiebreak": "playoff"},
    ),
    "nobody makes the last contract again, for which two play on alone": Scene(
        "twelve-step-rummy",
        [
            *(e.LaidDown(0), e.LaidDown(1)),
            *_round(_points(0, 5, down=True), _points(1, 5, down=True), _points(2, 50), out=None),
            *_round(_points(0, 50), _points(1, 40), out=None),
        ],
        players=3,
        change=_one_contract_tied_play_on,
    ),
    "melds are counted before the wild rank is named": Scene(
        "rummy-500",
        [
            e.WentOut(0),
            e.HandCounted(1, e.Hand(), down=False, melded=e.Hand(cards={"10-K": 3})),
        ],
        [
            _asked(e.TurnedUp("K")),
            _asked(e.HandCounted(1, e.Hand(), down=False, melded=e.Hand()), e.TurnedUp("K")),
        ],
        change=_with(moving_wild={"value": 0, "drawn": True}),
    ),
    "what was said and removed again": Scene(
        "indian-rummy",
        [
            *(e.Adjusted(1, e.Adjustment(5, "said")), e.Adjusted(1, e.Adjustment(0, ""))),
            *(e.EndTimeSet(1), e.EndTimeSet(None), e.Titled(""), e.Noted("")),
            *(e.Dropped(1, "wrong"), e.Dropped(1, None), e.TurnedUp("7"), e.TurnedUp(None)),
        ],
        players=3,
    ),
}
