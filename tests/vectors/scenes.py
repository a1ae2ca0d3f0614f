"""Short games for cases that random games rarely reach: a branch of the fold, or an end.

They are logs, which commands could not always produce; commands are tried at their end.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any

from companion.rules.fold.entries import (
    Adjusted,
    Adjustment,
    DealerChanged,
    DealtIn,
    Dropped,
    EndTimeSet,
    Entry,
    EntryUndone,
    GameEnded,
    Hand,
    HandCounted,
    LaidDown,
    Melded,
    Noted,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    RoundCorrected,
    RoundHand,
    RoundPlay,
    RoundScored,
    RulesChanged,
    SeatTakenOver,
    Titled,
    WentOut,
    WildDrawn,
)
from companion.rules.game import Game
from companion.rules.model.house_rules import Value
from companion.rules.model.play import Ending
from companion.rules.model.state import Seats
from companion.rules.reading.catalogue import game_data
from tests.vectors.own_rules import snapshot_of
from tests.vectors.vectors import Vectors, Want

_NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")


@dataclass(frozen=True)
class Scene:
    """A catalogue game, its changed rules, its log, and the commands to try at the end."""

    game: str
    log: Sequence[Entry]
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


def _cards(seat: int, *, down: bool | None = False, **cards: int) -> HandCounted:
    return HandCounted(seat, Hand(cards={_card(name): n for name, n in cards.items()}), down)


def _card(name: str) -> str:
    """`_3_9` is the class 3-9."""
    return name.removeprefix("_").replace("_", "-")


def _round(*hands: HandCounted, out: int | None = 0) -> list[Entry]:
    return [WentOut(out), *hands, RoundScored()]


def _lost(points: Mapping[int, int]) -> RoundPlay:
    """Ann wins a round in which the others lose so much."""
    return RoundPlay(went_out=0, hands={s: Hand(points=lost) for s, lost in points.items()})


def _asked(*entries: Entry, number: int | None = None) -> Want:
    return Want(entries, round=number)


def _unasked(*entries: Entry) -> Want:
    return Want(entries, unasked=True)


def _points(seat: int, points: int, *, down: bool | None = False) -> HandCounted:
    return HandCounted(seat, Hand(points=points), down)


def _plays_on_and_scores_all(data: dict[str, Any]) -> None:
    data["house_rules"] = []
    data["end"] |= {"tiebreak": "play_on", "blocked": "score_all"}


def _tied_play_on(data: dict[str, Any]) -> None:
    data["house_rules"] = []
    data["end"]["tiebreak"] = "tied_play_on"


def _melded(seat: int, points: int) -> HandCounted:
    lost = max(-points, 0)
    return HandCounted(seat, Hand(points=lost), down=True, melded=Hand(points=points + lost))


def _scores_without_a_knock(data: dict[str, Any]) -> None:
    data["end"]["blocked"] = "score_all"


def _knocked(seat: int, own: int, other: int) -> list[Entry]:
    """A round of gin: the deadwood of the knocker and of the other player, which fits."""
    hands = [_points(seat, own), _points(1 - seat, other)]
    return [WentOut(seat, ending="knock"), *hands, RoundScored()]


def _went_gin(seat: int, other: int, ending: Ending = "gin") -> list[Entry]:
    return [WentOut(seat, ending=ending), _points(1 - seat, other), RoundScored()]


def _voids_round_one(accepted: Iterable[Any] = ()) -> RoundCorrected:
    return RoundCorrected(1, RoundPlay(), frozenset(accepted))


def _choose(data: dict[str, Any], key: str, value: Value) -> None:
    next(row for row in data["house_rules"] if row["key"] == key)["default"] = value


def _tens_then_nines(data: dict[str, Any]) -> None:
    """Tens are wild in the first round, nines in the second: 10-K is a class only in the second."""
    data["cards_dealt"] = [10, 9, 11]


def _melds_score(data: dict[str, Any]) -> None:
    _tens_then_nines(data)
    data["scoring"] = "melded_minus_hand"


def _one_deck(data: dict[str, Any]) -> None:
    data["decks"] = [{"up_to": data["players"]["most"], "decks": 1, "jokers": 2}]


def _one_deck_and_joker(data: dict[str, Any]) -> None:
    data["decks"] = [{"up_to": data["players"]["most"], "decks": 1, "jokers": 1}]


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


def _two_rounds(data: dict[str, Any]) -> None:
    data["cards_dealt"] = data["cards_dealt"][:2]


def _one_leaves_before_the_last_round(*first: Entry) -> Scene:
    """Four play this round, and three the last one, in which two make their contract."""
    last = [LaidDown(1), *_round(_points(1, 10, down=True), _points(2, 100))]
    return Scene(
        "twelve-step-rummy",
        [*first, PlayerLeft(3), *last],
        players=4,
        change=_one_contract_points_before,
    )


_TEN_A_FIVE = RulesChanged(_all_options("twelve-step-rummy", ten_value=5))
_WILD_AT_TWENTY: Mapping[str, Value] = {"wild_value": 20, "blocked_round": "void"}
_HALF_A_DECK = dict.fromkeys("A23456789", 2) | {"10-K": 8}
_ANN_OUT = RoundPlay(frozenset({0}), 0, {1: Hand(points=100)})


def _later_melds_without_price(*then: Entry) -> Scene:
    """Tens in the melds of the second round, a class of its own only where nines are wild."""
    typed = (HandCounted(s, Hand(points=5 * s), down=False, melded=Hand(points=9)) for s in (0, 1))
    return Scene(
        "three-thirteen",
        [
            *(WentOut(0), *typed, RoundScored()),
            RulesChanged(_all_options("three-thirteen", **_WILD_AT_TWENTY)),
            WentOut(0),
            HandCounted(0, Hand(cards={}), down=False, melded=Hand(cards={"10-K": 2})),
            HandCounted(1, Hand(cards={"3": 1}), down=False, melded=Hand(cards={"10-K": 1})),
            *then,
        ],
        [_asked(_voids_round_one())],
        options=_WILD_AT_TWENTY,
        change=_melds_score,
    )


SCENES: Mapping[str, Scene] = {
    "everybody drops but one, and who declared did so wrongly": Scene(
        "indian-rummy",
        [
            *[WildDrawn("7"), Dropped(0, "first"), Dropped(1, "middle"), Dropped(1, None)],
            *[WildDrawn(None), WildDrawn("K"), WentOut(1), Dropped(1, "wrong"), WentOut(2)],
            RoundScored(),
            *[WildDrawn("2"), WentOut(0), _cards(1, _3=2), Dropped(1, "first"), _points(2, 90)],
        ],
        [
            _asked(RoundScored()),
            _asked(WildDrawn("9")),
            _asked(_cards(1, _3=1), RoundScored()),
            _asked(Dropped(0, "middle"), RoundScored()),
            _asked(RoundCorrected(1, RoundPlay(went_out=2, drops={0: "first", 1: "middle"}))),
            _asked(RoundCorrected(1, RoundPlay(went_out=2, drops={9: "first"}))),
            _asked(RoundCorrected(1, RoundPlay(went_out=2, wild="1"))),
        ],
        players=3,
    ),
    "a player who is out comes back, and is out again by a correction": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20)),
            *_round(_points(1, 40), _points(2, 20)),
            PlayerReturned(1),
            *_round(_points(1, 20), _points(2, 20)),
            *[WentOut(1), _points(2, 30)],
            RoundCorrected(3, _lost({1: 70, 2: 0})),
            RoundCorrected(3, _lost({1: 60, 2: 80})),
            RoundCorrected(2, _lost({1: 5, 2: 5})),
        ],
        players=3,
    ),
    "the wild rank of a counted hand is undone by a phone that was offline": Scene(
        "indian-rummy",
        [WildDrawn("K"), WentOut(0), _cards(1, K=1)],
        [_unasked(EntryUndone(1)), _unasked(EntryUndone(3))],
    ),
    "the wild rank is undone by a phone that was offline": Scene(
        "indian-rummy",
        [WildDrawn("K"), WentOut(0)],
        [_unasked(EntryUndone(1))],
    ),
    "a pool in which a round that nobody won counts": Scene(
        "indian-rummy",
        [
            *_round(_points(0, 10), _points(1, 20), out=None),
            RulesChanged(_all_options("indian-rummy", blocked_round="score_all", pool=201)),
            *[WentOut(0), _points(1, 5), Dropped(0, "wrong"), WentOut(None)],
        ],
        options={"blocked_round": "score_all"},
    ),
    "who is out is dealt in all the same, and who is not out is not": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20), _points(3, 20)),
            *_round(_points(1, 40), _points(2, 20), _points(3, 20)),
            *(DealtIn(1, plays=True), DealtIn(0, plays=True), WentOut(0)),
            *(_points(1, 5), _points(2, 5), _points(3, 9), DealtIn(3, plays=False), RoundScored()),
            *(Dropped(2, "first"), WentOut(2), DealtIn(2, plays=False)),
            *(DealtIn(1, plays=True), DealtIn(1, plays=False)),
            *(WentOut(0), _points(3, 5), RoundScored()),
            RoundCorrected(2, _lost({1: 5, 2: 100, 3: 5})),
        ],
        [_asked(_points(3, 5)), _asked(_points(2, 5)), _unasked(EntryUndone(9))],
        players=4,
    ),
    "no pool any more after a player was out": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 20)),
            *_round(_points(1, 40), _points(2, 20)),
            *_round(_points(2, 5)),
            *(WentOut(None), RoundScored()),
            RulesChanged(_all_options("indian-rummy", kind="points")),
        ],
        players=3,
    ),
    "a drop and a knock in a game without them": Scene(
        "classic-rummy",
        _round(_points(1, 20)),
        [
            _asked(Dropped(1, "first")),
            _asked(RoundCorrected(1, replace(_lost({1: 9}), ending="knock"))),
            _asked(RoundCorrected(1, replace(_lost({}), drops={1: "first"}))),
        ],
    ),
    "nobody is left below the limit": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80)),
            Adjusted(0, Adjustment(110, "agreed")),
            *_round(_points(1, 30)),
        ],
    ),
    "a correction ends the game before a player comes back": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 80), _points(2, 30)),
            *_round(_points(1, 40), _points(2, 20)),
            PlayerReturned(1),
            RoundCorrected(2, _lost({1: 40, 2: 80})),
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
            *[PlayerLeft(0), PlayerLeft(2), PlayerReturned(1)],
        ],
        players=3,
    ),
    "two with equal chips play the tie-breaker, others by a correction": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 0), _points(2, 20)),
            *_round(_points(0, 0), _points(2, 20), out=1),
            *(PlayerJoined("Dee"), WentOut(None), RoundScored()),
            *_round(_points(0, 70), out=1),
            RoundCorrected(1, _lost({1: 20, 2: 0})),
            RoundCorrected(2, RoundPlay(went_out=2, hands={0: Hand(points=0), 1: Hand(points=20)})),
            *_round(_points(0, 30), out=2),
        ],
        [_asked(WentOut(1)), _asked(RoundCorrected(2, _lost({1: 5, 2: 5})))],
        players=3,
        options={"kind": "deals"},
    ),
    "chips stay where they are": Scene(
        "indian-rummy",
        [
            *_round(_points(1, 16), _points(2, 20)),
            PlayerLeft(0),
            *_round(_points(2, 40), out=1),
            *(PlayerReturned(0), PlayerJoined("Dee")),
        ],
        players=3,
        options={"kind": "points"},
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
            *(LaidDown(0), LaidDown(1)),
            *_round(_points(0, 10, down=True), _points(1, 10, down=True), _points(2, 50), out=None),
            *(LaidDown(0), *_round(_points(0, 10, down=True), _points(1, 50), out=None)),
        ],
        players=3,
        change=_one_contract_tied_play_on,
    ),
    "two equal before the last contract are compared by the round they play alone": Scene(
        "twelve-step-rummy",
        [
            *(LaidDown(0), LaidDown(1)),
            *_round(_points(0, 10, down=True), _points(1, 40, down=True), _points(2, 50), out=None),
            *(LaidDown(0), LaidDown(1)),
            *_round(_points(0, 30, down=True), _points(1, 5, down=True), out=None),
        ],
        players=3,
        change=_one_contract_tied_play_on_before,
    ),
    "a hand costs what it costs where there is no limit": Scene(
        "indian-rummy",
        [*_round(_points(1, 109)), WentOut(None), RoundScored()],
        options={"kind": "points", "cap": "none", "blocked_round": "score_all"},
    ),
    "a round of melds is corrected": Scene(
        "rummy-500",
        [
            WentOut(0),
            HandCounted(0, Hand(cards={}), down=True, melded=Hand(points=30)),
            HandCounted(1, Hand(points=5), down=False, melded=Hand(points=30)),
            RoundScored(),
        ],
        [
            _asked(
                RoundCorrected(
                    1,
                    RoundPlay(
                        went_out=0,
                        hands={1: Hand(points=5)},
                        melded={0: Hand(points=30), 1: Hand(points=20)},
                    ),
                )
            )
        ],
    ),
    "two are down in the last round": Scene(
        "contract-rummy",
        [LaidDown(1), WentOut(0), _points(1, 10, down=True)],
        [_asked(RoundScored())],
        change=lambda data: data.update(contracts=data["contracts"][:1]),
    ),
    "a tie-break of others than the log says": Scene(
        "twelve-step-rummy",
        [
            *(LaidDown(0), LaidDown(1)),
            *_round(_points(0, 10, down=True), _points(1, 10, down=True), _points(2, 50), out=None),
            *(DealtIn(2, plays=True), LaidDown(0), DealtIn(0, plays=False)),
        ],
        players=3,
        change=_one_contract_tied_play_on,
    ),
    "drops by rules that have none": Scene(
        "classic-rummy",
        [WentOut(0), Dropped(1, "first"), RoundScored()],
    ),
    "hands in the classes of other rules": Scene(
        "twelve-step-rummy",
        [
            *_round(_cards(1, _3_9=5, _10_K=2), _cards(2, _3_9=3, **{"10": 2, "7": 8})),
            *_round(_cards(1, **{"10-K": 0, "Joker": 1}), _cards(2, **{"10": 1, "3-9": 12})),
            RulesChanged(
                _all_options("twelve-step-rummy", ten_value=5),
                (RoundHand(1, 1, Hand(points=45)), RoundHand(1, 0, Hand(points=5))),
            ),
            WentOut(2),
            _cards(0, _3_10=13),
            RulesChanged(_all_options("twelve-step-rummy")),
            RulesChanged(_all_options("twelve-step-rummy", two_value=20)),
        ],
        [_asked(RoundCorrected(2, _ANN_OUT)), _unasked(RoundCorrected(1, _ANN_OUT))],
        players=3,
    ),
    "an open hand that other rules leave without a price": Scene(
        "twelve-step-rummy",
        [WentOut(0), _cards(1, _10_K=3), _TEN_A_FIVE, _cards(1, _3_10=4)],
    ),
    "jokers and twos that cost the same no longer": Scene(
        "twelve-step-rummy",
        [
            *[WentOut(0), _cards(1, **{"Joker/2": 2})],
            RulesChanged(_all_options("twelve-step-rummy", two_value=20)),
        ],
    ),
    "melds in the classes of other rules": Scene(
        "rummy-500",
        [
            WentOut(0),
            HandCounted(0, Hand(cards={}), down=False, melded=Hand(cards={"10-K": 3, "7": 3})),
            HandCounted(1, Hand(cards={"2": 1}), down=False, melded=Hand(cards={"9": 4})),
            RoundScored(),
            RulesChanged(_all_options("rummy-500", numbers="five")),
            WentOut(0),
            HandCounted(1, Hand(cards={"2-9": 2}), down=False, melded=Hand(cards={"2-9": 3})),
            RulesChanged(
                _all_options("rummy-500"), (RoundHand(2, 1, Hand(points=20), melded=True),)
            ),
            RulesChanged(
                _all_options("rummy-500"),
                (
                    RoundHand(2, 1, Hand(points=20), melded=True),
                    RoundHand(2, 1, Hand(points=10)),
                    RoundHand(2, 5, Hand(points=10)),
                ),
            ),
        ],
    ),
    "a correction that moves a wild rank": Scene(
        "three-thirteen",
        [*_round(_points(1, 20)), *_round(_cards(1, _10_K=1))],
        [_asked(_voids_round_one()), _asked(RoundCorrected(1, _ANN_OUT))],
        options=_WILD_AT_TWENTY,
        change=_tens_then_nines,
    ),
    "a correction after which a later hand has no price": Scene(
        "three-thirteen",
        [
            *_round(_points(1, 20)),
            *_round(_cards(1, _10_K=2, **{"9": 1})),
            RulesChanged(_all_options("three-thirteen", **_WILD_AT_TWENTY)),
        ],
        [_asked(_voids_round_one()), _asked(RoundCorrected(2, RoundPlay()))],
        options=_WILD_AT_TWENTY,
        change=_tens_then_nines,
    ),
    "a correction after which later melds have no price": _later_melds_without_price(),
    "a correction after which written melds have no price": _later_melds_without_price(
        RoundScored()
    ),
    "a correction once the game is over": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), *_round(_points(1, 30)), *_round(_points(1, 3), out=0)][:8],
        [
            _asked(RoundCorrected(1, RoundPlay(frozenset(), 1, {0: Hand(points=5)}))),
            _asked(RoundCorrected(2, RoundPlay(frozenset(), 1, {0: Hand(points=5)})), number=2),
            _unasked(RoundScored()),
            _asked(LaidDown(0), number=1),
            _asked(HandCounted(0, Hand(points=5), down=False)),
        ],
        change=_two_rounds,
    ),
    "a tap that was made in another round": Scene(
        "five-crowns",
        _round(_points(1, 20)),
        [_asked(WentOut(0), number=1), _asked(WentOut(0), number=2), _asked(WentOut(0))],
    ),
    "a correction of what was undone": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), RoundCorrected(1, _ANN_OUT), EntryUndone(3)],
    ),
    "everybody has left": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), PlayerLeft(0), PlayerLeft(1), GameEnded("late")],
    ),
    "a round that nobody was dealt": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), PlayerLeft(0), PlayerLeft(1), RoundScored()],
    ),
    "one who had left when points before the round decide": _one_leaves_before_the_last_round(
        *_round(*(_points(seat, 100) for seat in range(1, 4)))
    ),
    "one who left when two finish": _one_leaves_before_the_last_round(
        *_round(*(_points(seat, 100) for seat in range(4)), out=None)
    ),
    "more at the table than there may be": Scene(
        "three-thirteen",
        [*_round(*(_points(seat, 9) for seat in range(1, 7)))],
        players=7,
    ),
    "ended after no round that counts": Scene(
        "five-crowns",
        [*_round(_points(1, 20), out=None), GameEnded("late")],
        options={"blocked_round": "void"},
    ),
    "a contract that takes the whole hand": Scene(
        "progressive-rummy",
        [WentOut(0), _cards(1, down=True, A=2), _points(2, 20, down=True), _points(2, 20)],
        [_asked(RoundScored()), _asked(_points(1, 40, down=None))],
        players=3,
        options={"buys": False},
    ),
    "more cards counted than there are": Scene(
        "twelve-step-rummy",
        [
            LaidDown(2),
            WentOut(0),
            _cards(1, _3_9=50, **{"7": 1}),
            _cards(1, _3_9=50, **{"7": 7}),
            _cards(2, down=True, **{"10-K": 32, "A": 8, "Joker/2": 12}),
        ],
        [_asked(RoundScored())],
        players=3,
    ),
    # One deck has 52 cards, as many as they hold: one more, discarded, would be too many.
    "all cards are held, and nobody went out": Scene(
        "three-thirteen",
        [WentOut(None), *(_cards(seat, **_HALF_A_DECK) for seat in (0, 1)), WentOut(0)],
        [_asked(WentOut(None), RoundScored()), _asked(RoundScored())],
    ),
    "few cards to buy": Scene(
        "king-rummy",
        [WentOut(0), *(_cards(seat, A=8, K=8) for seat in (1, 2))],
        [_asked(HandCounted(1, Hand(cards={"A": 8}), down=False, buys=n)) for n in (12, 13)],
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
        [EndTimeSet(1), *_round(out=None)],
        options={"blocked_round": "void"},
        players=3,
    ),
    # The late player has made fewer contracts, and is on a later one.
    "ended early when a late joiner has come furthest": Scene(
        "twelve-step-rummy",
        [
            *(LaidDown(1), *_round(_points(1, 20, down=True))),
            *(LaidDown(1), *_round(_points(1, 20, down=True))),
            PlayerJoined("Cy"),
            *_round(_points(0, 100), _points(1, 100), out=2),
            GameEnded("late"),
        ],
    ),
    "a class that is no longer in a hand": Scene(
        "five-crowns",
        [WentOut(0), _cards(1, **{"7": 1, "8": 2})],
        [
            _asked(_cards(1, **{"7": 1})),
            _asked(_cards(1, **{"7": 1, "8": 2})),
            _asked(_cards(1, **{"7": 1, "9": 2})),
            _asked(HandCounted(1, Hand(), down=False)),
            _asked(_points(1, 23)),
        ],
    ),
    "a count that is taken back though it was not the last step": Scene(
        "five-crowns",
        [WentOut(0), _points(1, 20), _points(2, 30)],
        [_asked(EntryUndone(2)), _asked(EntryUndone(1)), _unasked(EntryUndone(1))],
        players=3,
    ),
    "one who joins and leaves before they are dealt in": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), PlayerJoined("Cy"), PlayerLeft(2), *_round(_points(1, 7))],
    ),
    "one who joins a game that a correction has ended": Scene(
        "classic-rummy",
        [
            *_round(_points(1, 20)),
            PlayerJoined("Cy"),
            *_round(_points(1, 7), _points(2, 7)),
            RoundCorrected(1, RoundPlay(frozenset(), 0, {1: Hand(points=100)})),
        ],
    ),
    "whoever went out is said to have cards left": Scene(
        "five-crowns", [WentOut(0), _points(0, 20), _points(1, 20)]
    ),
    "without what is undone a round would be doubtful": Scene(
        "five-crowns",
        [WentOut(None), _points(0, 9), _points(1, 9), WentOut(0), RoundScored()],
        [_unasked(EntryUndone(4))],
    ),
    "one who leaves and is back before a card is dealt": Scene(
        "five-crowns", [PlayerLeft(1), PlayerReturned(1)], players=3
    ),
    "whoever misses a round leaves, and is back before a card is dealt": Scene(
        "five-crowns",
        [
            *(PlayerLeft(0), PlayerReturned(0), DealtIn(2, plays=False), PlayerLeft(2)),
            *(PlayerReturned(2), *_round(_points(1, 20), _points(2, 20))),
        ],
        players=3,
    ),
    "nobody is dealt in": Scene(
        "five-crowns", [*(DealtIn(seat, plays=False) for seat in (0, 1)), RoundScored()]
    ),
    "a newcomer who was never there, with a tap since": Scene(
        "five-crowns",
        [PlayerJoined("Cy"), WentOut(0)],
        [_unasked(EntryUndone(1))],
    ),
    "a newcomer who was never there, named since": Scene(
        "five-crowns",
        [PlayerJoined("Cy"), WentOut(2)],
        [_unasked(EntryUndone(1))],
    ),
    "whoever went out leaves": Scene("five-crowns", [WentOut(0), PlayerLeft(0)], players=3),
    "melds of the round, which a count replaces": Scene(
        "rummy-500",
        [
            *(Melded(0, {"K": 3}), Melded(1, {"9": 1, "10": 1, "8": 1}), Melded(0, {"3": 1})),
            *(EntryUndone(3), Melded(2, {"2-9": 3, "2": 1}), Melded(1, {"A": 0})),
            *(PlayerLeft(2), WentOut(0)),
            HandCounted(0, Hand(cards={}), down=False, melded=Hand(cards={"10-K": 3})),
            HandCounted(1, Hand(points=5), down=False),
            HandCounted(1, Hand(points=5), down=False, melded=Hand(points=50)),
            *(EntryUndone(11), HandCounted(1, Hand(), down=False, melded=Hand(points=27))),
            *(HandCounted(1, Hand(cards={"A": 1}), down=False, melded=Hand(points=27)),),
            RoundScored(),
        ],
        players=3,
    ),
    "what can be melded": Scene(
        "rummy-500",
        [Melded(0, {"K": 3}), Melded(1, {"4": 3}), Titled("Ours")],
        [
            *(_asked(Melded(0, {"Q": 3})), _asked(Melded(0, {"Q": 0})), _asked(Melded(0, {}))),
            *(_asked(Melded(0, {"Joker": 1})), _asked(Melded(0, {"Q": -1}))),
            *(_asked(Melded(5, {"Q": 3})), _asked(EntryUndone(1)), _asked(EntryUndone(2))),
        ],
    ),
    "a meld after the count": Scene(
        "rummy-500",
        [WentOut(0), HandCounted(0, Hand(cards={}), down=False, melded=Hand(points=30))],
        [_asked(Melded(0, {"Q": 3})), _asked(Melded(1, {"Q": 3}))],
    ),
    "a meld where melds do not score": Scene(
        "five-crowns", [Melded(0, {"Q": 3})], [_asked(Melded(1, {"K": 3}))]
    ),
    "a meld after the end": Scene(
        "five-crowns", [*_round(_points(1, 20)), GameEnded("late")], [_asked(Melded(0, {"Q": 3}))]
    ),
    "a meld of cards that other rules do not price": Scene(
        "rummy-500",
        [
            RulesChanged(_all_options("rummy-500", numbers="five")),
            *(Melded(0, {"2-9": 3}), Melded(0, {"K": 3})),
            RulesChanged(_all_options("rummy-500")),
        ],
    ),
    "one who joins where most points win": Scene(
        "rummy-500",
        [
            WentOut(0),
            HandCounted(0, Hand(cards={}), down=False, melded=Hand(points=30)),
            HandCounted(1, Hand(points=5), down=False, melded=Hand(points=50)),
            RoundScored(),
            PlayerJoined("Cy"),
        ],
    ),
    "an early end that is undone though it was not the last step": Scene(
        "five-crowns",
        [*_round(_points(1, 20)), GameEnded("late"), Titled("Again")],
        [_asked(EntryUndone(4)), _asked(EntryUndone(1))],
    ),
    "what only the server checks is taken as it is": Scene(
        "five-crowns", [], [_asked(PlayerJoined("Cy", None)), _asked(Titled("Again"))]
    ),
    "an undo of what stood before a correction": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20)),
            WentOut(0),
            RoundCorrected(1, RoundPlay(frozenset(), 0, {1: Hand(points=10)})),
        ],
        [_unasked(EntryUndone(4)), _unasked(EntryUndone(5))],
    ),
    "an undo behind what rests on nothing": Scene(
        "twelve-step-rummy",
        [
            *(LaidDown(1), Noted("late"), Titled("Again"), PlayerRenamed(2, "Cyrus")),
            Adjusted(2, Adjustment(5, "late")),
        ],
        [_unasked(EntryUndone(1)), _asked(EntryUndone(1))],
        players=3,
    ),
    "an undo behind a tap that was taken back before": Scene(
        "twelve-step-rummy",
        [LaidDown(1), EntryUndone(1), LaidDown(2), LaidDown(1)],
        [_unasked(EntryUndone(3))],
        players=3,
    ),
    "an undo behind another undo": Scene(
        "twelve-step-rummy",
        [LaidDown(1), LaidDown(2), EntryUndone(2)],
        [_unasked(EntryUndone(1))],
        players=3,
    ),
    "an undo of a return, with a note since": Scene(
        "five-crowns",
        [PlayerLeft(2), PlayerReturned(2), Noted("late")],
        [_unasked(EntryUndone(2))],
        players=3,
    ),
    "a hand that is counted again after its count was taken back": Scene(
        "five-crowns",
        [WentOut(0), _points(1, 5), _points(1, 6), EntryUndone(3), _points(1, 7)],
        players=3,
    ),
    "a seat that is taken over twice, and back": Scene(
        "twelve-step-rummy",
        [
            *_round(_points(1, 20, down=True), _points(2, 30)),
            SeatTakenOver(0, "Zoe", "Ann"),
            SeatTakenOver(1, "Yan", "Ben"),
            Adjusted(1, Adjustment(5, "late")),
            *_round(_points(1, 20), _points(2, 30), out=0),
            SeatTakenOver(1, "Ben", "Yan"),
            SeatTakenOver(0, "Xu", "Zoe"),
            SeatTakenOver(0, "Zoe", "Xu"),
            *_round(_points(0, 20), _points(2, 30), out=1),
        ],
        [_unasked(EntryUndone(5)), _asked(SeatTakenOver(2, "Xu", "Cy"))],
        players=3,
    ),
    "a seat under a later mark stays with its player": Scene(
        "twelve-step-rummy",
        [SeatTakenOver(0, "Zoe", "Ann"), LaidDown(1), LaidDown(0)],
        [_unasked(EntryUndone(1))],
    ),
    "a newcomer and a returning player leave the deal where it is": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20), _points(2, 20)),
            PlayerLeft(2),
            PlayerJoined("Dee", before=1, deal_stays=True),
            *_round(_points(1, 20), _points(3, 5)),
            PlayerReturned(2, deal_stays=True),
            *_round(_points(1, 20), _points(2, 5), _points(3, 5)),
        ],
        [_asked(PlayerJoined("Eve", 0))],
        players=3,
    ),
    "a seat of a newcomer is taken over before a card is dealt": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20)),
            PlayerJoined("Cy"),
            SeatTakenOver(2, "Zoe", "Cy"),
            PlayerRenamed(2, "Zoë"),
            *_round(_points(1, 20), _points(2, 5)),
            SeatTakenOver(2, "Yan", "Zoë"),
        ],
    ),
    "a dealer who leaves": Scene(
        "five-crowns",
        [DealerChanged(1), PlayerLeft(1), *_round(_points(2, 20))],
        players=3,
    ),
    "two who leave, and the first is back before a card is dealt": Scene(
        "five-crowns", [PlayerLeft(1), PlayerLeft(2), PlayerReturned(1)], players=4
    ),
    "ended early when the best has left": Scene(
        "five-crowns",
        [*_round(_points(1, 20), _points(2, 30)), PlayerLeft(0), GameEnded("late")],
        players=3,
    ),
    "one who is back where nobody starts with the points of others": Scene(
        "five-crowns",
        [
            *_round(_points(1, 20), _points(2, 30)),
            PlayerLeft(1),
            *_round(_points(2, 40)),
            PlayerReturned(1),
        ],
        players=3,
        options={"late_join": "start_at_one"},
    ),
    "of several doubts one is not answered": Scene(
        "five-crowns",
        [
            *[WentOut(None), _points(0, 9), *(_cards(seat) for seat in (1, 2, 3))],
            RoundScored(frozenset(("nobody_out", seat) for seat in (None, 1, 2))),
        ],
        players=4,
    ),
    "several doubts that are answered at once": Scene(
        "five-crowns",
        [WentOut(None), *(_cards(seat) for seat in (0, 1, 2))],
        [_asked(RoundScored(frozenset(("nobody_out", seat) for seat in (None, 0, 1, 2))))],
        players=3,
    ),
    "other house rules that are undone": Scene(
        "twelve-step-rummy", [_TEN_A_FIVE], [_asked(EntryUndone(1))]
    ),
    "an odd number of cards to buy": Scene(
        "king-rummy", [WentOut(0)], players=3, change=_one_deck_and_joker
    ),
    "a play-off that a correction makes a round": Scene(
        "phase-10",
        [
            *(LaidDown(1), WentOut(0), _points(1, 10, down=True)),
            *(Adjusted(0, Adjustment(10, "said")), RoundScored()),
            *(WentOut(0), RoundScored()),
            RoundCorrected(1, RoundPlay(hands={0: Hand(points=10), 1: Hand(points=20)})),
        ],
        change=_one_contract,
    ),
    # Cy finishes, too, with more points; Ben made no contract and has as many points as Ann.
    "a play-off of one who has not finished": Scene(
        "twelve-step-rummy",
        [
            *(LaidDown(0), Adjusted(2, Adjustment(900, "said"))),
            *_round(_points(0, 50, down=True), _points(1, 50), out=2),
            LaidDown(0),
            *_round(_points(0, 10, down=True), _points(1, 10), out=2),
        ],
        players=3,
        options={"winner_rule": "lowest_points_when_someone_finishes", "final_tiebreak": "playoff"},
        change=_two_contracts,
    ),
    "hands that are counted in a play-off": Scene(
        "phase-10",
        [
            *(LaidDown(1), WentOut(0), _points(1, 10, down=True)),
            *(Adjusted(0, Adjustment(10, "said")), RoundScored()),
            *(WentOut(0), _points(1, 999), _points(0, 999)),
        ],
        [_asked(RoundScored())],
        change=_one_contract,
    ),
    "cards that nobody knows": Scene(
        "five-crowns",
        [WentOut(0)],
        [_asked(HandCounted(1, Hand(cards={"1": 1, "Z": 1}), down=False))],
    ),
    "one leaves who did not go out, then who did": Scene(
        "five-crowns", [WentOut(0), _points(1, 20), PlayerLeft(2), PlayerLeft(0)], players=3
    ),
    "a newcomer who starts at the first contract": Scene(
        "twelve-step-rummy",
        [
            *(LaidDown(1), *_round(_points(1, 20, down=True))),
            PlayerJoined("Cy"),
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
            *(WentOut(None), RoundScored()),
            *_went_gin(1, 30, "big_gin"),
        ],
        [_asked(EntryUndone(17)), _asked(WentOut(0, ending="knock"))],
        options={"big_gin": 31, "equal_deadwood": "nobody", "undercut_bonus": 20},
    ),
    "gin where nobody else wins a round": Scene(
        "gin-rummy",
        [*_went_gin(0, 40), *_went_gin(0, 36)],
        [
            _asked(
                RoundCorrected(1, RoundPlay(frozenset({1}), 1, {0: Hand(points=40)}, ending="gin"))
            )
        ],
        options={"shutout": "game"},
    ),
    "a shutout without points for the game": Scene(
        "gin-rummy",
        [*_went_gin(1, 40), Adjusted(0, Adjustment(5, "said")), *_went_gin(1, 36)],
        options={"game_bonus": 0, "boxes": 0},
    ),
    "gin without a settlement": Scene(
        "gin-rummy",
        [*_knocked(0, 3, 60), *_knocked(0, 3, 60)],
        options={"game_bonus": 0, "boxes": 0, "shutout": "none"},
    ),
    "gin that the table ends early": Scene(
        "gin-rummy", [*_knocked(0, 3, 60), PlayerLeft(1), GameEnded("late")]
    ),
    "gin that one plays alone": Scene(
        "gin-rummy",
        [PlayerLeft(1), *(WentOut(0, ending="knock"), _points(0, 5), RoundScored())],
        [_asked(WentOut(0, ending="knock"))],
    ),
    "a repeated knock": Scene(
        "gin-rummy",
        [WentOut(0, ending="knock"), _points(0, 5), _points(1, 20)],
        [
            *(_asked(WentOut(0, ending="knock")), _asked(WentOut(0, ending="gin"))),
            *(_asked(WentOut(0)), _asked(WentOut(0, ending="big_gin")), _asked(WentOut(1))),
            *(_asked(HandCounted(0, Hand(), down=False)), _unasked(RoundScored())),
        ],
    ),
    "a knock with too much deadwood, and one with none": Scene(
        "gin-rummy",
        [*_knocked(0, 25, 30), *(WentOut(1, ending="knock"), _points(1, 0), _points(0, 0))],
        [_asked(RoundScored()), _unasked(RoundScored())],
    ),
    "gin that nobody ends, where that is no void round": Scene(
        "gin-rummy",
        [WentOut(None), _points(0, 5), _points(1, 20)],
        [_asked(RoundScored()), _unasked(RoundScored())],
        change=_scores_without_a_knock,
    ),
    "whoever went gin has cards": Scene(
        "gin-rummy",
        [WentOut(0, ending="gin"), _points(0, 5), _points(1, 20)],
        [_asked(RoundScored())],
    ),
    "a correction for two who are not dealt in": Scene(
        "five-crowns",
        _round(_points(1, 20)),
        [_asked(RoundCorrected(1, RoundPlay(frozenset({5, 7}), 0, {1: Hand(points=5)})))],
    ),
    "a play-off where points before the round decide": Scene(
        "phase-10",
        [
            *(LaidDown(1), WentOut(0), _points(1, 10, down=True)),
            *(Adjusted(0, Adjustment(10, "said")), RoundScored()),
        ],
        options={"tie_points": "before_deciding_round"},
        change=_one_contract,
    ),
}
