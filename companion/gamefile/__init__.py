"""Game records: one game as a JSON file, to keep, to move and to score."""

from companion.gamefile.reading import Record, read_record
from companion.gamefile.refused import RecordRefused
from companion.gamefile.scoring import score
from companion.gamefile.text import MOST_BYTES, to_json
from companion.gamefile.writing import write_record

__all__ = [
    "MOST_BYTES",
    "Record",
    "RecordRefused",
    "read_record",
    "score",
    "to_json",
    "write_record",
]
