"""From a link to its game, and from a request to an entry of the log."""

import hashlib
from contextlib import suppress
from typing import Any, NoReturn, cast

from flask import abort, current_app, flash, redirect, request, url_for
from flask_babel import gettext
from sqlalchemy.exc import DBAPIError
from werkzeug.exceptions import Gone, NotFound

from companion.fair_queue import TooBusy
from companion.records.log.games import GameDeleted, NoSuchGame, Written, open_game
from companion.records.log.games import write as write_game
from companion.records.log.stored_game import StoredGame
from companion.records.people.limits import wrong_links
from companion.records.people.links import count_wrong_link, new_key, token_of
from companion.records.store.book_ids import BookNow, book_now
from companion.records.store.database import milliseconds
from companion.rules.decide import Command, Conflict
from companion.rules.fold.entries import Accepted, DoubtCode, Entry
from companion.rules.judging.refusals import Refused
from companion.rules.model.state import OpenRound
from companion.web.forms.fields import whole_number
from companion.web.game.phones import this_device
from companion.web.game.positions import remember_colours, restored_book_sentence
from companion.web.game.source import source_of_request
from companion.web.words.doubts import refusal_words
from companion.web.words.terms import set_game

_CONFLICT, _UNPROCESSABLE = 409, 422
_DIGEST = 32  # 128 bits
_PUT_BACK_SECONDS = "10"
BOOK_HEADER, BACKUP_HEADER = "Companion-Book", "Companion-Book-Backup"


class MayBePutBack(Gone):
    """The game was deleted; the response says when to retry, unlike that of an ended link."""

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:  # noqa: ANN401
        """The headers of any error, and Retry-After."""
        return [*super().get_headers(*args, **kwargs), ("Retry-After", _PUT_BACK_SECONDS)]


class NotInThisBook(NotFound):
    """No game has this link; the headers tell a page whether a restored book lacks its game.

    It does if `book` differs from the id of the page's book; unless that is the book of the backup,
    and the page knows nothing newer: then the game was deleted before.
    """

    def __init__(self, book: BookNow) -> None:
        super().__init__()
        self.book = book

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:  # noqa: ANN401
        """The headers of any error, the id of the book, and the id and time (ms) of its backup."""
        key, copied_from, as_of = self.book
        of_book = [(BOOK_HEADER, key)] if key else []
        if copied_from and as_of:
            of_book.append((BACKUP_HEADER, f"{copied_from} {milliseconds(as_of)}"))
        return [*super().get_headers(*args, **kwargs), *of_book]


class NotWritten(Exception):
    """Nothing was written: a sentence with the reason, and the HTTP status.

    `seat` is the player concerned, if any.
    """

    def __init__(self, sentence: str, status: int, seat: int | None = None) -> None:
        super().__init__(sentence)
        self.sentence, self.status, self.seat = sentence, status, seat


def the_game(token: str) -> StoredGame:
    """The game of this link; an error page otherwise."""
    try:
        stored = open_game(token)
    except NoSuchGame as none:
        _nothing_there(none, token)
    remember_colours(stored.colours)
    set_game(stored.ruleset)
    return stored


def finished_game(token: str) -> StoredGame:
    """The game of this link. As long as it is played, it redirects to the table."""
    stored = the_game(token)
    if not stored.state.outcome.over:
        abort(redirect(url_for("table.page", token=token), 303))
    return stored


def command_for_round(*entries: Entry) -> Command:
    """The command of this request, for the round of its page."""
    return Command(entries, version_seen(), round=round_seen())


def command_for_game(*entries: Entry) -> Command:
    """The command of this request, for any round."""
    return Command(entries, version_seen())


def round_seen() -> int:
    """The number of the round of the page; 0 if it states none."""
    return request.form.get("round", type=int) or 0


def open_round_of(stored: StoredGame, message: str = "") -> OpenRound:
    """The open round. After the end it redirects to the winner, with this message."""
    if stored.state.open is None:
        if message:
            flash(message)
        abort(redirect(url_for("sheet.final", token=stored.token), 303))
    return stored.state.open


def open_round_seen(stored: StoredGame) -> OpenRound:
    """The open round, if it is that of the page. Raises NotWritten."""
    open_round = stored.state.open
    if open_round is None or open_round.deal.number != round_seen():
        raise out_of_date()
    return open_round


def version_seen() -> int:
    """The length of the log when the page was rendered."""
    return request.form.get("version", type=int) or 0


def write(token: str, command: Command, *, put_away: int | None = None) -> Written:
    """Write this command for this request; idempotent.

    The key of a command is a random key of the page, so only a repeated tap has the same one.
    `put_away` is the seat whose hand this phone has finished counting. Raises NotWritten, Conflict
    if another phone has stored a hand or named who went out, and Doubted for doubts that are not
    accepted yet.
    """
    try:
        return write_game(token, digest_of_form(), command, this_device(), put_away=put_away)
    except NoSuchGame as none:
        _nothing_there(none, token)
    except Refused as refused:
        raise not_written(the_game(token), refused) from refused
    except Conflict as conflict:
        if conflict.code == "out_of_date":
            raise out_of_date() from None
        if conflict.code == "ahead":
            raise NotWritten(restored_book_sentence(), _CONFLICT) from None
        raise


def repeated_request(stored: StoredGame) -> Written | None:
    """The result of this very request, if it was delivered before: it need not be parsed again."""
    is_known = stored.written_by(digest_of_form()) is not None
    return Written(stored, stored) if is_known else None


def _nothing_there(none: NoSuchGame, token: str) -> NoReturn:
    if isinstance(none, GameDeleted):
        raise MayBePutBack
    book = book_now()
    with suppress(TooBusy, DBAPIError):  # a book that is not writable has no such game either
        at_most = wrong_links(*current_app.config["LINKS_AN_HOUR"])
        count_wrong_link(token, source_of_request(), at_most)
    raise NotInThisBook(book)


def not_written(stored: StoredGame, refused: Refused) -> NotWritten:
    """The sentence of a refusal."""
    sentence = refusal_words(refused, stored.ruleset, stored.state)
    return NotWritten(sentence, _UNPROCESSABLE, refused.seat)


def accepted_doubts() -> Accepted:
    """The doubts that were shown and accepted, sent as `code:seat`."""
    pairs = [text.partition(":") for text in request.form.getlist("accept")]
    return frozenset((cast("DoubtCode", code), whole_number(seat)) for code, _, seat in pairs)


def key_of_form() -> str:
    """The tap key of the form, which a preview keeps; a new one for a form that is not sent yet."""
    return request.form.get("key") or new_key()


def token_of_form(file: bytes = b"") -> str | None:
    """A token for a new object, derived from the form, so a repeated request creates one.

    `file` is the uploaded file.
    """
    if not request.form.get("key"):
        return None
    sent = hashlib.sha256(digest_of_form().encode() + file).digest()
    return token_of(sent)


def digest_of_form(*leave_out: str) -> str:
    """A digest of the form, without the CSRF token and these fields."""
    sent = [
        (name, value)
        for name, value in sorted(request.form.items(multi=True))
        if name not in {"csrf_token", *leave_out}
    ]
    return hashlib.sha256(repr((request.path, sent)).encode()).hexdigest()[:_DIGEST]


def out_of_date() -> NotWritten:
    """The page is stale, so it is unclear whether the request is still intended."""
    sentence = gettext(
        "The game has changed since this page was opened, so nothing was saved. Look at the "
        "current state, and try again if you still need to."
    )
    return NotWritten(sentence, _CONFLICT)
