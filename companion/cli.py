"""The `companion` command: what can be done without opening the app."""

import sys
from pathlib import Path

import click

from companion.gamefile import RecordRefused, read_record, score, to_json

REFUSED = 2


@click.group()
def main() -> None:
    """Keep score of rummy games played with real cards."""


@main.command("score")
@click.argument("file")
def score_command(file: str) -> None:
    """Print the score of the game record FILE (or - for standard input) as JSON."""
    try:
        record = read_record(_content(file))
    except RecordRefused as refused:
        click.echo(to_json(refused.as_data()).encode(), err=True)
        sys.exit(REFUSED)
    # As bytes: a record is UTF-8 whatever the terminal speaks.
    click.echo(to_json(score(record.ruleset, record.state)).encode())


def _content(file: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        message = f"“{file}” cannot be read: {reason}. Check its name and that you may read it."
        raise RecordRefused("cannot_read", message) from error
