"""Parses a round of a record, which has only keys that its rules read."""

from collections.abc import Sequence

from companion.gamefile.named import read_named
from companion.gamefile.players import Players
from companion.gamefile.refused import RecordRefused
from companion.rules.fold.entries import Hand, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.sections import Data

_WHY_UNREAD = {
    "drops": "has no drops",
    "turned_up": "does not ask which card is turned up",
    "went_rummy": "does not count going rummy",
    "went_out": "has only points",
    "ending": "has no knocking",
    "melded": "scores no melds",
}


def unread_keys(rules: Sequence[Ruleset]) -> list[str]:
    """The keys of a round that none of these rules reads."""
    return [key for key in rules[0].unread if all(key in each.unread for each in rules)]


def read_round(line: Data, number: int, players: Players, rules: Sequence[Ruleset]) -> RoundPlay:
    """The play of a round, by the `rules` in force and by earlier ones of the game, in this order.

    Raises RecordRefused (`unknown_player`, `not_in_this_game`).
    """
    _refuse_other_games_keys(line, number, rules)
    fields, ruleset = read_named(line, lambda name: players.seat(name, number)), rules[0]
    # Uncounted melds are blank, not zero, in games that score them.
    scores, melds = ruleset.scoring.melds_score, fields.get("melded", {})
    fields["melded"] = {seat: laid or Hand() for seat, laid in melds.items() if laid or scores}
    if ruleset.knocking and fields["went_out"] is not None:
        fields["ending"] = fields.get("ending") or ruleset.ending(None)
    return RoundPlay(**fields)


def _refuse_other_games_keys(line: Data, number: int, rules: Sequence[Ruleset]) -> None:
    """Refuse keys for what was never played in this game: melds, going rummy, drops, ..."""
    for key in unread_keys(rules):
        why = _WHY_UNREAD[key]
        if line.get(key):
            raise _not_in_this_game(key, why, number, rules[0])
        for name, row in line.get("hands", {}).items():
            if key in row:
                raise _not_in_this_game(key, why, number, rules[0], name)


def _not_in_this_game(
    key: str, why: str, number: int, ruleset: Ruleset, name: str | None = None
) -> RecordRefused:
    place = f"Round {number}" if name is None else f"Round {number}, {name}"
    message = f"{place}: {ruleset.name} {why}. Take “{key}” out."
    return RecordRefused("not_in_this_game", message, number, name)
