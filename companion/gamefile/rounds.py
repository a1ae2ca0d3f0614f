"""Parses a round of a record."""

from companion.gamefile.named import read_named
from companion.gamefile.players import Players
from companion.gamefile.refused import RecordRefused
from companion.rules.fold.entries import Hand, RoundPlay
from companion.rules.model.ruleset import Ruleset
from companion.rules.reading.sections import Data


def read_round(line: Data, number: int, players: Players, ruleset: Ruleset) -> RoundPlay:
    """The play of a round. Raises RecordRefused (`unknown_player`, `not_in_this_game`)."""
    _refuse_other_games_keys(line, number, ruleset)
    said = read_named(line, lambda name: players.seat(name, number))
    # Uncounted melds are blank, not zero, in games that score them.
    scores, melds = ruleset.scoring.melds_score, said.get("melded", {})
    said["melded"] = {seat: laid or Hand() for seat, laid in melds.items()} if scores else {}
    if ruleset.knocking and said["went_out"] is not None:
        said["ending"] = said.get("ending") or ruleset.knocking.ending(None)
    return RoundPlay(**said)


def _refuse_other_games_keys(line: Data, number: int, ruleset: Ruleset) -> None:
    """Refuse keys for what is not played in this game: melds, going rummy, a knock, drops, ..."""
    for key, is_played, why in (
        ("drops", ruleset.drops is not None, "has no drops"),
        ("wild", ruleset.draws_wild, "draws no wild rank"),
    ):
        if line.get(key) and not is_played:
            raise _not_in_this_game(key, why, number, ruleset)
    if line.get("went_rummy") and not ruleset.rummy_doubles:
        raise _not_in_this_game("went_rummy", "does not double for going rummy", number, ruleset)
    if line.get("ending") and not ruleset.knocking:
        raise _not_in_this_game("ending", "has no knocking", number, ruleset)
    for name, row in line.get("hands", {}).items():
        if "melded" in row and not ruleset.scoring.melds_score:
            raise _not_in_this_game("melded", "scores no melds", number, ruleset, name)


def _not_in_this_game(
    key: str, why: str, number: int, ruleset: Ruleset, name: str | None = None
) -> RecordRefused:
    place = f"Round {number}" if name is None else f"Round {number}, {name}"
    message = f"{place}: {ruleset.name} {why}. Take “{key}” out."
    return RecordRefused("not_in_this_game", message, number, name)
