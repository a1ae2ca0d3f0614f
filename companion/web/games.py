"""From a link to the game behind it, and from a tap to an entry in its log."""

import hashlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from flask import abort, request
from flask_babel import gettext
from werkzeug.exceptions import Gone

from companion.records.games import GameDeleted, NoSuchGame, OutOfDate, append, open_game
from companion.records.sitting import Sitting
from companion.rules.doubts import find_doubts
from companion.rules.log import Accepted, Entry, RoundPlay
from companion.rules.refusals import Refused
from companion.rules.rulesets import Ruleset
from companion.rules.state import Deal, OpenRound, State
from companion.web.device import this_device
from companion.web.fields import whole_number
from companion.web.words import refusal_words

_CONFLICT, _UNPROCESSABLE = 409, 422
_DIGEST = 32  # characters: 128 bits
_TOKEN = 16  # bytes: as many
_PUT_BACK_SECONDS = "10"


class MayBePutBack(Gone):
    """The game was deleted; its answer says when to ask again, unlike that of an ended link."""

    def get_headers(self, *args: Any, **kwargs: Any) -> list[tuple[str, str]]:  # noqa: ANN401
        """Those of any error, and Retry-After."""
        return [*super().get_headers(*args, **kwargs), ("Retry-After", _PUT_BACK_SECONDS)]


class NotWritten(Exception):
    """Nothing was kept: the sentence that says why, and the HTTP status.

    `seat` is whose entry it is about, and `field` the name of the field, where there is one.
    """

    def __init__(
        self, sentence: str, status: int, seat: int | None = None, field: str = ""
    ) -> None:
        super().__init__(sentence)
        self.sentence, self.status, self.seat, self.field = sentence, status, seat, field


def the_game(token: str) -> Sitting:
    """The game this link leads to, or a page that says there is none."""
    try:
        return open_game(token)
    except NoSuchGame as none:
        _nothing_there(none)


def write(
    token: str,
    entry_for: Callable[[Sitting], Entry | Sequence[Entry] | None],
    *,
    part: str = "",
) -> State:
    """Add an entry, or several together, for this request; sent twice it is written once.

    What a page sends holds a random key of that page, so only a doubled tap is the same.
    `part` tells apart two entries that one request writes. Raises NotWritten, and Doubted for a
    round that nobody has answered for yet.
    """
    try:
        return append(token, digest_of_form() + part, entry_for, this_device())
    except NoSuchGame as none:
        _nothing_there(none)
    except OutOfDate:
        raise NotWritten(_out_of_date(), _CONFLICT) from None
    except Refused as refused:
        raise not_written(the_game(token), refused) from refused


def _nothing_there(none: NoSuchGame) -> NoReturn:
    if isinstance(none, GameDeleted):
        raise MayBePutBack
    abort(404)


def not_written(sitting: Sitting, refused: Refused) -> NotWritten:
    """A refusal as a page shows it."""
    sentence = refusal_words(refused, sitting.ruleset, sitting.state)
    return NotWritten(sentence, _UNPROCESSABLE, refused.seat)


def accepted_doubts(ruleset: Ruleset, deal: Deal, play: RoundPlay) -> Accepted:
    """The doubts of this round that the page showed and the keeper overrode, as `code:seat`."""
    pairs = [text.partition(":") for text in request.form.getlist("accept")]
    sent = {(code, whole_number(seat)) for code, _, seat in pairs}
    return frozenset(d.key for d in find_doubts(ruleset, deal, play) if d.key in sent)


def token_of_form(file: bytes = b"") -> str | None:
    """A token for what is new on this page: the same page sent twice makes one thing of it.

    `file` is what was sent beside the fields.
    """
    if not request.form.get("key"):
        return None
    sent = hashlib.sha256(digest_of_form().encode() + file).digest()
    return urlsafe_b64encode(sent[:_TOKEN]).decode().rstrip("=")


def digest_of_form(*leave_out: str) -> str:
    """What was sent, in short, but for the CSRF token and these fields."""
    sent = [
        (name, value)
        for name, value in sorted(request.form.items(multi=True))
        if name not in {"csrf_token", *leave_out}
    ]
    return hashlib.sha256(repr((request.path, sent)).encode()).hexdigest()[:_DIGEST]


def _out_of_date() -> str:
    sentence: str = gettext(
        "Something else was written since this page was opened, so nothing was changed. "
        "Look at how it stands now, and do it again if it is still needed."
    )
    return sentence


def same_round(sitting: Sitting) -> OpenRound:
    """The open round, if it is the one the page was made for. Raises OutOfDate."""
    open_round = sitting.state.open
    if open_round is None or request.form.get("round", type=int) != open_round.deal.number:
        raise OutOfDate
    return open_round
