"""Game records: one game as a JSON file, for export, import and scoring."""

from companion.gamefile.history import write_history
from companion.gamefile.reading import Record, plain, read_data, read_record
from companion.gamefile.refused import RecordRefused
from companion.gamefile.scoring import score, score_now
from companion.gamefile.text import MOST_BYTES, to_json
from companion.gamefile.writing import write_record

__all__ = [
    "MOST_BYTES",
    "Record",
    "RecordRefused",
    "plain",
    "read_data",
    "read_record",
    "score",
    "score_now",
    "to_json",
    "write_history",
    "write_record",
]
