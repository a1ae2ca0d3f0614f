"""A page's HTML as a browser reads it; what a browser would have to mend is a fault."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from selectolax.lexbor import LexborHTMLParser, LexborNode

Tag = tuple[str, str]  # its name, and its attributes as they are written
_TAG = re.compile(r'<(/?[a-zA-Z][\w-]*)((?:[^<>"]++|"[^"]*+")*+)>')
_ATTRIBUTE = re.compile(r'([^\s="]+)(?:="[^"]*")?')
_IN_A_LINE = {"span", "bdi", "b", "small", "abbr", "del", "ins", "em", "time"}
_BARE = re.compile(r"&(?!#?\w+;)|<(?![a-zA-Z/!])")


@dataclass(eq=False, slots=True)
class Element:
    """An element of a page; an attribute without a value is None."""

    name: str
    attrs: dict[str, str | None]
    parent: "Element | None"
    node: LexborNode
    all: "dict[int, Element]" = field(repr=False)
    children: "list[Element | str]" = field(default_factory=list, repr=False)

    def query(self, selector: str) -> "list[Element]":
        """What the selector finds below this element, in the order of the page."""
        return [self.all[found.mem_id] for found in self.node.css(selector)]

    def to_text(self) -> str:
        """What this element says, on one line."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.name != "script":
                yield from child._texts()
                if child.name not in _IN_A_LINE:
                    yield " "

    def below(self) -> "Iterator[Element]":
        """Every element below this one, in the order of the page."""
        for child in self.children:
            if isinstance(child, Element):
                yield child
                yield from child.below()


def read_page(html: str) -> Element:
    """The root of a page, which has to be valid."""
    node = check_valid(html).root
    assert node is not None, "an empty page"
    return _grown(node, None, {})


def check_valid(html: str) -> LexborHTMLParser:
    """Read and written again by a browser, the page has the very same tags and attributes."""
    assert not (bare := _BARE.search(html)), f"not escaped: {html[bare.start() :][:60]}"
    read = LexborHTMLParser(html)
    for meant, mended in zip(_tags(html), _tags(read.html or ""), strict=True):
        same = meant == mended or (meant[0] == mended[0] and _names_of(meant) == _names_of(mended))
        assert same, f"a browser reads {mended} where {meant} is written"
    return read


def _grown(node: LexborNode, parent: Element | None, known: dict[int, Element]) -> Element:
    element = Element(node.tag or "", dict(node.attributes), parent, node, known)
    known[node.mem_id] = element
    for child in node.iter(include_text=True):
        if child.is_text_node:
            element.children.append(child.text_content or "")
        elif child.is_element_node:
            element.children.append(_grown(child, element, known))
    return element


def _tags(html: str) -> Iterator[Tag]:
    """Each tag; `<path />` is `<path></path>`."""
    for name, attributes in _TAG.findall(html):
        if attributes.endswith("/"):
            yield name, attributes[:-1]
            yield f"/{name}", ""
        else:
            yield name, attributes


def _names_of(tag: Tag) -> frozenset[str]:
    return _names_in(tag[1])


@lru_cache(maxsize=100_000)
def _names_in(attributes: str) -> frozenset[str]:
    """The names of these attributes; one page has much in common with the next."""
    names = _ATTRIBUTE.findall(attributes)
    assert len(names) == len({*names}), f"an attribute twice: {attributes}"
    return frozenset(names)
