"""What an open page carries of its game, as data: enough to go on with it without the server."""

from typing import Any

from flask import request, url_for
from flask_wtf.csrf import generate_csrf

from companion.records.database import milliseconds
from companion.records.kept_game import KeptGame
from companion.rules.fold.entries import write_entry
from companion.rules.reading.ruleset_data import ruleset_data
from companion.web.http.device import this_device
from companion.web.http.phones import Phones
from companion.web.http.signed_rules import signed

Data = dict[str, Any]


def is_first_look() -> bool:
    """Whether this page is opened; one that follows the game has its data already."""
    return "Companion-Live" not in request.headers


def carried_game(phones: Phones, *, with_key: bool = True) -> Data:
    """The game of these phones as `static/js/sync/game.js` reads it on this one.

    `seat` is whose phone this is, None for nobody's; `log` is the JSON door, `key` what it asks of
    a page that writes, `others` the numbers of the entries that were written on other phones,
    `names` the public names of all entries one after another (`records.resent`). A page that is
    the same for every phone has no key, and sets no cookie. `restart` is what it takes to start
    the game again, None for a page that does not write.
    """
    kept = phones.kept
    here = kept.written_on(phones.here)
    writes = with_key and kept.may_score
    if writes:
        this_device()  # what it writes is told from what others do, from the first tap on
    return {
        "link": kept.token,
        "may_score": kept.may_score,
        "seat": phones.seat,
        "phones": counting_elsewhere(phones),
        "key": generate_csrf() if writes else None,
        "restart": _restart(kept) if writes else None,
        "log": url_for("api.log", token=kept.token),
        "live": url_for("live.stream", token=kept.token),
        "ruleset": ruleset_data(kept.ruleset),
        "seats": {"names": kept.seats.names, "first_dealer": kept.seats.first_dealer},
        "entries": [_entry(kept, n) for n in range(1, kept.game.version + 1)],
        "others": [n for n in range(1, kept.game.version + 1) if n not in here],
        **_place(kept),
        "names": "".join(tap.name for tap in kept.taps) if kept.may_score else "",
    }


def _restart(kept: KeptGame) -> Data:
    """What a phone sends to start this game again, should a restored book lack it (ADR 27).

    `made` is when it was dealt, in milliseconds.
    """
    return {
        "rules": signed(kept.game.snapshot_data),
        "title": kept.row.title,
        "made": milliseconds(kept.row.started_at),
        "to": url_for("new_game_alone.start"),
        "key": url_for("new_game_alone.key"),
    }


def tail_of(kept: KeptGame, after: int, device: str | None) -> Data:
    """The log after the entry with the number `after`; as this device is told it.

    What it wrote itself comes with the name of its tap: the answer to that may have been lost.
    `ruleset` are the rules as data where the tail may change them, also where it changes them back:
    the page may have gone on since it asked. `book`, `mark` and `at` say which log this is the tail
    of.
    """
    tail = {
        "version": kept.game.version,
        **_place(kept),
        "entries": [line(kept, n, device) for n in range(after + 1, kept.game.version + 1)],
    }
    is_other = kept.game.may_change_rules_after(after)
    return tail | {"ruleset": ruleset_data(kept.ruleset)} if is_other else tail


def whole_log(kept: KeptGame, device: str | None) -> Data:
    """All of the log with the rules in force, for a page that cannot go on from its own."""
    return tail_of(kept, 0, device) | {"ruleset": ruleset_data(kept.ruleset)}


def _place(kept: KeptGame) -> Data:
    """Which log this is: the id of the score book, a digest of the log, and how old it is.

    `at` is a time at which this book has had it, in milliseconds: when its newest entry was
    written, or later. What came from a file may have entries that are older than the book.
    """
    known = kept.row.changed_at or kept.row.started_at  # a table that nobody plays at has no row
    newest = max([known, *(tap.kept_at for tap in kept.taps[-1:])])
    return {"book": kept.book, "mark": kept.mark(), "at": milliseconds(newest)}


def counting_elsewhere(phones: Phones) -> list[Data]:
    """The hands that other phones have open: whose, what people call the phone, whether its own."""
    return [
        {"seat": seat, "words": phones.counting(seat).striptags(), "own": phones.counts_own(seat)}
        for seat in phones.still_counting
    ]


def line(kept: KeptGame, number: int, device: str | None) -> Data:
    """An entry of the log in its envelope; `here` says that this very device wrote it.

    The entry is nested: a field of its own may have the name of one of the envelope.
    """
    tap = kept.taps[number - 1]
    here = device is not None and tap.device == device
    known = {"number": number, "entry": _entry(kept, number), "here": here, "name": tap.name}
    return known | {"tap": tap.press} if here else known


def _entry(kept: KeptGame, number: int) -> Data:
    """As the JSON door and the fold in the browser have it: its kind beside its fields."""
    kind, fields = write_entry(kept.entries[number - 1])
    return {"kind": kind, **fields}
