"""All figures from one run: `python -m bench`, or with --json for programs."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask
from flask_migrate import upgrade
from playwright.sync_api import Browser

from bench.arriving import arriving
from bench.benchmark_round import benchmark_round
from bench.figures import Figure, as_json, as_table
from bench.first_load import first_load, later_loads
from bench.folding import folding
from bench.held import held
from bench.judging import judging
from bench.listening import listening
from bench.live_update import live_update
from bench.long_lists import long_lists
from bench.memory import peak_memory
from bench.on_paper import on_paper
from bench.one_hand import one_hand
from bench.own_phones import own_phones
from bench.phone import chromium
from bench.played import game_in_a_count
from bench.replaying import replaying
from bench.servers import Server, app_server, bare_server
from bench.touching import touching
from bench.walking import walking
from bench.writers import on_postgresql, writers
from bench.writing_down import writing_down
from companion.app import create_app
from companion.book.backup import default_instance

_PARTS = {"lists": long_lists, "paper": on_paper}


def main() -> None:
    """Measure, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--only", choices=_PARTS, help="what takes no server and no browser")
    told = parser.parse_args()
    figures = _part(_PARTS[told.only]) if told.only else _all_figures()
    show = as_json if told.json else as_table
    print(show([_said(figure) for figure in figures]))


def _part(measure: Callable[[Flask], Iterable[Figure]]) -> Iterator[Figure]:
    """Figures without server or browser."""
    with _scratch() as folder:
        app = create_app(instance=folder)
        with app.app_context():
            upgrade()
        yield from measure(app)


def _said(figure: Figure) -> Figure:
    """Yield each figure as it is measured, so that a failure loses none of the others."""
    print(*figure.as_row(), sep="  ", file=sys.stderr, flush=True)
    return figure


def _all_figures() -> Iterator[Figure]:
    for name in [name for name in os.environ if name.startswith("COMPANION_")]:
        del os.environ[name]  # settings of this shell must not influence the measurement
    yield from replaying()
    yield from judging()
    with _scratch() as folder, app_server(folder) as ours, bare_server(folder, ours) as bare:
        app = create_app(instance=folder)
        with chromium() as browser:
            yield from _on_a_phone(browser, app, ours)
        yield from one_hand(app, ours, bare)
        yield from listening(app, ours)
        yield from long_lists(app)
        yield from on_paper(app)
        yield from live_update(app, ours)
        yield from writers(app, ours, "SQLite")
        yield from held(app, ours, folder / "companion.sqlite")
        yield from peak_memory(ours)
    with _scratch() as folder:
        yield from on_postgresql(folder)
    with _scratch() as folder:
        yield from arriving(folder)


def _on_a_phone(browser: Browser, app: Flask, ours: Server) -> Iterator[Figure]:
    with app.app_context():
        token, _ = game_in_a_count(rounds=3)
    yield from first_load(browser, "home", f"{ours.address}/")
    table = f"{ours.address}/g/{token}/"
    yield from first_load(browser, "table", table)
    then = {"count": f"{table}count/2", "sheet": f"{table}sheet", "rules": f"{table}rules"}
    yield from later_loads(browser, table, then)
    yield from touching(browser, app, ours.address)
    yield from walking(browser, app, ours.address)
    yield from writing_down(browser, app, ours.address)
    yield from folding(browser, ours.address)
    yield from benchmark_round(browser, app, ours.address)
    yield from own_phones(browser, app, ours.address)


@contextmanager
def _scratch() -> Iterator[Path]:
    """A folder on the real disk, so that commits have their real cost."""
    with tempfile.TemporaryDirectory(prefix="bench-", dir=default_instance()) as folder:
        yield Path(folder)


if __name__ == "__main__":
    main()
