"""The game data embedded in an open page, with which it works offline."""

from typing import Any

from flask import url_for
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from companion.records.log.stored_game import StoredGame
from companion.records.store.database import milliseconds
from companion.rules.fold.entries import write_entry
from companion.rules.reading.ruleset import ruleset_data
from companion.web.game.phones import Phones, this_device
from companion.web.game.signing import signed

Data = dict[str, Any]


def embedded_game(phones: Phones, *, with_key: bool = True) -> Data:
    """The game as `static/js/sync/game.js` reads it on this phone.

    `seat` is that of this phone, None for none; `log` is the URL of the JSON API, `key` its CSRF
    key, `others` the numbers of the entries of other phones, `names` the concatenated public names
    of all entries (`records.resent`). A page that is the same for every phone has no key, and sets
    no cookie. `restart` is the data to start the game again, None for a read-only page.
    """
    stored = phones.stored
    here = stored.written_on(phones.here)
    writes = with_key and stored.may_score
    if writes:
        this_device()  # the device id must exist before the first tap, to recognise its own entries
    return {
        "link": stored.token,
        "may_score": stored.may_score,
        "seat": phones.seat,
        "phones": phones.counting_elsewhere(),
        "key": generate_csrf() if writes else None,
        "restart": _restart(stored) if writes else None,
        "log": url_for("api.log", token=stored.token),
        "live": url_for("live.stream", token=stored.token),
        "ruleset": ruleset_data(stored.ruleset),
        "seats": {"names": stored.seats.names, "first_dealer": stored.seats.first_dealer},
        "entries": [_entry(stored, n) for n in range(1, stored.game.version + 1)],
        "others": [n for n in range(1, stored.game.version + 1) if n not in here],
        **_place(stored),
        "names": "".join(tap.name for tap in stored.taps) if stored.may_score else "",
    }


def key_and_cookie() -> ResponseReturnValue:
    """The CSRF key that every write needs, and the cookie that it belongs to.

    For a program, and for a cached page, whose own key may belong to another cookie.
    """
    this_device()
    return {"key": generate_csrf()}, {"Cache-Control": "no-store"}


def _restart(stored: StoredGame) -> Data:
    """The data to start this game again if a restored book lacks it (ADR 27).

    `made` is the time of the deal, in milliseconds.
    """
    known = {"title": stored.row.title, "made": milliseconds(stored.row.started_at)}
    return how_to_start(stored.game.snapshot_data) | known


def how_to_start(rules: Data) -> Data:
    """The fields and the URL of the request that starts a game by these rules."""
    return {
        "rules": signed(rules),
        "to": url_for("new_game_alone.start"),
        "key": url_for("new_game_alone.key"),
    }


def tail_of(stored: StoredGame, after: int, device: str | None) -> Data:
    """The log after the entry with number `after`, for this device.

    Its own entries come with their keys, because the response to a tap may have been lost.
    `ruleset` are the rules as data if the tail may change them, even back: the page may have gone
    on since its request. `book`, `mark` and `at` identify the log.
    """
    tail = {
        "version": stored.game.version,
        **_place(stored),
        "entries": [line(stored, n, device) for n in range(after + 1, stored.game.version + 1)],
    }
    is_other = stored.game.may_change_rules_after(after)
    return tail | {"ruleset": ruleset_data(stored.ruleset)} if is_other else tail


def whole_log(stored: StoredGame, device: str | None) -> Data:
    """The whole log with the rules in force, for a page that cannot continue from its own."""
    return tail_of(stored, 0, device) | {"ruleset": ruleset_data(stored.ruleset)}


def _place(stored: StoredGame) -> Data:
    """The identity of this log: the id of the score book, a digest of the log, and its age.

    `at` is a time, in milliseconds, at which this book had it: when its newest entry was written,
    or later. Imported entries may be older than the book.
    """
    known = stored.row.changed_at or stored.row.started_at  # a game that is not started has no row
    newest = max([known, *(tap.kept_at for tap in stored.taps[-1:])])
    return {"book": stored.book, "mark": stored.mark(), "at": milliseconds(newest)}


def line(stored: StoredGame, number: int, device: str | None) -> Data:
    """An entry of the log in an envelope; `here` says that this device wrote it.

    The entry is nested, because its fields may have the names of those of the envelope.
    """
    tap = stored.taps[number - 1]
    here = device is not None and tap.device == device
    known = {"number": number, "entry": _entry(stored, number), "here": here, "name": tap.name}
    return known | {"tap": tap.press} if here else known


def _entry(stored: StoredGame, number: int) -> Data:
    """The entry as the JSON API and the browser's fold have it: its kind beside its fields."""
    kind, fields = write_entry(stored.entries[number - 1])
    return {"kind": kind, **fields}
