"""The HTML of a page, parsed like a browser would; invalid HTML is an error.

Parsing was a seventh of the time of the web tests: elements are created on demand, and the checks
of a tag with the text after it are cached, because pages share most of them.
"""

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

Tag = tuple[str, str]  # its name and its attributes
Read = tuple[str, frozenset[str]]  # its name and the names of its attributes
_TAG = re.compile(r'<(/?[a-zA-Z][\w-]*)((?:[^<>"]++|"[^"]*+")*+)>')
_ATTRIBUTE = re.compile(r'([^\s="]+)(?:="([^"]*)")?')
_IN_A_LINE = {"span", "bdi", "b", "small", "abbr", "del", "ins", "em", "time"}
_BARE = re.compile(r"&(?!#?\w+;)|<(?![a-zA-Z/!])")


class Element:
    """An element of a page; an attribute without a value is None."""

    def __init__(self, node: LexborNode) -> None:
        self.node = node

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Element) and self.node.mem_id == other.node.mem_id

    def __hash__(self) -> int:
        return hash(self.node.mem_id)

    @property
    def name(self) -> str:
        return self.node.tag or ""

    @cached_property
    def attrs(self) -> dict[str, str | None]:
        return dict(self.node.attributes)

    @property
    def parent(self) -> "Element | None":
        parent = self.node.parent
        return Element(parent) if parent is not None and parent.is_element_node else None

    @cached_property
    def children(self) -> "list[Element | str]":
        return [
            Element(child) if child.is_element_node else child.text_content or ""
            for child in self.node.iter(include_text=True)
            if child.is_element_node or child.is_text_node
        ]

    def query(self, selector: str) -> "list[Element]":
        """The elements matching the selector, in document order."""
        return [Element(found) for found in self.node.css(selector)]

    def to_text(self) -> str:
        """The text of this element, on one line."""
        return " ".join("".join(_texts(self.node)).split())

    @property
    def label(self) -> str:
        """The same without parts hidden from screen readers."""
        return " ".join("".join(_texts(self.node, also_hidden=False)).split())

    def below(self) -> "Iterator[Element]":
        """All descendants, in document order."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.below()


def _texts(node: LexborNode, *, also_hidden: bool = True) -> Iterator[str]:
    for child in node.iter(include_text=True):
        if child.is_text_node:
            yield child.text_content or ""
        elif not also_hidden and child.attributes.get("aria-hidden") == "true":
            continue
        elif child.is_element_node and child.tag != "script":
            yield from _texts(child, also_hidden=also_hidden)
            if child.tag not in _IN_A_LINE:
                yield " "


def read_page(html: str) -> Element:
    """The root of a page, which must be valid."""
    node = check_valid(html).root
    assert node is not None, "an empty page"
    return Element(node)


def check_valid(html: str) -> LexborHTMLParser:
    """A page that a browser parses and serialises has the same tags and attributes."""
    assert not (bare := _BARE.search(html)), f"not escaped: {html[bare.start() :][:60]}"
    read = LexborHTMLParser(html)
    meant, mended = tags_of(html), tags_of(read.html or "")
    if meant != mended:
        for ours, theirs in zip(meant, mended, strict=True):
            assert ours == theirs, f"a browser reads {theirs} where {ours} is written"
    return read


def pieces_of(html: str) -> list[str]:
    """Each tag without its `<`, mostly with the text after it."""
    pieces = html.split("<")[1:]
    if None in map(_tags_in, pieces):  # a `<` in an attribute, where it is allowed
        return [f"{name}{written}>" for name, written in _TAG.findall(html)]
    return pieces


def tags_of(html: str) -> list[Read]:
    """The tags with names and attributes, which a parser must not change."""
    return [tag for piece in pieces_of(html) for tag in _tags_in(piece) or ()]


@lru_cache(maxsize=50_000)
def _tags_in(piece: str) -> tuple[Read, ...] | None:
    """None if the piece has no end of its tag."""
    if piece.startswith("!"):
        return ()
    written = f"<{piece}"
    return tuple(map(_as_read, _written_in(written))) if _TAG.match(written) else None


def _written_in(html: str) -> Iterator[Tag]:
    """Each tag; `<path />` is read as `<path></path>`."""
    for name, attributes in _TAG.findall(html):
        if attributes[-1:] == "/":
            yield from ((name, attributes[:-1]), (f"/{name}", ""))
        else:
            yield name, attributes


def tag_in(piece: str) -> Tag | None:
    """The tag at the start of this piece; None if there is none."""
    return next(_written_in(f"<{piece}"), None)


@lru_cache(maxsize=50_000)
def _as_read(tag: Tag) -> Read:
    return tag[0], frozenset(attributes_in(tag[1]))


@lru_cache(maxsize=100_000)
def attributes_in(written: str) -> dict[str, str]:
    """The attributes in this text, each once; without a value they are empty."""
    found = _ATTRIBUTE.findall(written)
    attributes = dict(found)
    assert len(found) == len(attributes), f"an attribute twice: {written}"
    return attributes
