"""Several games in one file, `companion-games/1`: one record per line."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from companion.gamefile.history import work_of
from companion.gamefile.reading import Record, read_data
from companion.gamefile.refused import RecordRefused
from companion.gamefile.text import json_of, refuse_more_than_a_game

FORMAT = "companion-games/1"
MOST_BYTES = 4 * 1024**2
MOST_GAMES = 100
_MOST_WORK = 1_000_000  # replayed entries of all games of a file: two seconds


def to_file(records: Iterable[Mapping[str, Any]]) -> str:
    """These game records as one file."""
    lines = (json.dumps(r, ensure_ascii=False, separators=(",", ":")) for r in records)
    games = ",\n".join(lines)
    return f'{{"format": "{FORMAT}", "games": [\n{games}\n]}}\n'


def read_file(content: bytes) -> list[Record]:
    """Parse the games of a file, which may be a single record.

    Raises RecordRefused for the first error, with the number of its game.
    """
    data = json_of(content, MOST_BYTES)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        refuse_more_than_a_game(data)
        return [read_data(data)]
    games = data.get("games")
    if not isinstance(games, list) or data.keys() != {"format", "games"}:
        raise RecordRefused("bad_record", "Games: expected a list of game records, and no more.")
    if len(games) > MOST_GAMES:
        message = f"The file holds more than {MOST_GAMES} games. Import a part of them at a time."
        raise RecordRefused("bad_record", message)
    return _without_too_much_work(_numbered(game, number) for number, game in enumerate(games, 1))


def _without_too_much_work(read: Iterable[Record]) -> list[Record]:
    """Refuse games whose histories take seconds to replay, because that blocks other imports."""
    records: list[Record] = []
    work = 0
    for record in read:
        records.append(record)
        work += work_of(record.entries)
        if work > _MOST_WORK:
            message = "More was undone than in any games. Import fewer games at a time."
            raise RecordRefused("bad_record", message)
    return records


def _numbered(game: object, number: int) -> Record:
    try:
        refuse_more_than_a_game(game)
        return read_data(game)
    except RecordRefused as refused:
        message = f"Game {number} of the file. {refused.message}"
        raise RecordRefused(refused.code, message, refused.round, refused.player) from refused
