"""Any game of the catalogue for tests: its rules, a deal, and played games."""

from functools import lru_cache
from typing import Any

from companion.rules.fold.entries import Entry, Hand, RoundPlay
from companion.rules.fold.replay import replay
from companion.rules.judging.doubts import find_doubts
from companion.rules.model.cards import hand_points
from companion.rules.model.ruleset import Ruleset
from companion.rules.model.state import Deal, PlayedRound, State
from companion.rules.reading.catalogue import catalogue, game_data
from companion.rules.reading.house_rules import apply_house_rules
from companion.rules.reading.ruleset import read_ruleset
from tests.unit.table import ANN, BEN, Left, a_hand, log_of, seats

# The games whose cards are known.
CARD_GAMES = [key for key, ruleset in catalogue().items() if not ruleset.scoring.only_points]


def game(key: str, **house_rules: Any) -> Ruleset:
    """The rules of a game with these house rules."""
    return _game(key, (*house_rules,), *house_rules.values())


@lru_cache(maxsize=None, typed=True)  # True is not 1
def _game(key: str, names: tuple[str, ...], *choices: Any) -> Ruleset:
    options = dict(zip(names, choices, strict=True))
    return read_ruleset(apply_house_rules(game_data(key), options))


def played(
    key: str, *happenings: Entry | RoundPlay, players: int = 3, dealer: int = ANN, **rules: Any
) -> State:
    """The state of a game after these entries."""
    return replay(game(key, **rules), seats(players, dealer), log_of(*happenings))


def dealt(ruleset: Ruleset, number: int = 1, players: int = 3, contract: int | None = None) -> Deal:
    """Round `number` of a game; everybody is on the contract of that number, or another."""
    on = contract or min(number, len(ruleset.contracts))
    cards = ruleset.dealt(number, players)
    return Deal(
        number=number,
        planned=number,
        dealer=ANN,
        leads=BEN,
        players=tuple(range(players)),
        contracts=dict.fromkeys(range(players), on) if ruleset.contracts else {},
        cards=cards,
        decks=ruleset.decks_for(players),
        values=ruleset.card_values_for(cards),
        scoring=ruleset.scoring,
        down_counts=ruleset.down_counts,
    )


def cost(key: str, left: Left, number: int = 1, **rules: Any) -> int:
    """The points of these cards in round `number`."""
    deal = dealt(game(key, **rules), number)
    return hand_points(deal.values, Hand() if left == {} else a_hand(left))


def doubts(key: str, play: RoundPlay, number: int = 1, players: int = 3, **rules: Any) -> set[str]:
    """The codes of all doubts about this round."""
    ruleset = game(key, **rules)
    return {
        doubt.code
        for doubt in find_doubts(PlayedRound(ruleset, dealt(ruleset, number, players), play))
    }
