"""The result of a game to share: a text for messengers, and a picture."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urljoin

from flask import url_for
from flask_babel import get_locale
from markupsafe import Markup

from companion.records.kept_game import KeptGame
from companion.sentences import N_
from companion.web.http.colours import colour_of
from companion.web.http.reached import root_for_phones
from companion.web.paper.pdf import is_too_long, race_data, sharers_data
from companion.web.paper.printing import Leaf, leaf_of, view_of
from companion.web.paper.typesetting import can_typeset, letters_here, runs_of, typeset
from companion.web.view_models.sheet import Rank, SheetView
from companion.web.words.figures import figure
from companion.web.words.standings import how_far
from companion.web.words.text import bdi, initial, say

_RANK = N_("%(place)s. %(name)s: %(total)s")
_RANK_AS_FAR = N_("%(place)s. %(name)s: %(total)s, %(far)s")
_RANK_SETTLED = N_("%(place)s. %(name)s: %(total)s, in all %(settled)s")
_IN_ALL = N_("in all %(points)s")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_TAG = 32  # characters
_MOST_PICTURES = 16  # cached pictures: a megabyte
_PICTURES: dict[str, bytes] = {}
_APART, _TOGETHER = "\u2068", "\u2069"
_NAME = re.compile("<bdi>(.*?)</bdi>")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game.

    `title` and `why` are plain text, `text` is all of it. `address` is that for watching, `picture`
    that of the picture for this phone, `picture_to_preview` that for link previews in messengers:
    each is empty if unavailable. `drawn` is the content of the picture where the browser must draw
    it, because the extra is not installed.
    """

    title: str
    why: str
    text: str
    address: str
    picture: str
    picture_to_preview: str
    drawn: dict[str, Any] | None = None


def result_of(kept: KeptGame, view: SheetView, leaf: Leaf) -> Result:
    """The result of a finished game, with its sheet."""
    address, has_picture = _at(kept, "sheet.final"), can_typeset()
    return Result(
        title=plain_text(leaf.said.title),
        why=plain_text(leaf.said.why),
        text="\n".join(_lines(view, leaf, address)),
        address=address,
        picture=url_for("result.picture", token=kept.token) if has_picture else "",
        picture_to_preview=_at(kept, "result.picture") if has_picture else "",
        drawn=None if has_picture or is_too_long(leaf) else _content(view, leaf),
    )


def picture_of(kept: KeptGame) -> bytes | None:
    """The standings and the race as PNG, cached; None without the extra, or if too long.

    Raises TooBusy.
    """
    drawn = picture_tag(kept)
    if picture := _PICTURES.get(drawn):
        return picture
    view = view_of(kept)
    leaf = leaf_of(kept, view)
    if is_too_long(leaf):
        return None
    for oldest in [*_PICTURES][: 1 - _MOST_PICTURES]:
        _PICTURES.pop(oldest, None)
    picture = _PICTURES[drawn] = typeset("result.typ", _data(view, leaf), "png")
    return picture


def picture_tag(kept: KeptGame) -> str:
    """The ETag of this picture: it depends on the log and the language."""
    told = (kept.row.watch_token, kept.row.id, kept.game.version, get_locale())
    return sha256(repr(told).encode()).hexdigest()[:_TAG]


def plain_text(words: str) -> str:
    """Text without elements; names with another writing direction are isolated."""
    if not isinstance(words, Markup):
        return words
    return Markup(_NAME.sub(_set_apart, str(words))).striptags()  # noqa: S704 - plain text, in no page


def _set_apart(name: re.Match[str]) -> str:
    turned = bool(_RIGHT_TO_LEFT.search(name[1]))
    return f"{_APART}{name[1]}{_TOGETHER}" if turned else name[1]


def _lines(view: SheetView, leaf: Leaf, address: str) -> Iterator[str]:
    said = leaf.said
    yield plain_text(said.title)
    yield plain_text(said.why)
    yield ""
    yield from _ranks(view)
    yield ""
    yield said.about
    yield " · ".join(filter(None, (said.place, said.date)))
    if address:
        yield address


def _ranks(view: SheetView) -> Iterator[str]:
    for rank in view.ranks:
        standing = rank.standing
        far = how_far(view.contracts, standing) if view.contracts_first else ""
        told = {"place": standing.place, "name": bdi(rank.name), "total": standing.total}
        told |= {"far": far, "settled": rank.settled}
        sentence = _RANK if rank.settled is None else _RANK_SETTLED
        yield plain_text(say(_RANK_AS_FAR if far else sentence, told))


def _at(kept: KeptGame, endpoint: str) -> str:
    """An absolute URL for watchers; empty if phones cannot reach the requested address."""
    root = root_for_phones()
    return urljoin(root, url_for(endpoint, token=kept.row.watch_token)) if root else ""


def _far(view: SheetView, rank: Rank) -> str:
    """The progress through the contracts, or the total with the points after the last round."""
    if rank.settled is not None:
        return plain_text(say(_IN_ALL, {"points": rank.settled}))
    return how_far(view.contracts, rank.standing) if view.contracts_first else ""


def _data(view: SheetView, leaf: Leaf) -> dict[str, Any]:
    language = str(get_locale() or "en").partition("_")[0]
    return {"letters_of": letters_here(), "lang": language, **_content(view, leaf)}


def _content(view: SheetView, leaf: Leaf) -> dict[str, Any]:
    """Everything on the picture, in words, figures and numbers of colours."""
    said, paper = leaf.said, leaf.paper
    return {
        "title": runs_of(said.title),
        "letters": said.letters,
        "sharers": sharers_data(paper),
        "share": said.labels["share"],
        "why": runs_of(said.why),
        "about": " · ".join(filter(None, (said.about, said.place))),
        "colour": 0 if paper.winner is None else colour_of(paper.winner),
        "ranks": [
            {
                "place": str(rank.standing.place),
                "name": rank.name,
                "sign": initial(rank.name),
                "colour": colour_of(rank.standing.seat),
                "far": _far(view, rank),
                "total": figure(rank.standing.total),
            }
            for rank in view.ranks
        ],
        "race": race_data(paper.race, said.race) if paper.race else None,
    }
