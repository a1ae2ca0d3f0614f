"""Everything that an open page needs to draw a round offline: templates, words and drawings."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from http import HTTPStatus
from typing import Any, ClassVar, Self

import brotli
from flask import Blueprint, Response, make_response, render_template, request
from flask_babel import get_locale

from companion.records.log.stored_game import StoredGame
from companion.records.people.links import new_key
from companion.rules.model.cards import CardClass, CountedPart
from companion.rules.model.house_rules import Switched
from companion.rules.model.ruleset import MOST_BUYS, Ruleset
from companion.web.forms.fields import COUNTED, TOTAL
from companion.web.forms.hand_form import DOWN_CHOICES
from companion.web.game.gateway import the_game
from companion.web.game.page import without_indentation
from companion.web.game.phones import phones_at, place_of_seat
from companion.web.local_time import day_of
from companion.web.pages.counting.forms import NAMES_OF_STEPS
from companion.web.words.blanks import Blank
from companion.web.words.doubts import doubt_blanks, refusal_blanks
from companion.web.words.entries import note_blanks, step_blanks
from companion.web.words.hands import came_to_words
from companion.web.words.playing import nobody_out_words
from companion.web.words.text import date_words
from companion.web.words.winners import far_blanks, put_out_words, why_blanks

_TYPED = {"field": COUNTED, "total": TOTAL}


class BlankHand(Blank):
    """The form of a hand without values; it depends on the rules only."""

    errors: ClassVar[tuple[str, ...]] = ()
    may_be_negative: bool
    has_bonuses: bool
    total: "BlankHand"

    def of(self, ruleset: Ruleset, part: CountedPart) -> Self:
        """With what the label of the total depends on: a placeholder is always true."""
        self.has_bonuses = bool(ruleset.card_values.of_part(part).extras)
        self.total = BlankHand(f"{self.path}.total")
        self.total.may_be_negative = ruleset.scoring.only_points
        return self

    @property
    def render_kw(self) -> dict[str, str]:
        """The attributes of its inputs."""
        return _TYPED.get(self.path.rpartition(".")[2], {})

    def __iter__(self) -> Iterator["_BlankOption"]:
        """Down, or not."""
        return (_BlankOption(choice.value, choice.label) for choice in DOWN_CHOICES)


class _BlankOption:
    checked = False

    def __init__(self, data: str, text: Any) -> None:  # noqa: ANN401 - a lazy text
        self.data, self.label = data, _Label(text)


class _Label:
    def __init__(self, text: Any) -> None:  # noqa: ANN401
        self.text = text


class _BlankBuys:
    """The number of buys, as a placeholder."""

    id = name = "buys"
    most = MOST_BUYS
    count = None
    errors: ClassVar[tuple[str, ...]] = ()


class BlankHandForm(BlankHand):
    """The whole form: `buys` and `melded` are None if the rules have no such thing."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__("form")
        self.buys = _BlankBuys() if ruleset.buys.allowed else None
        melded = BlankHand("form.melded").of(ruleset, "melded")
        self.melded = melded if ruleset.scoring.melds_score else None
        self.of(ruleset, "held")
        self.down = _BlankDown("form.down")
        self.asked = _BlankAsked()

    def __getattr__(self, name: str) -> BlankHand:  # type: ignore[override]
        """A field, or its keys. Raises AttributeError for dunder names."""
        part: BlankHand = getattr(BlankHand(self.path), name)
        return part


class _BlankAsked:
    """No question has been asked yet."""

    name, data = "asked", ""


class _BlankDown(BlankHand):
    name = "down"


blueprint = Blueprint("drawings", __name__, url_prefix="/g/<token>")


_BROTLI = 10  # 12 % smaller than with the level of other pages, for 70 ms once per game
_PACKED = ("br", "gzip")  # the smallest first
_LINK = new_key()  # placeholders in addresses, replaced by the link of a game; not in titles


@dataclass(frozen=True)
class _Drawn:
    """The cache key of drawings, without the link.

    `switched` are the house rules changed in play, which `switches` describes in words; `rules`
    identifies the `ruleset`, which cannot be compared; `below` is the path prefix, `seat` that of
    the requesting phone; `has_own_page` is for phones with a seat, or with such a page open.
    """

    rules: int
    ruleset: Ruleset = field(compare=False)
    language: str
    below: str
    title: str
    begun: str
    begun_words: str
    colours: tuple[int, ...]
    seat: int | None
    is_new: bool
    may_sit: bool
    has_own_page: bool
    switched: tuple[tuple[int, str, object, object], ...]
    switches: list[tuple[int, list[Switched]]] = field(compare=False)

    @classmethod
    def of(cls, stored: StoredGame) -> Self:
        """The key for this request."""
        phones = phones_at(stored)
        return cls(
            rules=id(stored.ruleset),
            ruleset=stored.ruleset,
            language=str(get_locale()),
            below=request.script_root,
            title=stored.title,
            begun=day_of(stored.row.started_at).isoformat(),
            begun_words=date_words(stored.row.started_at),
            colours=stored.colours,
            seat=phones.seat,
            is_new=phones.is_new,
            may_sit=phones.may_sit,
            has_own_page=phones.seat is not None or "own" in request.args,
            switched=tuple(_switched(stored)),
            switches=stored.rule_changes,
        )

    @property
    def place(self) -> str:
        """The page to which the phone returns."""
        return place_of_seat(_LINK, self.seat)

    def at_hand(self, _: object) -> Blank:
        """Only the browser knows who is counting right now."""
        return Blank("phone")

    def counting(self, _: object) -> Blank:
        """The same for the hand of a player's own page."""
        return Blank("counted_by")


def _switched(stored: StoredGame) -> Iterator[tuple[int, str, object, object]]:
    """The changes of house rules with their rounds, as comparable values."""
    for number, rules in stored.rule_changes:
        yield from ((number, one.rule.key, one.before.value, one.after.value) for one in rules)


@blueprint.get("/drawings")
def page(token: str) -> Response:
    """The drawings of this game; 304 if unchanged."""
    answer = drawings_of(the_game(token))
    if answer.status_code == HTTPStatus.OK and request.accept_encodings.best_match(_PACKED) == "br":
        answer.set_data(_compressed(answer.get_data()))
        answer.content_encoding = "br"
    return answer


@lru_cache(maxsize=16)
def _compressed(text: bytes) -> bytes:
    return bytes(brotli.compress(text, quality=_BROTLI))


def drawings_of(stored: StoredGame, colours: tuple[int, ...] | None = None) -> Response:
    """The drawings of a game that was read, in its colours or in these."""
    drawn = replace(_Drawn.of(stored), colours=stored.colours if colours is None else colours)
    answer = make_response(_drawings(drawn).replace(_LINK, stored.token))
    answer.headers["Cache-Control"] = "private, no-cache"
    answer.add_etag(weak=True)  # equal in every encoding
    answer.make_conditional(request)
    return answer


@lru_cache(maxsize=64)  # 80 kB each, shared by all phones and games
def _drawings(drawn: _Drawn) -> str:
    return without_indentation(render_template("drawings/drawings.html", **_blanks(drawn)))


def _blanks(drawn: _Drawn) -> dict[str, object]:
    return {
        "token": _LINK,
        "ruleset": drawn.ruleset,
        "title": drawn.title,
        "begun": drawn.begun,
        "begun_words": drawn.begun_words,
        "view": Blank(),
        "key": Blank("key"),
        "phones": drawn,
        "form": BlankHandForm(drawn.ruleset),
        "classes": list(_classes(drawn.ruleset)),
        "rank_classes": drawn.ruleset.card_values.by_rank.counted,
        "came_to_words": came_to_words,
        "put_out_words": put_out_words,
        **NAMES_OF_STEPS,
        "scored": nobody_out_words(drawn.ruleset),
        "steps": list(step_blanks(drawn.ruleset)),
        "switches": drawn.switches,
        "doubts": list(doubt_blanks(drawn.ruleset)),
        "answered": list(doubt_blanks(drawn.ruleset, answered=True)),
        "notes": list(note_blanks()),
        "why": list(why_blanks()),
        "far": list(far_blanks()),
        "refusals": list(refusal_blanks(drawn.ruleset)),
        "colours": " ".join(str(colour + 1) for colour in drawn.colours),
    }


def _classes(ruleset: Ruleset) -> Iterator[CardClass]:
    """Every card class of every deal, and every bonus, by its key."""
    values = [ruleset.card_values, *ruleset.moving_values.values()]
    classes = {one.key: one for deal in values for one in deal.classes}
    yield from (*classes.values(), *ruleset.bonuses)
