"""Builds games for tests: players, house rules and rounds."""

from collections.abc import Iterable, Mapping
from itertools import starmap
from typing import Any

from companion.rules.fold import entries as e
from companion.rules.fold.replay import replay
from companion.rules.model.play import Ending
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, Seats, State
from companion.rules.reading.catalogue import game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset

TWELVE_STEP = "twelve-step-rummy"
NAMES = ("Ann", "Ben", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida")
ANN, BEN, CY, DEE = range(4)

Left = int | Mapping[str, int] | e.Hand


def rules(**house_rules: Any) -> Ruleset:
    """12-Step Rummy with these house rules."""
    return read_ruleset(apply_house_rules(game_data(TWELVE_STEP), house_rules))


def seats(players: int, first_dealer: int = ANN) -> Seats:
    """The first so many players of the table."""
    return Seats(NAMES[:players], first_dealer)


def a_hand(left: Left) -> e.Hand:
    """Leftovers: points as a typed total, or cards by name."""
    if isinstance(left, e.Hand):
        return left
    return e.Hand(points=left) if isinstance(left, int) else e.Hand(cards=left)


def a_round(
    out: int | None,
    left: Mapping[int, Left] | None = None,
    down: Iterable[int] = (),
    buys: Mapping[int, int] | None = None,
    adjusted: Mapping[int, int] | None = None,
    melded: Mapping[int, Left] | None = None,
    *,
    went_rummy: bool = False,
    ending: Ending | None = None,
) -> e.RoundPlay:
    """The player who went out (and so is down), the leftovers of others, and who else was down."""
    return e.RoundPlay(
        laid_down=frozenset(down) | ({out} - {None}),
        went_out=out,
        hands={seat: a_hand(cards) for seat, cards in (left or {}).items()},
        buys=buys or {},
        adjustments={s: e.Adjustment(points, "agreed") for s, points in (adjusted or {}).items()},
        melded={seat: a_hand(cards) for seat, cards in (melded or {}).items()},
        went_rummy=went_rummy,
        ending=ending,
    )


def entries_of(play: e.RoundPlay, accepted: e.Accepted = frozenset()) -> list[e.Entry]:
    """The entries of a round: down, out, the hands, written down."""
    return [
        *(e.LaidDown(seat) for seat in sorted(play.laid_down - {play.went_out})),
        e.WentOut(play.went_out, play.went_rummy, play.ending),
        *([e.TurnedUp(play.turned_up)] if play.turned_up else []),
        *starmap(e.Dropped, play.drops.items()),
        *(
            e.HandCounted(
                seat,
                play.hands.get(seat, e.Hand()),
                seat in play.laid_down,
                play.buys.get(seat),
                play.melded.get(seat),
            )
            for seat in sorted({*play.hands, *play.melded})
        ),
        *(e.Adjusted(seat, adjustment) for seat, adjustment in play.adjustments.items()),
        e.RoundScored(accepted),
    ]


def log_of(*happenings: e.Entry | e.RoundPlay) -> list[e.Entry]:
    """A log: single entries as given, and rounds as the entries that write them down."""
    log: list[e.Entry] = []
    for happening in happenings:
        log += entries_of(happening) if isinstance(happening, e.RoundPlay) else [happening]
    return log


def table_after(
    *happenings: e.Entry | e.RoundPlay,
    players: int = 2,
    first_dealer: int = ANN,
    **house_rules: Any,
) -> State:
    """The state of a game of 12-Step Rummy after these entries."""
    return replay(rules(**house_rules), seats(players, first_dealer), log_of(*happenings))


def check(ruleset: Ruleset, state: State, entry: e.Entry) -> None:
    """Whether the log accepts this entry now. Raises Refused or Doubted."""
    entry.check(ruleset, state)


def a_deal(players: int = 2, contract: int = 1, **house_rules: Any) -> Deal:
    """A deal in which everybody is on the same contract."""
    ruleset = rules(**house_rules)
    return Deal(
        number=1,
        planned=1,
        dealer=ANN,
        leads=BEN,
        players=tuple(range(players)),
        contracts=dict.fromkeys(range(players), contract),
        cards=ruleset.dealt(1, players),
        decks=ruleset.decks_for(players),
        values=ruleset.card_values,
        scoring=ruleset.scoring,
        down_counts=ruleset.down_counts,
    )
